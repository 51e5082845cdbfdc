"""genus finds the concept that your examples share, and its SPARQL query.

    import genus
    d = genus.learn(["Herbie Hancock", "Chick Corea"], endpoint="https://query.wikidata.org/sparql", preset="wikidata")
    print(d.english, d.sparql)

The program genus, which is part of the package, does the work.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

import pandas as pd

from ._comparison import Comparison
from ._definition import Definition, Question
from ._server import GenusError
from ._source import Paths, Source, connect

__all__ = ["Comparison", "Definition", "GenusError", "Question", "Source", "connect", "learn"]


def learn(
    positives: Iterable[str],
    negatives: Iterable[str] = (),
    *,
    endpoint: str | None = None,
    data: Paths | pd.DataFrame | None = None,
    db: str | PathLike[str] | None = None,
    preset: str | None = None,
    **options: object,
) -> Definition:
    """Learns what the positives have in common and the negatives do not.

    Examples are names, IRIs, or IRIs with a prefix; Series and other iterables will do. Two or three positives are
    enough. Without an endpoint, files (data) or a database (db), the built-in elephants are the source. The options
    are those of a job: depth, language, timeout, prefer and more (see GET /api/openapi.json, LearnOptions).
    """
    source = connect(endpoint, data=data, db=db, preset=preset)
    return source.learn(positives, negatives, **options)
