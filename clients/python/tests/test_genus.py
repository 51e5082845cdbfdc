"""The package with the program that it holds, on the built-in elephants and on files. Nothing leaves this machine."""

import genus
import pandas as pd
import pytest

GIVEN = ["Chobu", "Damba", "Fumba"]
OTHERS = ["Bawen", "Chomba", "Dalani"]
HEAVY = "zoo:Elephant and zoo:Male and zoo:weight some xsd:integer[>= 3000]"

FAMILY = """
@prefix : <http://example.org/family#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:bob a :Man ; rdfs:label "Bob" ; :age 40 ; :hasChild :eli, :dan .
:gus a :Man ; rdfs:label "Gus" ; :age 50 ; :hasChild :eva .
:dan a :Man ; rdfs:label "Dan" ; :age 12 .
:eva a :Woman ; rdfs:label "Eva" ; :age 15 .
:eli a :Man ; rdfs:label "<img src=x onerror=alert(1)>" ; :age 10 .
"""


@pytest.fixture
def family(tmp_path):
    (tmp_path / "family.ttl").write_text(FAMILY)
    source = genus.connect(data=tmp_path / "family.ttl")
    yield source
    source.close()


def test_answers_settle_what_is_meant():
    zoo = genus.connect()
    meant = zoo.define(HEAVY)
    members = meant.members()["iri"]
    found = zoo.learn(members[::16]).ask(lambda q: q.iri in set(members))
    assert set(found.members()["iri"]) == set(members)
    assert found.question is None and found.probability > 0.5
    assert "SELECT DISTINCT ?x" in found.sparql and found.english.startswith("male elephants")


def test_keyboard(monkeypatch):
    replies = iter(["maybe", "y", ""])
    asked = []
    monkeypatch.setattr("builtins.input", lambda prompt: asked.append(prompt) or next(replies))
    first = genus.learn(GIVEN, OTHERS)
    second = first.ask()
    assert len(asked) == 3 and asked[0] == asked[1] != asked[2]
    assert second.json["examples"]["positive"] == len(GIVEN) + 1
    with pytest.raises(ValueError, match="no question"):
        genus.connect().define("zoo:Male").answer(True)


def test_members_have_columns_of_numbers_and_names():
    table = genus.connect().define("zoo:Elephant").members(columns=["zoo:weight", "kept by"], limit=5)
    assert list(table) == ["iri", "label", "weight", "kept by"] and len(table) == 5
    assert table["weight"].dtype.kind in "if" and table["weight"].min() > 0
    assert table.attrs["total"] == 200


def test_groups_have_sums_of_their_members():
    cars = pd.DataFrame({"Name": ["a", "b", "c", "d"], "Origin": ["Japan", "Japan", "USA", "USA"], "Price": [3, 4, 10, 2.5]})
    members = genus.connect(cars, name="cars", key="Name").define("Car")
    groups = members.members(group="Origin", columns=["sum(Price)", "max(Price)"], order="-sum(Price)")
    assert list(groups) == ["Origin", "members", "sum(Price)", "max(Price)"]
    assert groups.values.tolist() == [["USA", 2, 12.5, 10.0], ["Japan", 2, 7.0, 4.0]]
    assert list(members.members(order="-label", limit=2).label) == ["d", "c"]
    with pytest.raises(genus.GenusError, match="a group has many members"):
        members.members(group="Origin", columns=["Price"])


def test_predict_and_why(family):
    parents = family.learn(["Bob", "Gus"], ["Dan", "Eva"], prefer="smallest")
    assert parents.is_smallest
    rows = pd.DataFrame({"who": ["Gus", "Eva", "nobody", None]}, index=[7, 7, 9, 10])
    told = parents.predict(rows, column="who")
    assert list(rows) == ["who"] and list(told.index) == [7, 7, 9, 10]
    assert told["member"].tolist()[:2] == [True, False] and told["member"].isna().tolist()[2:] == [True, True]
    assert told["why"].tolist()[2:] == ["", ""] and all(told["why"].tolist()[:2])
    assert parents.predict(pd.Series([], dtype=object)).empty
    assert parents.why(["Eva"])["member"].tolist() == [False]


def test_notebook_shows_no_markup_of_the_data(family):
    page = family.define("<http://example.org/family#Man>")._repr_html_()
    assert "&lt;img" in page and "<img" not in page and "SPARQL" in page


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda: genus.learn(["nobody at all"]), "nobody at all"),
        (lambda: genus.learn("Chobu"), "a list of names"),
        (lambda: genus.learn(GIVEN, deth=1), "deth"),
        (lambda: genus.connect(data="missing.ttl"), "missing.ttl"),
        (lambda: genus.connect(data="a.ttl", db="b.db"), "one source"),
        (lambda: genus.connect(colour="red"), "colour"),
        (lambda: genus.connect("http://127.0.0.1:1/sparql").learn(["x"]), "connection refused"),
        (lambda: genus.connect().define("zoo:Elephant and"), "the text ends"),
    ],
)
def test_errors_are_one_line(call, says):
    with pytest.raises(genus.GenusError) as error:
        call()
    assert says in str(error.value) and "\n" not in str(error.value)
