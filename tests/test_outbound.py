"""The recorder that stands under all tests sees what it is there for."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.doubles.ollama_double import OllamaDouble
from tests.doubles.outbound import RECORD, Escaped, Recorder
from tests.doubles.process import environment

NOWHERE = "192.0.2.1"  # TEST-NET-1, RFC 5737: nobody is there, should it get out


@pytest.mark.parametrize("how", ["connect", "connect_ex", "sendto"])
def test_a_socket_to_elsewhere_is_refused_and_recorded(outbound: Recorder, how: str) -> None:
    kind = socket.SOCK_DGRAM if how == "sendto" else socket.SOCK_STREAM
    arguments = (b"hello", (NOWHERE, 53)) if how == "sendto" else ((NOWHERE, 80),)
    with socket.socket(socket.AF_INET, kind) as opened, pytest.raises(Escaped):
        getattr(opened, how)(*arguments)
    assert outbound.take() == [f"socket.{'sendto' if how == 'sendto' else 'connect'} {NOWHERE}"]


async def test_a_client_library_is_seen_as_well_and_loopback_is_free(outbound: Recorder) -> None:
    async with OllamaDouble() as double, httpx.AsyncClient(trust_env=False) as http:
        assert (await http.get(f"{double.url}/api/version")).status_code == 200
        assert outbound.take() == []
        with pytest.raises(httpx.ConnectError):
            await http.get(f"http://{NOWHERE}/")
    assert outbound.take() == [f"socket.connect {NOWHERE}"]


async def test_looking_up_a_name_elsewhere_is_refused_and_recorded(outbound: Recorder) -> None:
    assert await asyncio.get_running_loop().getaddrinfo("127.0.0.1", 80)
    assert outbound.take() == []
    with pytest.raises(Escaped):
        await asyncio.get_running_loop().getaddrinfo("far.example", 80)
    assert outbound.take() == ["socket.getaddrinfo far.example"]


@pytest.mark.parametrize(("host", "code"), [(NOWHERE, 1), ("127.0.0.1", 0)])
def test_a_program_that_tests_start_is_recorded_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str,
                                                    code: int) -> None:
    file = tmp_path / "record.txt"
    monkeypatch.setenv(RECORD, os.fspath(file))
    program = f"import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('{host}', 9))"
    done = subprocess.run([sys.executable, "-c", program], env=environment(), cwd=tmp_path, capture_output=True,
                          check=False)
    assert done.returncode == code, done.stderr
    assert file.exists() == bool(code)
    assert not code or NOWHERE in file.read_text()
