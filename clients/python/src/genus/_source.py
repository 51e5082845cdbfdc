"""Sources: endpoints, files, databases, and the built-in elephants."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ._definition import Definition
from ._server import GenusError, Server


Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def connect(
    endpoint: str | None = None, *, data: Paths | None = None, db: str | os.PathLike[str] | None = None, preset: str | None = None, **settings: object
) -> Source:
    """Opens a source: a SPARQL endpoint, RDF or OWL files, or a database of `genus extract`.

    The settings are the flags of `genus serve`, with _ for -: contact="you@example.org", depth=1, max_time="5m".
    Without a source, the built-in elephants are opened. The same source is opened once.
    """
    if sum(x is not None for x in (endpoint, data, db)) > 1:
        raise GenusError("choose one source: an endpoint, data or db")
    if data is not None:
        settings["data"] = [os.fspath(f) for f in ([data] if isinstance(data, (str, os.PathLike)) else data)]
    if db is not None:
        settings["db"] = os.fspath(db)
    for name, value in (("endpoint", endpoint), ("preset", preset)):
        if value is not None:
            settings[name] = value
    return _open(tuple(_flags(settings)), bool({"endpoint", "data", "db"} & settings.keys()))


def _flags(settings: Mapping[str, object]) -> Iterator[str]:
    for name, value in sorted(settings.items()):
        flag = "--" + name.replace("_", "-")
        for v in value if isinstance(value, (list, tuple)) else [value]:
            yield f"{flag}={str(v).lower() if isinstance(v, bool) else v}"


@functools.cache
def _open(flags: tuple[str, ...], given: bool) -> Source:
    return Source(Server(flags), None if given else {"kind": "builtin"})


class Source:
    """An open source. Its attribute about says what it is: kind, classes, facts, prefixes."""

    def __init__(self, server: Server, description: Mapping[str, Any] | None):
        self._server = server
        self.about: Mapping[str, Any] = server.call("POST", "sources", description) if description else server.call("GET", "sources/given")

    @property
    def id(self) -> str:
        return str(self.about["id"])

    def call(self, path: str, **body: object) -> Any:
        """Returns the JSON of an operation of the HTTP API about this source."""
        return self._server.call("POST", path, {"source": self.id, **body})

    def learn(self, positives: Iterable[str], negatives: Iterable[str] = (), **options: object) -> Definition:
        """Learns a Definition from examples: names or IRIs. A KeyboardInterrupt keeps the best one so far."""
        return self.learn_task({"pos": _names(positives), "neg": _names(negatives), "options": options, "asked": []})

    def learn_task(self, task: Mapping[str, Any]) -> Definition:
        """Learns from the body of a job (POST /api/jobs)."""
        job = self._server.call("POST", "jobs", {"source": self.id, "detail": True, **task})
        address = "jobs/" + job["id"]
        try:
            while job["state"] in ("queued", "running"):
                job = self._server.call("GET", address + "?wait=5")
        except KeyboardInterrupt:
            self._server.call("DELETE", address)
            job = self._server.call("GET", address + "?wait=5")
        if job["result"] is None or job["result"]["concept"] is None:
            fault = job["error"] or {"detail": (job["result"] or {}).get("failure") or "nothing was found"}
            raise GenusError(fault["detail"], fault)
        return Definition(self, task, job["result"])

    def define(self, concept: str) -> Definition:
        """Returns the Definition of a concept in DL or Manchester syntax, or of a SPARQL query."""
        written = self.call("query", concept=concept, labels=True)
        return Definition(self, {"pos": [], "neg": [], "options": {}, "asked": []}, written)

    def resolve(self, names: Iterable[str]) -> list[str | None]:
        """Returns for each name the IRI of the individual that it certainly means, or None."""
        names = _names(names)
        if not names:
            return []
        found = self._server.call("POST", f"sources/{self.id}/names", {"names": names})["names"]
        return [n["accepted"] and n["accepted"]["iri"] for n in found]

    def close(self) -> None:
        """Ends the program behind the source; the next connect starts it anew."""
        self._server.close()
        _open.cache_clear()


def _names(examples: Iterable[str]) -> list[str]:
    if isinstance(examples, str):
        raise GenusError(f"a list of names is needed, not the text {examples!r}")
    return [str(e) for e in examples]
