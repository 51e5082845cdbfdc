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

from . import _table
from ._server import Server
from ._source import Source

_MOST = 10_000  # individuals in a request


class ConceptClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Learns a concept for each class: one for two classes, the second of which it describes.

    X is a DataFrame or an array of numbers. Numbers, booleans and times are compared; the values of a column of
    texts or categories are names. Missing values say nothing. The parameters are options of a job (GET
    /api/openapi.json, LearnOptions; criterion is its score). The search goes from small concepts to large ones; it ends
    when so many sizes in a row as patience says bring no better concept (0: never), or after timeout seconds, for each
    class.

    concepts_ and english_ have the concepts by class, in DL syntax and in words; proofs_ says what is proved of each, or
    what ended its search.
    """

    def __init__(
        self,
        *,
        mode: str = "approx",
        criterion: str = "accuracy",
        prefer: str = "smallest",
        max_size: int = 8,
        patience: int = 3,
        timeout: float = 10.0,
    ):
        self.mode = mode
        self.criterion = criterion
        self.prefer = prefer
        self.max_size = max_size
        self.patience = patience
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
        self.concepts_, self.english_, self.proofs_, sure, found = {}, {}, {}, {}, {}
        described = range(len(self.classes_)) if len(self.classes_) > 2 else range(1, len(self.classes_))
        options = self.get_params()
        options["score"] = options.pop("criterion")
        with _Table(frame, self.types_) as rows:
            for code in described:
                definition = rows.source.learn(rows.iris[codes == code], rows.iris[codes != code], **options)
                found[code] = rows.members(definition.dl)
                self.concepts_[code], self.english_[code] = definition.dl, definition.english
                self.proofs_[code] = definition.json["proof"]
                sure[code] = float(np.mean(codes[found[code]] == code)) if found[code].any() else 0.0
        self._order = sorted(sure, key=lambda code: sure[code])  # the surest one is the last to be written
        groups = self._groups(len(frame), found)
        counts = np.zeros((len(self._order) + 1, len(self.classes_)))
        np.add.at(counts, (groups, codes), 1)
        counts[counts.sum(axis=1) == 0] = np.bincount(codes)  # of a group without rows nothing is known
        self._shares = (counts + 1) / (counts + 1).sum(axis=1, keepdims=True)
        return self

    def predict(self, X: Any) -> Any:
        """Returns the most probable class of each row."""
        probabilities = self.predict_proba(X)
        return self.classes_[probabilities.argmax(axis=1)]

    def predict_proba(self, X: Any) -> Any:
        """Returns the probability of each class for each row.

        It is the share of the class among the rows of fit that are in the same concept (the surest of several) or, if
        the row is in none, in none. Each class counts one row more (Laplace's rule of succession).
        """
        check_is_fitted(self)
        frame = self._frame(X, reset=False)
        found: dict[Any, Any] = {}
        if self.concepts_:
            with _Table(frame, self.types_) as rows:
                found = {code: rows.members(concept) for code, concept in self.concepts_.items()}
        return self._shares[self._groups(len(frame), found)]

    def _groups(self, n: int, found: dict[Any, Any]) -> Any:
        """Returns for each row the place in _order, from 1, of the surest concept that it is in; 0 if it is in none."""
        groups = np.zeros(n, dtype=int)
        for place, code in enumerate(self._order, 1):
            groups[found[code]] = place
        return groups

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
    """Returns the type that the program is told to read a column with: whole numbers in a sample may be others elsewhere."""
    kind = _table.type_of(values)
    return {"integer": "double", "": "name"}.get(kind, kind)


class _Table:
    """A table that the program reads from a folder, with what it says of the rows."""

    def __init__(self, frame: pd.DataFrame, types: dict[str, str]):
        self._folder = tempfile.TemporaryDirectory(dir=_server()[1])
        path = os.path.join(self._folder.name, "rows.csv")
        keys = [f"row:{i}" for i in range(len(frame))]
        named = frame.set_axis(pd.Index(keys, name="row:"), axis=0)  # no column of a table that people write has that name
        _table.write(named, types, path)
        self.iris = np.array([f"urn:table:row%3A{i}" for i in range(len(frame))])
        self.source = Source(_server()[0], {"kind": "file", "path": path, "key": "row:", "table": list(_table.options(types))})

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
