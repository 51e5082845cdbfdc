# Prints, for every name.ttl in a folder, the name, a tab and the statements about
# the individuals http://e/i… after closing by OWL 2 RL: s p o, with " | " between.
import pathlib
import sys

import owlrl
import rdflib

for path in sorted(pathlib.Path(sys.argv[1]).glob("*.ttl")):
    g = rdflib.Graph().parse(path)
    owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(g)
    found = set()
    for s, p, o in g:
        about = str(s).startswith("http://e/i") and isinstance(o, rdflib.URIRef)
        same = p == rdflib.OWL.sameAs and s != o
        if about and str(o).startswith("http://e/") and (str(p).startswith("http://e/") or p == rdflib.RDF.type or same):
            found.add(f"{s} {p} {o}")
    # The library says what contradicts as statements of its own.
    wrong = any("ErrorMessage" in str(o) or "ErrorMessage" in str(p) for _, p, o in g)
    print(path.stem, " | ".join(sorted(found)) + (" | wrong" if wrong else ""), sep="\t")
