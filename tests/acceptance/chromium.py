"""Chromium without a window, told through a pipe what to draw (Chrome DevTools Protocol).

https://chromedevtools.github.io/devtools-protocol/: JSON messages, each followed by a NUL; Chromium reads
them from descriptor 3 and writes to 4.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any

MISSING = """\
There is no Chromium here. Install it, then run `make pictures` again:
  Debian:  apt install chromium
  Fedora:  dnf install chromium
  macOS:   brew install --cask chromium
Or name one that you have: make pictures CHROMIUM=/path/to/chrome
"""
_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
Json = dict[str, Any]


def found(env: Mapping[str, str]) -> str | None:
    """The path of a Chromium: the one that `CHROMIUM` names, else the first on the path."""
    names = (env["CHROMIUM"],) if env.get("CHROMIUM") else _NAMES
    return next(filter(None, (shutil.which(name, path=env.get("PATH")) for name in names)), None)


@dataclass
class Browser:
    """A running Chromium with one page."""

    to: IO[bytes]
    back: IO[bytes]
    page: str = ""
    number: int = 0

    def picture(self, html: str, width: int) -> bytes:
        """A PNG of a whole page, at this width in CSS pixels, one pixel each."""
        size: Json = {"width": width, "height": 100, "deviceScaleFactor": 1, "mobile": False}
        self.ask("Emulation.setDeviceMetricsOverride", **size)
        frame = self.ask("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self.ask("Page.setDocumentContent", frameId=frame, html=html)
        height = self.ask("Page.getLayoutMetrics")["cssContentSize"]["height"]
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        shot = self.ask("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        return base64.b64decode(shot["data"])

    def ask(self, method: str, **params: object) -> Json:
        """Call a method, and wait for its result. Raises RuntimeError where Chromium refuses."""
        self.number += 1
        message: Json = {"id": self.number, "method": method, "params": params}
        if self.page:
            message["sessionId"] = self.page
        self.to.write(json.dumps(message).encode() + b"\0")
        while True:
            answer: Json = json.loads(self._message())
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"Chromium: {method}: {answer['error']}")
                result: Json = answer["result"]
                return result

    def _message(self) -> bytes:
        read = bytearray()
        while (byte := self.back.read(1)) != b"\0":
            if not byte:
                raise RuntimeError("Chromium ended")
            read += byte
        return bytes(read)


@contextmanager
def opened(path: str) -> Iterator[Browser]:
    """Start Chromium, and end it afterwards."""
    (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        pipe = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'
        command = ["sh", "-c", pipe, "sh", path, *_QUIET, f"--user-data-dir={folder}"]
        process = subprocess.Popen(
            [*command, "--remote-debugging-pipe", "about:blank"],
            pass_fds=(theirs_in, theirs_out), stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            with os.fdopen(ours_out, "wb", buffering=0) as to, os.fdopen(ours_in, "rb") as back:
                browser = Browser(to, back)
                target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
                attached = browser.ask("Target.attachToTarget", targetId=target, flatten=True)
                browser.page = attached["sessionId"]
                yield browser
        finally:
            process.terminate()
            process.wait(20)
