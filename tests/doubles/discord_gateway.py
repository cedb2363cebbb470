"""The gateway of the Discord double: sessions that outlive their socket, so that RESUME can replay."""

from __future__ import annotations

import asyncio
import copy
import json
import time
import zlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
from aiohttp import WSMsgType, web
from simcord import intents as rules
from simcord.backend import Backend, serializers

Json = dict[str, Any]

_HELLO, _ACK, _RECONNECT, _INVALID, _DISPATCH = 10, 11, 7, 9, 0
_HEARTBEAT, _IDENTIFY, _PRESENCE, _VOICE, _RESUME, _MEMBERS = 1, 2, 3, 4, 6, 8


@dataclass
class Session:
    """One session. `seen` keeps what was dispatched, for RESUME."""

    id: str
    intents: discord.Intents
    socket: Socket | None = None
    seq: int = 0
    valid: bool = True
    seen: deque[Json] = field(default_factory=lambda: deque(maxlen=2000))

    @property
    def live(self) -> bool:
        return self.socket is not None and not self.socket.ws.closed


class Socket:
    """One connection, compressed where the client asks for it."""

    def __init__(self, ws: web.WebSocketResponse, compressed: bool) -> None:
        self.ws = ws
        self._zlib = zlib.compressobj() if compressed else None

    async def send(self, op: int, data: object = None, **more: object) -> None:
        await self.raw({"op": op, "d": data, "s": None, "t": None} | more)

    async def raw(self, event: Json) -> None:
        text = json.dumps(event).encode()
        try:
            if self._zlib is not None:
                await self.ws.send_bytes(self._zlib.compress(text) + self._zlib.flush(zlib.Z_SYNC_FLUSH))
            else:
                await self.ws.send_str(text.decode())
        except ConnectionError:
            return


class GatewayServer:
    """What clients connect to for events. `approved`: the privileged intents switched on in the portal."""

    token: str
    ws_url: str
    backend: Backend
    approved: set[str]

    def __init__(self) -> None:
        self.heartbeat_ms = 41_250
        self.ack_heartbeats = True
        self.gateway_down = False
        self.sessions: dict[str, Session] = {}
        self.gateway_log: list[tuple[int, Any, float]] = []
        self.changed = asyncio.Condition()
        self._sending: set[asyncio.Task[None]] = set()

    async def serve_gateway(self, request: web.Request) -> web.StreamResponse:
        if self.gateway_down:
            return web.Response(status=503)
        ws = web.WebSocketResponse(max_msg_size=0)
        await ws.prepare(request)
        socket = Socket(ws, request.query.get("compress") == "zlib-stream")
        session: Session | None = None
        await socket.send(_HELLO, {"heartbeat_interval": self.heartbeat_ms, "_trace": []})
        async for message in ws:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                break
            event = json.loads(message.data)
            self.gateway_log.append((event["op"], event.get("d"), time.monotonic()))
            session = await self._heard(socket, session, event["op"], event.get("d"))
        if session is not None and session.socket is socket:
            session.socket = None
        return ws

    async def _heard(self, socket: Socket, session: Session | None, op: int, data: Any) -> Session | None:
        if op == _HEARTBEAT:
            if self.ack_heartbeats:
                await socket.send(_ACK)
        elif op == _IDENTIFY:
            return await self._identify(socket, data)
        elif op == _RESUME:
            return await self._resume(socket, session, data)
        elif op == _MEMBERS and session is not None:
            await self._members(session, data)
        elif op not in (_PRESENCE, _VOICE):
            await socket.ws.close(code=4001)
        return session

    async def _identify(self, socket: Socket, data: Json) -> Session | None:
        if data["token"] != self.token:
            await socket.ws.close(code=4004, message=b"Authentication failed.")
            return None
        wanted = discord.Intents._from_value(data["intents"])
        if any(getattr(wanted, name) and name not in self.approved for name in rules.PRIVILEGED_INTENTS):
            await socket.ws.close(code=4014, message=b"Disallowed intent(s).")
            return None
        session = Session(f"session{len(self.sessions) + 1}", wanted, socket)
        self.sessions[session.id] = session
        me = dict(serializers.user_payload(self.backend.bot_user))
        guilds = list(self.backend.guilds.values())
        await self._dispatch(session, "READY", {
            "v": 10, "user": me, "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id, "resume_gateway_url": self.ws_url, "session_type": "normal",
            "shard": data.get("shard") or [0, 1],
            "application": {"id": str(self.backend.application_id), "flags": 0}})
        for guild in guilds:
            payload = copy.deepcopy(dict(serializers.guild_create_payload(self.backend, guild)))
            rules.prune_guild_create(payload, wanted, self.backend.bot_user.id)
            await self._dispatch(session, "GUILD_CREATE", payload)
        await self.notify()
        return session

    async def _resume(self, socket: Socket, current: Session | None, data: Json) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or not session.valid:
            await socket.send(_INVALID, False)
            return current
        session.socket = None
        for event in [event for event in session.seen if event["s"] > data["seq"]]:
            await socket.raw(event)
        session.socket = socket
        await self._dispatch(session, "RESUMED", {"_trace": []})
        await self.notify()
        return session

    async def _members(self, session: Session, data: Json) -> None:
        guild = self.backend.get_guild(int(data["guild_id"]))
        members = [dict(serializers.member_payload(self.backend, guild, one)) for one in guild.members.values()]
        if data.get("user_ids"):
            wanted = {str(user) for user in data["user_ids"]}
            members = [one for one in members if one["user"]["id"] in wanted]
        await self._dispatch(session, "GUILD_MEMBERS_CHUNK", {
            "guild_id": str(guild.id), "members": members, "chunk_index": 0, "chunk_count": 1,
            "nonce": data.get("nonce")})

    async def _dispatch(self, session: Session, kind: str, data: object) -> None:
        session.seq += 1
        event: Json = {"op": _DISPATCH, "t": kind, "s": session.seq, "d": data}
        session.seen.append(event)
        if session.live and session.socket is not None:
            await session.socket.raw(event)

    def emit(self, kind: str, payload: Mapping[str, Any]) -> None:
        """Something happened: to every session whose intents let it hear of that."""
        for session in self.sessions.values():
            gate = rules.required_intent(kind, payload)
            if not session.valid or (gate and not getattr(session.intents, gate)):
                continue
            copied = copy.deepcopy(dict(payload))
            if not session.intents.message_content and kind in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                rules.censor_message(copied, self.backend.bot_user.id, backend=self.backend)
            if kind == "GUILD_CREATE":
                rules.prune_guild_create(copied, session.intents, self.backend.bot_user.id)
            self._later(self._dispatch(session, kind, copied))
        self._later(self.notify())

    def replay(self, last: int = 1) -> None:
        """Send the last events once more, as a server does that is not sure of having sent them."""
        for session in [one for one in self.sessions.values() if one.live]:
            for event in list(session.seen)[-last:]:
                self._later(self._dispatch(session, event["t"], event["d"]))

    async def notify(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    def _later(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    @property
    def live(self) -> list[Session]:
        return [session for session in self.sessions.values() if session.live]

    async def kick(self, code: int = 4000) -> None:
        """Close every socket; the client should resume."""
        for session in self.live:
            if session.socket is not None:
                await session.socket.ws.close(code=code)

    async def ask_reconnect(self) -> None:
        for session in self.live:
            if session.socket is not None:
                await session.socket.send(_RECONNECT)

    async def invalidate(self, *, resumable: bool = False) -> None:
        for session in self.live:
            session.valid = resumable
            if session.socket is not None:
                await session.socket.send(_INVALID, resumable)
