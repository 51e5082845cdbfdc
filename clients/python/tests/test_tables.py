"""DataFrames as data and as tables, typed columns, and sets that are compared. Nothing leaves this machine."""

import genus
import pandas as pd
import pytest

FILMS = """
@prefix : <http://example.org/film#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:alien a :Film ; rdfs:label "Alien" ; :year 1979 ; :length 117.5 ; :shown "1979-05-25"^^xsd:date ; :sequel true ;
  :cast :weaver, :hurt ; :maker :scott .
:duel a :Film ; rdfs:label "Duel" ; :year 1971 ; :shown "1971-11-13T20:30:00Z"^^xsd:dateTime ; :sequel false ; :maker :spielberg .
:lost a :Film ; rdfs:label "Lost" ; :maker :nobody .
:weaver rdfs:label "Sigourney Weaver" . :hurt rdfs:label "John Hurt" . :scott rdfs:label "Ridley Scott" .
:spielberg rdfs:label "Steven Spielberg" .
"""


@pytest.fixture
def films(tmp_path):
    (tmp_path / "films.ttl").write_text(FILMS)
    source = genus.connect(data=tmp_path / "films.ttl")
    yield source
    source.close()


def test_columns_have_types(films):
    names = ["year", "length", "shown", "sequel", "cast", "maker"]
    table = films.define("<http://example.org/film#Film>").members(columns=[f"<http://example.org/film#{n}>" for n in names])
    table.columns = ["iri", "label", *names]
    assert table["label"].tolist() == ["Alien", "Duel", "Lost"]
    assert table["year"].dtype == "Int64" and table["year"].sum() == 1979 + 1971 and table["year"].isna().tolist()[2]
    assert table["length"].dtype == float and table["length"].iloc[0] == 117.5
    assert table["shown"].dtype.kind == "M"
    assert table["shown"].tolist()[:2] == [pd.Timestamp("1979-05-25"), pd.Timestamp("1971-11-13 20:30")] and pd.isna(table["shown"][2])
    assert table["sequel"].dtype == "boolean" and table["sequel"].tolist()[:2] == [True, False]
    assert sorted(table["cast"].iloc[0]) == ["John Hurt", "Sigourney Weaver"] and table["cast"].tolist()[1:] == [[], []]
    assert table["maker"].iloc[0] == "Ridley Scott"
    none = films.define("<http://example.org/film#Film> and not <http://example.org/film#Film>").members()
    assert list(none) == ["iri", "label"] and none.empty


def test_a_frame_is_data():
    cars = pd.DataFrame(
        {
            "made": pd.to_datetime(["1970-01-02", "1975-01-01", None, "1980-06-01"]),
            "fast": [True, False, True, False],
            "power": [150, 75, 210, 60],
            "origin": pd.Categorical(["USA", "Japan", "USA", "France"]),
        },
        index=pd.Index(["ford pinto", "mazda", "buick", "renault"], name="model"),
    )
    source = genus.connect(cars, name="cars")
    try:
        d = source.learn(["ford pinto", "buick"], ["mazda", "renault"], prefer="smallest")
        assert d.is_smallest and set(d.members()["label"]) == {"ford pinto", "buick"}
        table = source.define("<urn:table:Car>").members(columns=[f"<urn:table:{c}>" for c in cars])
        assert len(table) == 4 and table.iloc[:, 2].dtype.kind == "M" and table.iloc[:, 3].dtype == "boolean"
        assert table.iloc[:, 4].sum() == cars["power"].sum() and set(table.iloc[:, 5]) == {"USA", "Japan", "France"}
    finally:
        source.close()
    keyed = genus.connect(cars.reset_index(), key="model")
    assert keyed.resolve(["mazda", "nothing"]) == ["urn:table:mazda", None]
    keyed.close()


def test_a_frame_beside_a_graph(films):
    mine = pd.DataFrame({"year": [1979, 1971, 1999, 2000], "film": ["Alien", "Duel", "Lost", "Nothing"]})
    about = films.annotate(mine, key="film")
    assert [r["accepted"] is not None for r in about["rows"]] == [True, True, True, False]
    assert [c["cell"] for c in about["lacking"]] == ["1999"]


def test_compare():
    zoo = genus.connect()
    males = zoo.define("zoo:Male")
    x = zoo.compare(males, "zoo:livesIn value zoo:Lakeview")
    inside = set(zoo.define("zoo:livesIn value zoo:Lakeview").members()["iri"])
    assert set(x.both["iri"]) == set(males.members()["iri"]) & inside
    assert x.counts["only_b"] == len(x.only_b) == len(inside - set(males.members()["iri"]))
    told = x.tell(prefer="smallest", max_size=5)
    assert told.dl
    some = zoo.compare(["Chobu", "nobody at all"], males)
    assert some.counts["both"] + some.counts["only_a"] == 1 and some.json["a"]["unknown"][0]["text"] == "nobody at all"


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda f: genus.connect(f, key="who"), "no column 'who'"),
        (lambda f: genus.connect(f, data="a.ttl"), "one source"),
        (lambda f: genus.connect(f, db="a.db"), "one source"),
        (lambda f: genus.connect(pd.concat([f, f], axis=1)), "the same name"),
    ],
)
def test_frames_that_are_refused(call, says):
    with pytest.raises(genus.GenusError, match=says):
        call(pd.DataFrame({"a": [1, 2]}))


def test_a_program_that_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("GENUS_PROGRAM", str(tmp_path / "none"))
    with pytest.raises(genus.GenusError, match="does not start"):
        genus.connect(pd.DataFrame({"a": [1]}))
