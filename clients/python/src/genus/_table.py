"""DataFrames as tables that the program reads."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd


def type_of(values: pd.Series[Any]) -> str:
    """Returns the type that the program is told to read a column with; empty for texts, which are read as they look."""
    kinds = pd.api.types
    if kinds.is_bool_dtype(values):
        return "boolean"
    if kinds.is_integer_dtype(values):
        return "integer"
    if kinds.is_numeric_dtype(values):
        return "double"
    if isinstance(values.dtype, pd.CategoricalDtype):
        return "name"
    return "dateTime" if kinds.is_datetime64_any_dtype(values) else ""


def write(frame: pd.DataFrame, types: Mapping[str, str], path: str, index: bool = True) -> None:
    """Writes the table as CSV; times as the program reads them."""
    times = {c: frame[c].map(lambda t: "" if pd.isna(t) else t.isoformat()) for c, kind in types.items() if kind == "dateTime"}
    frame.assign(**times).to_csv(path, index=index)


def options(types: Mapping[str, str]) -> Iterator[str]:
    """Returns the options that say how the columns are read."""
    return (f"type={name}:{kind}" for name, kind in types.items() if kind and name.strip())


def flags(frame: pd.DataFrame, name: str, key: str | None) -> tuple[list[str], tempfile.TemporaryDirectory[str]]:
    """Writes a table that is a source, and returns the flags that open it and the folder where it is."""
    frame = frame.set_axis([str(c) for c in frame], axis=1)
    if key is None and frame.index.name is not None:
        key = str(frame.index.name)
    if key is not None and key == frame.index.name:
        frame = frame.reset_index()
    types = {str(c): type_of(frame[c]) for c in frame if c != key}
    folder = tempfile.TemporaryDirectory(prefix="genus-table-")
    path = os.path.join(folder.name, name + ".csv")
    write(frame, types, path, index=False)
    return ["--data=" + path, *(["--key=" + key] if key else []), *("--table=" + o for o in options(types))], folder


def rows(frame: pd.DataFrame) -> list[list[str]]:
    """Returns the cells as texts; missing ones are empty."""
    texts = frame.astype(object).where(frame.notna(), "")
    return [[c.isoformat() if isinstance(c, pd.Timestamp) else str(c) for c in row] for row in texts.to_numpy().tolist()]
