"""tools/mutants.toml fits the sources: every text that a mutant replaces is there, once."""

import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(os.environ["GALET_SOURCE"])


class Mutants(unittest.TestCase):
    def test_the_list_fits_the_sources(self):
        process = subprocess.run([str(ROOT / "tools" / "mutants"), "--check"], capture_output=True, text=True)
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_an_unknown_mutant_is_refused(self):
        process = subprocess.run([str(ROOT / "tools" / "mutants"), "no-such-mutant"], capture_output=True, text=True)
        self.assertEqual(process.returncode, 2)
        self.assertIn("--list", process.stderr)


if __name__ == "__main__":
    unittest.main()
