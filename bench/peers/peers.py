"""Runs a learner of Ontolearn 0.11 on the folds of one problem, for genus --external.

    python3 peers.py EvoLearner|TDL|CELOE

It reads the first fold from its environment and each further one from a line on
standard input, as "genus eval --help" says, and prints the test examples that the
learner takes for positive, and "end". The seconds are of processor time, and do
not include loading the ontology.
"""

import gzip
import importlib
import importlib.machinery
import importlib.util
import json
import logging
import os
import pathlib
import random
import sys
import tempfile
import time
import types

import numpy
import rdflib
import scipy  # noqa: F401  scipy and sklearn look for torch, so they come before the stubs
import sklearn.tree  # noqa: F401
from rdflib import OWL, RDF, RDFS, BNode, Literal, URIRef


class Absent(types.ModuleType):
    """A module that the three learners import and do not use."""

    __path__ = []
    __all__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


class AbsentModules:
    """Finds those modules: neural learners, plots, language models, a web server."""

    names = {
        "torch", "transformers", "openai", "shap", "matplotlib", "umap", "fitter", "dspy", "litserve",
        "seaborn", "fastapi", "uvicorn", "flask", "pysat", "asciitree",
    }

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in self.names:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Absent(spec.name)

    def exec_module(self, module):
        pass


def import_learners():
    """Imports the three learners without the others, which need torch."""
    sys.meta_path.append(AbsentModules())
    root = pathlib.Path(importlib.util.find_spec("ontolearn").submodule_search_locations[0])
    package = types.ModuleType("ontolearn.learners")
    package.__path__ = [str(root / "learners")]
    sys.modules["ontolearn.learners"] = package


def declared(path):
    """Returns the path of an N-Triples file with the statements of the RDF file and
    declarations of its classes, properties and individuals: Ontolearn sees only what
    is declared."""
    graph = rdflib.Graph()
    suffixes = pathlib.Path(path).suffixes
    forms = {".nt": "nt", ".ttl": "turtle", ".owl": "xml", ".rdf": "xml"}
    form = next(forms[s] for s in reversed(suffixes) if s in forms)
    if suffixes[-1] == ".gz":
        with gzip.open(path) as f:
            graph.parse(f, format=form)
    else:
        graph.parse(path, format=form)
    schema = {OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty, OWL.Ontology, OWL.AnnotationProperty, OWL.Restriction,
              OWL.FunctionalProperty, OWL.TransitiveProperty, OWL.SymmetricProperty, RDF.Property, RDFS.Class, OWL.NamedIndividual}
    annotations = {RDFS.label, RDFS.comment}
    for s, p, o in list(graph):
        if p == RDF.type:
            if o not in schema and isinstance(o, URIRef):
                graph.add((o, RDF.type, OWL.Class))
                graph.add((s, RDF.type, OWL.NamedIndividual))
        elif not any(p.startswith(ns) for ns in (RDFS, OWL, RDF)) and p not in annotations and not isinstance(s, BNode):
            graph.add((p, RDF.type, OWL.DatatypeProperty if isinstance(o, Literal) else OWL.ObjectProperty))
            graph.add((s, RDF.type, OWL.NamedIndividual))
            if isinstance(o, URIRef):
                graph.add((o, RDF.type, OWL.NamedIndividual))
    graph.add((URIRef("urn:genus:problem"), RDF.type, OWL.Ontology))
    handle, out = tempfile.mkstemp(suffix=".nt")
    os.close(handle)
    graph.serialize(out, format="nt", encoding="utf-8")
    return out


class Clock:
    """Stands for the module time in the learners: their limits are of processor time."""

    def __getattr__(self, name):
        return getattr(time, name)

    def time(self):
        return time.process_time()


def iris(path):
    with open(path, encoding="utf-8") as f:
        return [line.strip() for line in f if line.strip()]


def main():
    if "PYTHONHASHSEED" not in os.environ:  # the learners go through sets
        os.environ["PYTHONHASHSEED"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    name = sys.argv[1]
    logging.disable(logging.CRITICAL)
    answers, sys.stdout = sys.stdout, sys.stderr  # the learners print
    import_learners()
    kb_module = importlib.import_module("ontolearn.knowledge_base")
    problem_module = importlib.import_module("ontolearn.learning_problem")
    individual = importlib.import_module("owlapy.owl_individual").OWLNamedIndividual
    for module in ("ontolearn.learners.evolearner", "ontolearn.learners.celoe", "ontolearn.learners.tree_learner",
                   "ontolearn.learners.base", "ontolearn.ea_algorithms"):
        importlib.import_module(module).time = Clock()
    quality = importlib.import_module("ontolearn.metrics")

    file = declared(os.environ["GENUS_DATA"])
    kb = kb_module.KnowledgeBase(path=file)
    fold = dict(os.environ)
    while True:
        seconds = float(fold["GENUS_TIMEOUT"])
        random.seed(1)
        numpy.random.seed(1)
        pos = {individual(i) for i in iris(fold["GENUS_TRAIN_POS"])}
        neg = {individual(i) for i in iris(fold["GENUS_TRAIN_NEG"])}
        problem = problem_module.PosNegLPStandard(pos=pos, neg=neg)
        start = time.process_time()
        if name == "TDL":
            learner = sys.modules["ontolearn.learners.tree_learner"].TDL(
                knowledge_base=kb, report_classification=False, verbose=0, kwargs_classifier={"random_state": 1})
            learner.fit(learning_problem=problem)
        elif name == "EvoLearner":
            learner = sys.modules["ontolearn.learners.evolearner"].EvoLearner(
                knowledge_base=kb, quality_func=quality.F1(), max_runtime=seconds)
            learner.fit(problem)
        elif name == "CELOE":
            learner = sys.modules["ontolearn.learners.celoe"].CELOE(
                knowledge_base=kb, quality_func=quality.F1(), max_runtime=seconds,
                iter_bound=10**9, max_num_of_concepts_tested=10**9)
            learner.fit(problem)
        else:
            sys.exit("the learner is none of EvoLearner, TDL, CELOE: " + name)
        best = learner.best_hypotheses(n=1)
        if isinstance(best, (list, tuple)):
            best = best[0]
        best = getattr(best, "concept", best)
        elapsed = time.process_time() - start
        members = {i.str for i in kb.individuals(best)}
        for iri in iris(fold["GENUS_TEST"]):
            if iri in members:
                print(iri, file=answers)
        print(f"seconds: {elapsed:.3f}", file=answers)
        print("end", file=answers, flush=True)
        line = sys.stdin.readline()
        if not line:
            break
        fold = json.loads(line)
    os.remove(file)


if __name__ == "__main__":
    main()
