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
    try:
        # A restriction is four levels of shapes, and 15 the default.
        _, report, _ = pyshacl.validate(str(data), shacl_graph=str(shape), inference="none", max_validation_depth=999)
    except Exception as e:
        print(name, f"pySHACL failed: {e!r}", sep="\t")
        continue
    # Results of nested shapes hang on those of the shape by sh:detail.
    focus = {str(report.value(result, SH.focusNode)) for result in report.objects(None, SH.result)}
    print(name, " ".join(sorted(focus)), sep="\t")
