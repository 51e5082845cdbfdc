"""The classifier, checked by scikit-learn itself."""

import unittest
import warnings

import numpy as np
import pandas as pd
import pytest
from genus.sklearn import ConceptClassifier
from sklearn.base import clone
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import estimator_checks_generator

# The checks that do not apply, and why. All others must pass: scikit-learn skips none without a word here.
NOT_APPLICABLE = {
    "check_pipeline_consistency": "the time limit makes the estimator non-deterministic, as its tags say",
    "check_array_api_input": "arrays of other libraries need SCIPY_ARRAY_API",
}


@pytest.mark.parametrize(
    "estimator, check",
    [
        pytest.param(e, c, id=f"{getattr(c, 'func', c).__name__}{i}")
        for i, (e, c) in enumerate(estimator_checks_generator(ConceptClassifier(max_size=5, timeout=1.0), legacy=True))
    ],
)
def test_estimator_check(estimator, check):
    name = getattr(check, "func", check).__name__
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check(estimator)
    except unittest.SkipTest:
        assert name in NOT_APPLICABLE, f"{name} was skipped"
        pytest.skip(NOT_APPLICABLE[name])


def cars(n):
    rng = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "origin": rng.choice(["Japan", "USA", "Côte d'Ivoire"], n),
            "cylinders": rng.choice([4, 6, 8], n),
            "made": pd.Timestamp("1970-01-01") + pd.to_timedelta(rng.integers(0, 5000, n), "D"),
            "turbo": rng.choice([True, False], n),
        }
    )


def test_a_table_to_a_definition():
    table = cars(406)
    wanted = (table.origin == "Japan") & (table.cylinders <= 4)
    model = ConceptClassifier().fit(table, wanted)
    assert "cylinders" in model.english_[1] and "from Japan" in model.english_[1]
    new = cars(500)[406:]
    assert (model.predict(new) == ((new.origin == "Japan") & (new.cylinders <= 4))).all()
    assert (model.predict(new[:1]) == wanted.iloc[0]).shape == (1,)
    with pytest.raises(ValueError, match="origin"):
        model.predict(new.drop(columns="origin"))


def test_a_fit_ends_when_sizes_bring_nothing_better():
    rng = np.random.default_rng(2)
    table = pd.DataFrame(rng.uniform(0, 10, (300, 4)), columns=list("abcd"))
    wanted = (table.a + table.b > 10) ^ (rng.random(300) < 0.1)  # no small concept is right
    models = [ConceptClassifier(max_size=20, timeout=300).fit(table, wanted) for _ in range(2)]
    assert "stopped: 3 further sizes brought no better concept" in models[0].proofs_[1]
    assert models[0].concepts_ == models[1].concepts_


def test_several_classes_and_missing_values():
    table = cars(200)
    table.loc[::7, "made"] = pd.NaT
    kind = np.where(table.cylinders == 8, "large", np.where(table.turbo, "fast", "plain"))
    scores = cross_val_score(ConceptClassifier(timeout=5), table, kind, cv=3)
    assert scores.min() > 0.95
    assert clone(ConceptClassifier(max_size=3)).get_params()["max_size"] == 3


def test_probabilities_are_shares():
    rng = np.random.default_rng(3)
    n = 4000
    table = pd.DataFrame({"size": rng.uniform(0, 10, n), "origin": rng.choice(["Japan", "USA"], n)})
    share = np.where(table["size"] >= 6, 0.9, 0.2)
    wanted = rng.random(n) < share
    model = ConceptClassifier(max_size=3).fit(table[:1000], wanted[:1000])
    told = model.predict_proba(table[1000:])
    assert told.shape == (3000, 2) and np.allclose(told.sum(axis=1), 1)
    assert (model.classes_[told.argmax(axis=1)] == model.predict(table[1000:])).all()
    certain = told[:, 1]
    assert len(set(certain)) == 2
    for p in set(certain):  # of the rows with a certainty of p, a share of p is of the class
        same = certain == p
        assert abs(wanted[1000:][same].mean() - p) < 0.05
