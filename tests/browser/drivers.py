"""Firefox and WebKit, driven by commands of WebDriver; as much of them as a player needs.

Playwright brings builds of its own of both, and cannot drive those that people have. Both browsers
know the commands of WebDriver: WebKitGTK's driver takes them by HTTP, and Firefox itself, as
Marionette, by a socket.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

import httpx
from playwright.sync_api import Error
from tools.other_browsers import firefox, webkit

from tests.browser.visitor import PAGE_GONE, PATIENCE
from tests.support.serving import HOST, free_port
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

DESK = (1280, 860)
PREFERENCES = {
    "marionette.port": 0,  # any that is free; Firefox writes down which
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
RUN = """const [arg, done] = arguments;
(async () => ({script})(arg))()
  .then((found) => ({{ found }}), (error) => ({{ error: `${{error}}` }}))
  .then((answer) => done(JSON.stringify(answer)));"""
LEFT = re.compile("unload|navigat|gone|no such window", re.IGNORECASE)
"""What a driver says of a script whose page was left."""


class Commands(Protocol):
    """A way to give commands, named as WebDriver's HTTP addresses and as Marionette names them."""

    def __call__(self, address: str, name: str, **parameters: object) -> Any: ...


class Window:
    """A window, with as much of a page of Playwright as someone needs who plays by mouse."""

    def __init__(self, command: Commands) -> None:
        self._command = command
        self.mouse = self
        command("timeouts", "WebDriver:SetTimeouts", script=2 * PATIENCE)
        width, height = DESK
        command("window/rect", "WebDriver:SetWindowRect", width=width, height=height)

    def goto(self, url: str) -> None:
        self._command("url", "WebDriver:Navigate", url=url)

    def evaluate(self, script: str, arg: object = None) -> Any:
        script = RUN.format(script=script)
        told = self._command(
            "execute/async", "WebDriver:ExecuteAsyncScript", script=script, args=[arg]
        )
        answer = json.loads(told)
        if "error" in answer:
            raise Error(answer["error"])
        return answer.get("found")

    def click(self, x: float, y: float) -> None:
        pressed = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        moved = {"type": "pointerMove", "x": round(x), "y": round(y)}
        mouse = {"type": "pointer", "id": "mouse", "actions": [moved, *pressed]}
        self._command("actions", "WebDriver:PerformActions", actions=[mouse])


def refused(error: str, message: str) -> Error:
    """What a driver has said, as Playwright says it."""
    return Error(PAGE_GONE if LEFT.search(f"{error} {message}") else f"{error}: {message}")


@contextmanager
def stopping(process: subprocess.Popen[Any]) -> Iterator[None]:
    try:
        yield
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def open_firefox(folder: Path) -> Iterator[Window]:
    path = firefox()
    assert path is not None
    written = (f'user_pref("{key}", {json.dumps(value)});' for key, value in PREFERENCES.items())
    (folder / "user.js").write_text("\n".join(written))
    command = [path, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    port = folder / "MarionetteActivePort"
    with stopping(process):
        wait_until(lambda: port.is_file() and port.read_text(), "Firefox listens")
        address = (HOST, int(port.read_text()))
        with (
            socket.create_connection(address, 3 * SECONDS_TO_WAIT) as line,
            line.makefile("rwb") as stream,
        ):
            yield Window(Marionette(stream))


class Marionette:
    """Commands by a socket: each message is its length, a colon, and a list as JSON."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._receive()  # its greeting
        self("", "WebDriver:NewSession")

    def __call__(self, address: str, name: str, **parameters: object) -> Any:
        message = json.dumps([0, 0, name, parameters]).encode()
        self._stream.write(b"%d:%s" % (len(message), message))
        self._stream.flush()
        *_, error, result = self._receive()
        if error is not None:
            raise refused(error["error"], error["message"])
        return result.get("value")

    def _receive(self) -> Any:
        length = b""
        while (digit := self._stream.read(1)) != b":":
            assert digit, "Firefox has gone."
            length += digit
        return json.loads(self._stream.read(int(length)))


@contextmanager
def open_webkit() -> Iterator[Window]:
    found = webkit()
    assert found is not None
    driver, browser, x_server = found
    show = [x_server, "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "1920x1200x24"]
    quiet = {"stderr": subprocess.DEVNULL, "text": True}
    screen = subprocess.Popen(show, stdout=subprocess.PIPE, **quiet)
    with stopping(screen):
        assert screen.stdout is not None
        display, port = screen.stdout.readline().strip(), free_port()
        environment = {**os.environ, "DISPLAY": f":{display}"}
        process = subprocess.Popen([driver, f"--port={port}"], env=environment, **quiet)
        options = {"binary": browser, "args": ["--automation"]}
        with (
            stopping(process),
            httpx.Client(base_url=f"http://{HOST}:{port}", timeout=3 * SECONDS_TO_WAIT) as http,
        ):
            wait_until(lambda: listens(port), "the driver of WebKit listens")
            yield Window(WebDriver(http, {"webkitgtk:browserOptions": options}))


def listens(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex((HOST, port)) == 0


class WebDriver:
    """Commands by HTTP."""

    def __init__(self, http: httpx.Client, capabilities: dict[str, object]) -> None:
        self._http, self._path = http, "/session"
        session = self("", "", capabilities={"alwaysMatch": capabilities})
        self._path = f"/session/{session['sessionId']}/"

    def __call__(self, address: str, name: str, **parameters: object) -> Any:
        value = self._http.post(f"{self._path}{address}", json=parameters).json()["value"]
        if isinstance(value, dict) and "error" in value:
            raise refused(value["error"], value["message"])
        return value
