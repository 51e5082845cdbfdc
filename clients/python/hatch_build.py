"""Puts the program into the wheel, and names the platform that it is for."""

import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    """GENUS_PROGRAM is the file of the program, GENUS_PLATFORM its platform tag (.ci/wheel sets both)."""

    def initialize(self, version, build_data):
        program = os.environ["GENUS_PROGRAM"]
        name = "genus.exe" if program.endswith(".exe") else "genus"
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + os.environ["GENUS_PLATFORM"]
        build_data["force_include"][program] = "genus/bin/" + name
