# Prints, for every name.data.ttl and name.shape.ttl in a folder, the name, a
# tab and the focus nodes of pySHACL's results.
import pathlib
import sys

import pyshacl
from rdflib import Namespace

SH = Namespace("http://www.w3.org/ns/shacl#")

for shape in sorted(pathlib.Path(sys.argv[1]).glob("*.shape.ttl")):
    name = shape.name.removesuffix(".shape.ttl")
    data = shape.with_name(name + ".data.ttl")
    _, report, text = pyshacl.validate(str(data), shacl_graph=str(shape), inference="none")
    if not hasattr(report, "objects"):
        sys.exit(f"{name}: {text}")
    focus = {str(node) for node in report.objects(None, SH.focusNode)}
    print(name, " ".join(sorted(focus)), sep="\t")
