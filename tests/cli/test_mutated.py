"""Scenes of the gallery with numbers that nobody meant: built and started, or refused with a reason; never a signal, never a
bug of ours, never a number that is none among the results."""

import os
import random
import subprocess
import tomllib
import unittest

from support import GALET, HANG, SOURCE, CliTest

MUTATIONS = int(os.environ.get("SCENE_MUTATIONS", "60"))  # `make soak`: thousands
FACTORS = (0.0, -1.0, 1e-12, 1e-3, 0.5, 2.0, 1e3, 1e12, 1e300, float("nan"), float("inf"))


def numbers_of(value, path=""):
    """(key of --set, number) for every number in a scene but those that say how long it is."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from numbers_of(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for k, item in enumerate(value):
            yield from numbers_of(item, f"{path}[{k}]")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path, value


class MutatedTest(CliTest):
    def test_mutated_scenes_are_run_or_refused(self):
        generator = random.Random(1)
        scenes = sorted((SOURCE / "scenes" / "gallery").glob("*.toml"))
        codes = {}
        for k in range(MUTATIONS):
            path = generator.choice(scenes)
            scene = tomllib.loads(path.read_text())
            arguments = []
            for key, number in generator.sample(list(numbers_of(scene)), generator.choice((1, 1, 2))):
                arguments += ["--set", f"{key}={number * generator.choice(FACTORS)!r}"]
            with self.subTest(scene=path.name, arguments=arguments):
                # A step or two, in little memory.
                process = subprocess.run(
                    ["bash", "-c", 'ulimit -v 8000000; exec "$@"', "bash", GALET, "run", path, *arguments, "-o",
                     self.folder / str(k), "--quiet", "--threads", "1", "--max-wall", "1e-9"],
                    text=True, capture_output=True, timeout=HANG, check=False)
                codes[process.returncode] = codes.get(process.returncode, 0) + 1
                self.assertIn(process.returncode, (0, 2, 3, 4, 75), process.stderr)
                self.assertNotIn("internal error", process.stderr)
                if process.returncode == 3:
                    self.assertIn("out of memory", process.stderr)
        # Most are refused; enough are not.
        self.assertGreater(codes.get(75, 0), MUTATIONS // 10)
        self.assertGreater(codes.get(2, 0), MUTATIONS // 10)


if __name__ == "__main__":
    unittest.main()
