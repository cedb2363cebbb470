"""An Ollama server, by its own client package, over a transport of ours that keeps it honest."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing, contextmanager, suppress
from typing import Any, Literal

import httpx
import ollama
import pydantic

from bot.consent import ConsentTransport, Grants, NoGrants, Watch, local_addresses, origin_of, require
from bot.models.faults import BrokenOff, ModelStalled
from bot.models.reply import as_spoken, as_whole
from bot.models.wire import CONNECT_SECONDS, Limits, WatchedTransport
from memory.errors import ModelDown
from memory.ports import Schema

LOCAL = "http://127.0.0.1:11434"
CLOUD = "https://ollama.com"  # where Ollama runs models whose tag says "cloud", when it names no other host
SHOW_SECONDS = 15.0  # it loads nothing: a server that is well answers this at once, also in a cold start
END_SECONDS = 0.05  # a reply's last piece and the end of its answer come together
DETAIL = 200  # characters of a server's own words in an error


class Ollama:
    """A `memory.ports.Model` and a chat model, served by Ollama at `host`.

    Before each send the raw `/api/show` is read on the same transport: a model that runs elsewhere needs the room's
    grant for that place (`bot.consent.NotConsented` otherwise), like a host that is not this machine. `parameters`
    (billions) and the upper bound of `context_tokens` are known once it was read.
    """

    def __init__(self, name: str, host: str = LOCAL, *, context_tokens: int = 8192, grants: Grants | None = None,
                 limits: Limits | None = None, api_key: str | None = None,
                 inner: httpx.AsyncBaseTransport | None = None) -> None:
        self.name = name
        self.parameters: float | None = None
        self.context_tokens = context_tokens
        self.remote = CLOUD if _is_cloud_tag(name) else ""  # the origin the model was seen to run at; "" is `host`
        self.url = _base_url(host)
        self._far = ""  # the origin of `host` where that is not this machine, once it was looked up
        self._grants = grants or NoGrants()
        self._worked = False
        self._thinks = False
        self._transport = WatchedTransport(ConsentTransport(self._grants, inner=inner), limits or Limits(),
                                           home=self.url, api_key=api_key, on_remote=self._runs_at, watch=self._watch)
        times = httpx.Timeout(None, connect=CONNECT_SECONDS)  # the other limits are the transport's
        self._card = httpx.URL(f"{self.url}/api/show")
        self._client = ollama.AsyncClient(self.url, transport=self._transport, timeout=times, trust_env=False,
                                          follow_redirects=False)

    def chat(self, messages: Sequence[tuple[str, str]], *, max_tokens: int = 512,
             temperature: float = 0.7) -> AsyncGenerator[str, None]:
        """The reply to (role, text) messages as it comes, thinking text removed. Raises `ModelDown` and its kinds."""
        return as_spoken(self._deltas(messages, max_tokens, temperature))

    async def complete(self, messages: Sequence[tuple[str, str]], *, schema: Schema | None = None,
                       temperature: float = 0.0, max_tokens: int = 512) -> str:
        """The whole answer, in the form of `schema` where one is given. Raises `ModelDown` and its kinds."""
        return await as_whole(self._deltas(messages, max_tokens, temperature, schema, answers=True))

    async def check(self) -> ModelDown | None:
        """Ask the server about the model, sending nothing of any room; what is wrong with it, or None."""
        try:
            with self._faults():
                await self._show()
        except ModelDown as error:
            return error
        return None

    async def origin(self) -> str:
        """Where what is said to it would go, as an origin, "" for this machine. A server on this machine is asked about
        the model, with nothing of any room; one that does not answer is taken to run it itself."""
        self._far = "" if await local_addresses(httpx.URL(self.url).host) else origin_of(self.url)
        if self._far:
            return self._far
        if not self.remote:
            await self.check()
        return self.remote

    @property
    def elsewhere(self) -> str:
        """What `origin` found last, or what the server has said since."""
        return self.remote or self._far

    async def close(self) -> None:
        """Close the connections; safe to call twice."""
        await self._client.close()  # type: ignore[no-untyped-call]

    async def _deltas(self, messages: Sequence[tuple[str, str]], max_tokens: int, temperature: float,
                      schema: Schema | None = None, *, answers: bool = False) -> AsyncGenerator[str, None]:
        with self._faults():
            await self._show()
            options = {"num_ctx": self.context_tokens, "num_predict": max_tokens, "temperature": temperature}
            # Asked for a form, models that think put it into the thinking field and leave the content empty.
            think: Literal[False] | None = False if answers and self._thinks else None
            stream = await self._client.chat(
                self.name, [{"role": role, "content": text} for role, text in messages], stream=True, think=think,
                format=schema, options=options)
            async with aclosing(_closable(stream)) as pieces:
                async for piece in pieces:
                    if piece.message.content:
                        yield piece.message.content
                    if piece.done:
                        self._worked = True
                        await _to_its_end(pieces)
                        return
            raise BrokenOff("lost", f"{self._where()} stopped in the middle of a reply")

    async def _show(self) -> None:
        """Read what the server says about the model, as it says it: the client's types drop the remote fields."""
        if self.remote:  # once seen elsewhere it stays so: a server may say it in replies only
            await require(self._grants, self.remote)
        try:
            async with asyncio.timeout(SHOW_SECONDS):
                answer = await self._asked(self._card, {"model": self.name})
        except TimeoutError as error:
            raise ModelStalled(f"{self._where()} accepts connections but does not answer") from error
        if answer.status_code != 200:
            raise ollama.ResponseError(answer.text, answer.status_code)
        card = answer.json()
        if not isinstance(card, dict):
            raise ModelDown("bad answer", f"{self._where()} describes no model; is it an Ollama server?")
        self._learn(card)

    async def _asked(self, url: httpx.URL, body: dict[str, Any]) -> httpx.Response:
        answer = await self._transport.handle_async_request(
            httpx.Request("POST", url, json=body, extensions={"timeout": {"connect": CONNECT_SECONDS}}))
        try:
            await answer.aread()
        finally:
            await answer.aclose()
        return answer

    def _learn(self, card: dict[str, Any]) -> None:
        about = card.get("model_info")
        about = about if isinstance(about, dict) else {}
        count = about.get("general.parameter_count")
        if isinstance(count, int | float) and count > 0:
            self.parameters = count / 1e9
        else:
            details = card.get("details")
            self.parameters = _billions(details.get("parameter_size") if isinstance(details, dict) else None)
        longest = about.get(f"{about.get('general.architecture')}.context_length")
        if isinstance(longest, int) and 0 < longest < self.context_tokens:
            self.context_tokens = longest
        capabilities = card.get("capabilities")
        self._thinks = isinstance(capabilities, list) and "thinking" in capabilities

    def _watch(self) -> Watch:
        """For answers through a server on this machine; those from another host are watched by `ConsentTransport`."""
        return Watch(self._grants, lambda: self.remote)

    async def _runs_at(self, remote_host: str) -> None:
        """A reply said it comes from elsewhere: mark the model, and go on only where the room granted that place."""
        try:
            self.remote = origin_of(remote_host if "://" in remote_host else f"https://{remote_host}")
        except (httpx.InvalidURL, UnicodeError):
            self.remote = CLOUD
        await require(self._grants, self.remote)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Everything client, server and network do wrong, as a `ModelDown` with its kind."""
        gone = "lost" if self._worked else "down"
        try:
            yield
        except ollama.ResponseError as error:
            raise self._refusal(error) from error
        except (ConnectionError, httpx.ConnectError) as error:  # the client turns the one into the other
            raise ModelDown(gone, f"connection refused at {self._where()}") from error
        except httpx.TimeoutException as error:
            raise ModelDown(gone, f"no connection to {self._where()} within {CONNECT_SECONDS:g} s") from error
        except (httpx.HTTPError, httpx.StreamError) as error:
            raise BrokenOff("lost", f"{self._where()} cut the connection") from error
        except (json.JSONDecodeError, UnicodeDecodeError, RecursionError, pydantic.ValidationError, AttributeError,
                TypeError) as error:  # the last two: a line that is JSON, but no object
            raise ModelDown("bad answer", f"{self._where()} sent something that is not a reply") from error

    def _refusal(self, error: ollama.ResponseError) -> ModelDown:
        said = str(error.error).strip()[:DETAIL]
        if error.status_code == 404:
            return ModelDown("missing", f"{self._where()} has no model {self.name}")
        if error.status_code in (401, 403):
            return ModelDown("refused", f"{self._where()} wants other credentials ({error.status_code})")
        if error.status_code == -1:  # an error line within a stream that had begun
            return BrokenOff("lost", f"{self._where()}: {said}")
        return ModelDown("down", f"{self._where()} answered {error.status_code}: {said}")

    def _where(self) -> str:
        return httpx.URL(self.url).netloc.decode("ascii")


async def _to_its_end(pieces: AsyncGenerator[ollama.ChatResponse, None]) -> None:
    """Read on after the last piece: a connection whose answer was read whole is used again. Nobody waits for it."""
    with suppress(TimeoutError, ModelStalled, httpx.HTTPError):
        async with asyncio.timeout(END_SECONDS):
            async for _ in pieces:
                continue


async def _closable(stream: Any) -> AsyncGenerator[ollama.ChatResponse, None]:
    """The client's stream, typed as what it is: a generator that holds a connection until it is closed."""
    async with aclosing(stream):
        async for piece in stream:
            yield piece


def _base_url(host: str) -> str:
    """`host` as settings give it, with scheme and port. Never empty: the client would then ask OLLAMA_HOST."""
    if not host:
        return LOCAL
    if "://" in host:
        return host.rstrip("/")
    url = httpx.URL(f"http://{host.rstrip('/')}")
    return str(url if url.port else url.copy_with(port=11434)).rstrip("/")


def _is_cloud_tag(name: str) -> bool:
    tag = name.lower().rpartition(":")[2] if ":" in name else ""
    return tag == "cloud" or name.lower().endswith("-cloud")


def _billions(size: object) -> float | None:
    """ "494.03M" or "8.2B" in billions."""
    if not isinstance(size, str) or size[-1:].upper() not in ("K", "M", "B", "T"):
        return None
    try:
        number = float(size[:-1])
    except ValueError:
        return None
    return number * {"K": 1e-6, "M": 1e-3, "B": 1.0, "T": 1e3}[size[-1].upper()]
