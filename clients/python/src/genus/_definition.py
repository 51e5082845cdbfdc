"""What was learned, and the questions that settle it."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from ._source import Source
    from ._types import Explanation, MembersOutput, NextQuestion, TableColumn, TableValue, Written

_SHOWN = 10  # members in a notebook
_XSD = "http://www.w3.org/2001/XMLSchema#"
_WHOLE = {
    _XSD + t
    for t in (
        "integer int long short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger"
        " unsignedInt unsignedLong unsignedShort unsignedByte"
    ).split()
}
_NUMBERS = _WHOLE | {_XSD + t for t in ("decimal", "double", "float")}
_TIMES = {_XSD + t for t in ("date", "dateTime", "dateTimeStamp")}


class Question:
    """An individual that tells the candidates apart. str() asks about it."""

    def __init__(self, json: NextQuestion):
        self.json = json
        self.iri = json["iri"]
        self.label = json["label"] or json["iri"]

    def __str__(self) -> str:
        facts = "; ".join(("" if f["holds"] else "not: ") + f["english"] for f in self.json["facts"])
        return f"Is {self.label} one of them?" + (f" ({facts})" if facts else "")


class Definition:
    """A concept, its query, and how sure it is. json has all that genus says (docs/outputs.md)."""

    def __init__(self, source: Source, task: Mapping[str, Any], json: Mapping[str, Any]):
        self._source, self._task = source, task
        self.json = json
        concept: Written = json["concept"]
        self.dl = concept["dl"]
        self.manchester = concept["manchester"]
        self.size = concept["size"]
        self.english: str = json["english"]
        self.sparql: str = json["sparql"]
        self.probability: float | None = json.get("confidence")
        self.is_smallest: bool = json.get("optimal", False)  # proved
        self.question = Question(json["question"]) if json.get("question") else None

    def __repr__(self) -> str:
        return f"<genus.Definition: {', '.join([self.english, *self._certainty()])}>"

    def _certainty(self) -> list[str]:
        said = []
        if self.probability is not None:
            percent = f"{self.probability:.0%}" if self.probability >= 0.01 else "under 1%"
            said.append(percent + " likely what you mean")
        if self.is_smallest:
            said.append(self.json.get("proof") or "proved to be smallest")
        return said

    def answer(self, belongs: bool | None) -> Definition:
        """Answers the question (None: I do not know), and returns the definition that follows from it."""
        if self.question is None:
            raise ValueError("there is no question to answer")
        iri, task = self.question.iri, dict(self._task)
        task["asked"] = [*task["asked"], iri]
        if belongs is not None:
            side = "pos" if belongs else "neg"
            task[side] = [*task[side], iri]
        return self._source.learn_task(task)

    def ask(self, reply: Callable[[Question], bool | None] | None = None) -> Definition:
        """Asks until no answer would help. reply(question) is True, False or None; without it the keyboard is asked."""
        definition = self
        while definition.question is not None:
            if reply is not None:
                definition = definition.answer(reply(definition.question))
                continue
            typed = input(f"So far: {definition.english}.\n{definition.question} [y]es, [n]o, [?], or Enter to stop: ").strip().lower()
            if not typed:
                break
            if typed[0] in "yn?":
                definition = definition.answer({"y": True, "n": False, "?": None}[typed[0]])
        return definition

    def members(self, columns: Iterable[str] = (), limit: int = 0, order: str = "", group: str = "") -> pd.DataFrame:
        """Returns all members (or the first ones): iri, label, the properties that decide, and the columns.

        A column is a property: its IRI, short name or label; ^ before it reads it backwards; count(p), sum(p), avg(p),
        min(p) and max(p) are one value of several. A column has the type of
        its values: numbers, dates and times, booleans, or texts and the labels of individuals. If a member has several
        values, each cell is a list. order is a column whose values order the members, or label; - before it puts the highest
        first. With group, a property like a column, the rows are its values with the number of members that have each,
        and columns are aggregates of what these members have.
        """
        table: MembersOutput = self._source.call(
            "members", concept=self.dl, columns=list(columns), limit=limit, order=order, group=group
        )
        if group:
            return _grouped(table)
        found = table["members"]
        columns_ = [_column([m["values"][i] for m in found]) for i in range(len(table["columns"]))]
        named = [pd.Series([m[name] for m in found], dtype=object) for name in ("iri", "label")]
        frame = pd.concat([*named, *columns_], axis=1)
        frame.columns = pd.Index(["iri", "label", *(_heading(c) for c in table["columns"])])
        frame.attrs.update(query=table["query"], missing=table["missing"], total=table["total"])
        return frame

    def why(self, individuals: Iterable[str]) -> pd.DataFrame:
        """Says of individuals (names or IRIs) whether they are members, and which parts decide."""
        found = self._source.call("why", concept=self.dl, individuals=[str(i) for i in individuals])
        return _explained(found["explanations"])

    def predict(self, individuals: pd.DataFrame | Iterable[str], column: str = "iri") -> pd.DataFrame | pd.Series:
        """Returns whether individuals are members: True, False, or NA if the source does not know them.

        individuals is a list or a Series of names or IRIs; the answer is a boolean Series. Or it is a DataFrame that
        has them in a column; the answer is a copy with two more columns, member and why.
        """
        if isinstance(individuals, pd.DataFrame):
            found = self._predictions(individuals[column])
            return individuals.assign(member=found["member"], why=found["why"])
        return self._predictions(individuals)["member"]

    def _predictions(self, individuals: Iterable[str]) -> pd.DataFrame:
        given = individuals if isinstance(individuals, pd.Series) else pd.Series(list(individuals), dtype=object)
        names = given.reset_index(drop=True)  # rows may share an index
        known = names.dropna().astype(str)
        iris = pd.Series(self._source.resolve(known), index=known.index, dtype=object).dropna()
        explained = _explained(
            self._source.call("predict", concept=self.dl, iris=sorted(set(iris)))["explanations"] if len(iris) else []
        ).set_index("iri")
        found = pd.DataFrame(
            {
                "member": iris.map(explained["member"]).astype("boolean").reindex(names.index),
                "why": iris.map(explained["why"]).reindex(names.index).fillna(""),
            }
        )
        return found.set_index(given.index)

    def _repr_html_(self) -> str:
        table = self.members(limit=_SHOWN)
        total = table.attrs["total"]
        return "".join(
            [
                f"<p><b>{html.escape(self.english)}</b></p>",
                *(f"<p>{html.escape(line)}</p>" for line in self._certainty()),
                f"<p>{html.escape(str(self.question))} <code>.answer(True)</code></p>" if self.question else "",
                table.to_html(index=False, na_rep="", border=0),
                f"<p>{total} members</p>" if total is not None and total > len(table) else "",
                f"<details><summary>SPARQL query</summary><pre>{html.escape(self.sparql)}</pre></details>",
            ]
        )


def _column(cells: Sequence[Sequence[TableValue]]) -> pd.Series[Any]:
    """Returns a column: of lists if a cell has several values, and else of single values, missing where there is none."""
    values = [v for cell in cells for v in cell]
    typed = iter(_typed(values))
    lists = [[next(typed) for _ in cell] for cell in cells]
    if any(len(cell) > 1 for cell in cells):
        return pd.Series(lists, dtype=object)
    single = _typed([cell[0] if cell else None for cell in cells])
    return single if len(single) else pd.Series([], dtype=object)


def _typed(values: Sequence[TableValue | None]) -> pd.Series[Any]:
    """Returns the values as numbers, times or booleans if all are such, and else as texts and labels."""
    types = {v["datatype"] for v in values if v is not None}
    texts = pd.Series([None if v is None else v["value"] for v in values], dtype=object)
    try:
        if types and types <= _NUMBERS:
            numbers = pd.to_numeric(texts)
            return numbers.astype("Int64") if types <= _WHOLE else numbers.astype(float)
        if types and types <= _TIMES:
            return pd.to_datetime(texts, format="ISO8601", utc=True).dt.tz_localize(None)
        if types == {_XSD + "boolean"}:
            return texts.map({"true": True, "1": True, "false": False, "0": False}).astype("boolean")
    except (ValueError, OverflowError):  # such as a year that is no time of pandas, or INF as a whole number
        pass
    return pd.Series([None if v is None else v["label"] or v["value"] for v in values], dtype=object)


def _heading(column: TableColumn) -> str:
    name = column["property"].get("label") or column["property"]["iri"]
    name = "^" + name if column["inverse"] else name
    return f"{column['aggregate']}({name})" if column.get("aggregate") else name


def _grouped(table: MembersOutput) -> pd.DataFrame:
    """Returns the groups of a table: the values of its first column, the number of members, and the other columns."""
    groups = table.get("groups") or []
    more = [[g.get("values", [])[i] for g in groups] for i in range(len(table["columns"]) - 1)]
    columns = [_column([[g] for g in groups]), pd.Series([g["members"] for g in groups], dtype="int64")]
    columns += [_column([[v] if v["value"] else [] for v in values]) for values in more]
    frame = pd.concat(columns, axis=1)
    first, *others = (_heading(c) for c in table["columns"])
    frame.columns = pd.Index([first, "members", *others])
    frame.attrs.update(query=table["query"], missing=table["missing"], total=table["total"])
    return frame


def _explained(explanations: Sequence[Explanation]) -> pd.DataFrame:
    rows = [(e["iri"], e["label"], e["member"], "; ".join(r["text"] for r in e["why"])) for e in explanations]
    return pd.DataFrame(rows, columns=["iri", "label", "member", "why"])
