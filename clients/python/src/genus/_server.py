"""The program genus: one process for each source, on the loopback interface."""

import atexit
import json
import os
import shutil
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


class GenusError(Exception):
    """What genus refuses or cannot do, in one line. fault is the answer of the server (RFC 9457), if there is one."""

    def __init__(self, message: str, fault: Mapping[str, Any] | None = None):
        super().__init__(message)
        self.fault = fault or {}


def program() -> str:
    """Returns the path of the program: GENUS_PROGRAM, that of the wheel, or that of the system."""
    name = "genus.exe" if os.name == "nt" else "genus"
    own = Path(__file__).parent / "bin" / name
    found = os.environ.get("GENUS_PROGRAM") or (str(own) if own.exists() else shutil.which(name))
    if not found:
        raise GenusError("the program genus is missing: install a wheel, or set GENUS_PROGRAM to the path of the program")
    return found


class Server:
    """A running `genus serve` with the flags. It ends with this process."""

    def __init__(self, flags: Iterable[str]):
        self.folders = [tempfile.TemporaryDirectory(prefix="genus-")]  # that end with the program
        state = os.path.join(self.folders[0].name, "state.db")
        command = [program(), "serve", "--addr", "127.0.0.1:0", "--state", state, "--quiet", *flags]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise GenusError(f"the program {command[0]} does not start: {error.strerror}") from None
        assert self._process.stdout and self._process.stderr
        atexit.register(self.close)
        self.url = self._process.stdout.readline().strip()  # the first line is the address of the page
        if not self.url.startswith("http"):
            said = self._process.communicate()[1].strip()
            self.close()
            raise GenusError(said.removeprefix("genus: ") or "genus serve ended at once")
        # Nobody reads what comes later: a full pipe would stop the program.
        for pipe in (self._process.stdout, self._process.stderr):
            threading.Thread(target=pipe.read, daemon=True).start()

    def close(self) -> None:
        """Ends the program. It does nothing the second time."""
        atexit.unregister(self.close)
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait(10)
        for folder in self.folders:
            folder.cleanup()

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Returns the JSON that the API answers."""
        request = urllib.request.Request(
            self.url + "api/" + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"X-Genus": "1", "Content-Type": "application/json"},
        )
        try:
            with _direct.open(request) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            fault = _fault(error)
            raise GenusError(fault["detail"], fault) from None
        except (urllib.error.URLError, ConnectionError) as error:
            raise GenusError(f"the program genus does not answer: {error}") from None


# Proxies of the environment are for the endpoint, not for this machine.
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _fault(error: urllib.error.HTTPError) -> dict[str, Any]:
    try:
        fault: dict[str, Any] = json.loads(error.read())
        fault["detail"] = fault.get("detail") or fault["title"]
    except (ValueError, KeyError, TypeError):
        fault = {"detail": str(error), "status": error.code}
    return fault
