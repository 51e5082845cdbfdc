"""Puts the program into the wheel, and names the platform that it is for."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags


class CustomBuildHook(BuildHookInterface):
    """GENUS_PROGRAM is the file of the program, GENUS_PLATFORM its platform tag (.ci/wheel sets both).

    Without them, as in `pip install clients/python`, the program is built with Go from the sources around this folder,
    or else it is the program genus of the system.
    """

    def initialize(self, version, build_data):
        program = os.environ.get("GENUS_PROGRAM") or self.built() or shutil.which("genus")
        if not program:
            sys.exit(
                "genus-kg needs the program genus, which is written in Go, and found neither the program nor Go.\n"
                "Install Go (https://go.dev/dl) and run pip install again in a clone of the repository, which builds the "
                "program;\nor put the program genus on PATH, or its path into the environment variable GENUS_PROGRAM."
            )
        name = "genus.exe" if program.endswith(".exe") else "genus"
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + (os.environ.get("GENUS_PLATFORM") or next(platform_tags()))
        build_data["force_include"][program] = "genus/bin/" + name

    def built(self):
        """Builds the program, and returns its path; None without Go or without the sources."""
        top = Path(self.root).parent.parent
        go = shutil.which("go")
        if go is None or not (top / "cmd" / "genus" / "main.go").exists():
            return None
        program = Path(self.directory).resolve() / ("genus.exe" if os.name == "nt" else "genus")
        command = [go, "build", "-buildvcs=false", "-o", str(program), "./cmd/genus"]
        done = subprocess.run(command, cwd=top, text=True, capture_output=True)
        if done.returncode != 0:
            sys.exit(f"genus-kg needs the program genus, and Go could not build it:\n{done.stderr.strip()}")
        return str(program)
