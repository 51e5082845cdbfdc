"""Two sets compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from ._definition import Definition
    from ._source import Source


class Comparison:
    """What is in both of two sets A and B, and what only in one. json has all that genus says.

    counts has the numbers of both, only_a and only_b; None if they were not counted. The tables both, only_a and only_b
    have columns iri and label, and may end earlier.
    """

    def __init__(self, source: Source, json: Any):
        self._source = source
        self.json = json
        self.counts: dict[str, int | None] = {part: json[part]["total"] for part in ("both", "only_a", "only_b")}
        self.both, self.only_a, self.only_b = (pd.DataFrame(json[p]["members"], columns=["iri", "label"]) for p in self.counts)

    def __repr__(self) -> str:
        return f"<genus.Comparison: {', '.join(f'{part} {n}' for part, n in self.counts.items())}>"

    def tell(self, **options: object) -> Definition:
        """Learns what tells A from B: the positives are only in A, the negatives only in B (or else in both)."""
        examples = self.json["examples"]
        return self._source.learn([e["iri"] for e in examples["pos"]], [e["iri"] for e in examples["neg"]], **options)
