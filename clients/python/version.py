"""The version of the package: that of the program, which .ci/wheel gives."""

import os


def version():
    return os.environ.get("GENUS_VERSION", "0")
