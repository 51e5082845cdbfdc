"""Sources: endpoints, files, databases, and the built-in elephants."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pandas as pd

from . import _table
from ._comparison import Comparison
from ._definition import Definition
from ._server import GenusError, Server


Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def connect(
    endpoint: str | pd.DataFrame | None = None,
    *,
    data: Paths | pd.DataFrame | None = None,
    db: str | os.PathLike[str] | None = None,
    preset: str | None = None,
    **settings: object,
) -> Source:
    """Opens a source: a SPARQL endpoint, RDF or OWL files, a table, or a database of `genus extract`.

    The settings are the flags of `genus serve`, with _ for -: contact="you@example.org", depth=1, max_time="5m".
    Without a source, the built-in elephants are opened. The same source is opened once.

    A DataFrame is read as it is now: a row is an individual, a column a property of the type of its dtype. key is the
    column that names the rows; without it an index with a name does, or else rows have numbers. name is what the rows
    are called, in the plural: connect(df, name="cars", key="Name").
    """
    if isinstance(endpoint, pd.DataFrame):
        if data is not None:
            raise GenusError("choose one source: an endpoint, data or db")
        endpoint, data = None, endpoint
    if isinstance(data, pd.DataFrame):
        if endpoint is not None or db is not None:
            raise GenusError("choose one source: an endpoint, data or db")
        return _open_table(data, settings)
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


def _open_table(frame: pd.DataFrame, settings: dict[str, object]) -> Source:
    if frame.columns.has_duplicates:
        raise GenusError("two columns of the table have the same name")
    key, name = settings.pop("key", None), str(settings.pop("name", "rows"))
    if key is not None and key not in [*map(str, frame), frame.index.name]:
        raise GenusError(f"the table has no column {key!r}: its columns are {', '.join(map(str, frame))}")
    flags, folder = _table.flags(frame, name, None if key is None else str(key))
    server = Server([*flags, *_flags(settings)])
    server.folders.append(folder)
    return Source(server, None)


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

    def annotate(self, table: pd.DataFrame, key: str | None = None) -> Any:
        """Says what a table is about whose rows are about individuals of this source, and where the two differ.

        key is the column that names the individuals; default the first. The answer is the JSON of `genus table`.
        """
        columns = [str(c) for c in table]
        return self.call("annotate", columns=columns, rows=_table.rows(table), **({} if key is None else {"key": key}))

    def compare(self, a: Definition | str | Iterable[str], b: Definition | str | Iterable[str], limit: int = 1000) -> Comparison:
        """Says which individuals are in both of two sets, and which only in one; it lists the first of each part.

        A set is a definition, a concept or SPARQL query, or names or IRIs: a list, a Series, anything to iterate.
        """
        return Comparison(self, self.call("compare", a=_set(a), b=_set(b), limit=limit))

    def close(self) -> None:
        """Ends the program behind the source; the next connect starts it anew."""
        self._server.close()
        _open.cache_clear()


def _names(examples: Iterable[str]) -> list[str]:
    if isinstance(examples, str):
        raise GenusError(f"a list of names is needed, not the text {examples!r}")
    return [str(e) for e in examples]


def _set(given: Definition | str | Iterable[str]) -> dict[str, object]:
    if isinstance(given, Definition):
        return {"concept": given.dl}
    return {"concept": given} if isinstance(given, str) else {"names": _names(given)}
