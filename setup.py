"""A wheel of the Python module and the program: pip wheel --no-build-isolation . (docs/python.md). CMake builds both."""

import pathlib
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
BUILD = ROOT / "build" / "release"


class CMakeModule(build_ext):
    """Takes galet._core and the program, for galet.study, from build/release, which keeps what it has of tests and benchmarks."""

    def build_extension(self, extension):
        fresh = [] if (BUILD / "CMakeCache.txt").exists() else ["-DGALET_TESTS=OFF", "-DGALET_BENCH=OFF"]
        configure = ["cmake", "--preset", "release", "-DGALET_PYTHON_MODULE=ON", f"-DPython_EXECUTABLE={sys.executable}"]
        subprocess.run([*configure, *fresh], cwd=ROOT, check=True)
        subprocess.run(["cmake", "--build", "--preset", "release", "--target", "galet", "galet_python"], cwd=ROOT, check=True)
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        (built,) = (BUILD / "python" / "galet").glob("_core*.so")
        shutil.copy(built, target)
        (target.parent / "bin").mkdir(exist_ok=True)
        shutil.copy(BUILD / "bin" / "galet", target.parent / "bin" / "galet")


setup(ext_modules=[Extension("galet._core", [])], cmdclass={"build_ext": CMakeModule})
