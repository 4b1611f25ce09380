"""The tables of docs/ that `make docs` makes from quick experiments are those that the program prints today."""

import os
import subprocess
import unittest
from pathlib import Path

TOOL = Path(os.environ["GALET_SOURCE"]) / "tools" / "docs-tables"


class DocsTables(unittest.TestCase):
    def test_none_is_stale(self):
        process = subprocess.run([str(TOOL), os.environ["GALET"], "--check"], capture_output=True, text=True)
        self.assertEqual(process.returncode, 0, process.stderr)


if __name__ == "__main__":
    unittest.main()
