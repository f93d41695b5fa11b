"""A GGUF file that runs in this process: llama.cpp's own server, on loopback, behind a key nobody knows.

It needs the extra `local` (xllamacpp). The file is loaded by the first call, and once.
"""

from __future__ import annotations

import os
import secrets
import threading
from pathlib import Path
from typing import Any

from bot.adapters.model_chat import CHAT_COMPLETIONS
from bot.adapters.model_client import Endpoint, EndpointModel
from bot.errors import cause
from bot.ports.model import Model, Progress, Reply, Turn
from bot.ports.model_faults import ModelFault, failure

CONTEXT = 16_384
"""Tokens of context; llama.cpp takes less where the model was trained with less."""
_MAGIC = b"GGUF"


class InProcessModel:
    """The port `Model` for a file. Safe for threads: calls wait for each other in llama.cpp."""

    def __init__(self, path: Path, name: str) -> None:
        self._path, self.name = path, name
        self._lock = threading.Lock()
        self._server: Any = None
        self._client: Model | None = None

    def reply(self, turn: Turn, progress: Progress = lambda received: None) -> Reply:
        """Ask for the next message (see the port); the first call loads the file, which takes seconds."""
        return self.client().reply(turn, progress)

    def client(self) -> Model:
        """The client of the running server. Raises ModelFailure where the file cannot be run."""
        with self._lock:
            if self._client is None:
                key = secrets.token_hex(32)
                self._server = _started(self._path, key)
                address = f"{self._server.listening_address}/v1"
                self._client = EndpointModel(Endpoint(address, self.name, key), CHAT_COMPLETIONS)
            return self._client


def _started(path: Path, key: str) -> Any:
    try:
        import xllamacpp
    except ModuleNotFoundError as missing:
        raise failure(ModelFault.NOT_INSTALLED, name=missing.name or "xllamacpp") from missing
    _require_whole(path)
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.verbosity = -1
    params.warmup = params.ui = params.fit_params = False
    params.api_keys = [key]
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = _threads()
    try:
        return xllamacpp.Server(params)
    except RuntimeError as problem:
        raise failure(ModelFault.NOT_LOADED, why="llama.cpp refuses it") from problem


def _threads() -> int:
    """One less than there are: llama.cpp's threads wait by spinning, and crawl where one is missing."""
    return max(1, len(os.sched_getaffinity(0)) - 1)


def _require_whole(path: Path) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except OSError as problem:
        raise failure(ModelFault.NOT_LOADED, why=cause(problem)) from problem
    if start != _MAGIC:
        raise failure(ModelFault.NOT_LOADED, why="it is not a GGUF file")
