"""A classifier for scikit-learn (pip install 'genus-kg[sklearn]'): what it learns is a concept that people can read.

    from genus.sklearn import ConceptClassifier
    model = ConceptClassifier().fit(cars.drop(columns="Origin"), cars["Origin"] == "Japan")
    model.english_, model.predict(new_cars)
"""

from __future__ import annotations

import functools
import os
import tempfile
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin  # type: ignore[import-untyped]
from sklearn.utils.multiclass import check_classification_targets  # type: ignore[import-untyped]
from sklearn.utils.validation import _check_y, check_is_fitted, validate_data  # type: ignore[import-untyped]

from ._server import Server
from ._source import Source

_MOST = 10_000  # individuals in a request


class ConceptClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Learns a concept for each class: one for two classes, the second of which it describes.

    X is a DataFrame or an array of numbers. Numbers, booleans and times are compared; the values of a column of
    texts or categories are names. Missing values say nothing. The parameters are options of a job (GET
    /api/openapi.json, LearnOptions; criterion is its score); timeout is in seconds, for each class.

    concepts_ and english_ have the concepts by class, in DL syntax and in words.
    """

    def __init__(self, *, mode: str = "approx", criterion: str = "accuracy", prefer: str = "smallest", max_size: int = 8, timeout: float = 10.0):
        self.mode = mode
        self.criterion = criterion
        self.prefer = prefer
        self.max_size = max_size
        self.timeout = timeout

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.non_deterministic = True  # the time limit ends the search
        return tags

    def fit(self, X: Any, y: Any) -> ConceptClassifier:
        """Learns the concepts of the classes of y."""
        frame = self._frame(X, reset=True)
        y = _check_y(y, estimator=self)
        check_classification_targets(y)
        if len(y) != len(frame):
            raise ValueError(f"X has {len(frame)} rows, but y has {len(y)}")
        self.classes_, codes = np.unique(y, return_inverse=True)
        self.types_ = {str(name): _type(frame[name]) for name in frame}
        self.concepts_, self.english_, sure = {}, {}, {}
        covered = np.zeros(len(y), dtype=bool)
        described = range(len(self.classes_)) if len(self.classes_) > 2 else range(1, len(self.classes_))
        options = self.get_params()
        options["score"] = options.pop("criterion")
        with _Table(frame, self.types_) as rows:
            for code in described:
                definition = rows.source.learn(rows.iris[codes == code], rows.iris[codes != code], **options)
                found = rows.members(definition.dl)
                self.concepts_[code], self.english_[code] = definition.dl, definition.english
                sure[code] = float(np.mean(codes[found] == code)) if found.any() else 0.0
                covered |= found
        self._order = sorted(sure, key=lambda code: sure[code])  # the surest one is the last to be written
        rest = codes[~covered] if len(self.classes_) != 2 and not covered.all() else codes
        self._otherwise = 0 if len(self.classes_) == 2 else int(np.bincount(rest).argmax())
        return self

    def predict(self, X: Any) -> Any:
        """Returns the class of each row: that of the concept that it is in or, if it is in none, that of most such rows."""
        check_is_fitted(self)
        frame = self._frame(X, reset=False)
        codes = np.full(len(frame), self._otherwise)
        if self.concepts_:
            with _Table(frame, self.types_) as rows:
                for code in self._order:
                    codes[rows.members(self.concepts_[code])] = code
        return self.classes_[codes]

    def _frame(self, X: Any, reset: bool) -> pd.DataFrame:
        if isinstance(X, pd.DataFrame) and not all(pd.api.types.is_numeric_dtype(t) for t in X.dtypes):
            validate_data(self, X, reset=reset, skip_check_array=True)
            if X.columns.has_duplicates:
                raise ValueError("two columns of X have the same name")
            return X.set_axis([str(name) for name in X], axis=1)
        array = validate_data(self, X, reset=reset, dtype="numeric", ensure_all_finite="allow-nan")
        names = getattr(self, "feature_names_in_", None)
        return pd.DataFrame(array, columns=[f"x{i}" for i in range(array.shape[1])] if names is None else list(names))


def _type(values: pd.Series[Any]) -> str:
    """Returns the type that the program is told to read a column with."""
    kinds = pd.api.types
    if kinds.is_bool_dtype(values):
        return "boolean"
    if kinds.is_numeric_dtype(values):
        return "double"
    return "dateTime" if kinds.is_datetime64_any_dtype(values) else "name"


class _Table:
    """A table that the program reads from a folder, with what it says of the rows."""

    def __init__(self, frame: pd.DataFrame, types: dict[str, str]):
        self._folder = tempfile.TemporaryDirectory(dir=_server()[1])
        path = os.path.join(self._folder.name, "rows.csv")
        keys = [f"row:{i}" for i in range(len(frame))]
        named = frame.set_axis(pd.Index(keys, name="row:"), axis=0)  # no column of a table that people write has that name
        times = {c: named[c].map(lambda t: "" if pd.isna(t) else t.isoformat()) for c, kind in types.items() if kind == "dateTime"}
        named.assign(**times).to_csv(path)
        self.iris = np.array([f"urn:table:row%3A{i}" for i in range(len(frame))])
        table = [f"type={name}:{kind}" for name, kind in types.items() if name.strip()]
        self.source = Source(_server()[0], {"kind": "file", "path": path, "key": "row:", "table": table})

    def __enter__(self) -> _Table:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def members(self, concept: str) -> Any:
        """Returns which rows are in the concept."""
        found: set[str] = set()
        for at in range(0, len(self.iris), _MOST):
            answer = self.source.call("predict", concept=concept, iris=list(self.iris[at : at + _MOST]))
            found.update(e["iri"] for e in answer["explanations"] if e["member"])
        return np.array([iri in found for iri in self.iris])


@functools.cache
def _server() -> tuple[Server, str]:
    """Returns the program that all classifiers share, and the folder from which it may read."""
    folder = tempfile.TemporaryDirectory(prefix="genus-tables-")
    server = Server([f"--allow={folder.name}"])
    server.folders.append(folder)
    return server, folder.name
