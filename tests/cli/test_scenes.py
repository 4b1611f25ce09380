"""The scenes that come with galet: all are valid, and those to start from earn no warning."""

import unittest

from support import SOURCE, CliTest, galet

SCENES = SOURCE / "scenes"

# Packing tens of thousands of bodies takes minutes; a few hundred show the same.
FEWER = {
    "bench/crowd-10000": "bodies[0].fraction=0.02",
    "bench/dense-fill-2d": "bodies[0].fraction=0.002",
    "bench/dense-fill-3d": "bodies[0].fraction=0.002",
    "lefebvre-lepot-2024/column-2d": "bodies[1].count=300",
    "lefebvre-lepot-2024/column-3d": "bodies[1].count=300",
    "maury-2006/spheres-50000": "bodies[0].count=300",
}

# Warnings that matter, and that the scene or docs/gallery.md explains.
MEANT = {
    "gallery/biaxial": ["pressure-drift"],
}


def names_below(folder):
    return [str(path.relative_to(SCENES).with_suffix("")) for path in sorted((SCENES / folder).rglob("*.toml"))]


class ScenesTest(CliTest):
    def check(self, name):
        fewer = ["--set", FEWER[name]] if name in FEWER else []
        return galet("check", SCENES / f"{name}.toml", *fewer)

    def test_every_scene_is_valid(self):
        names = names_below(".")
        self.assertGreater(len(names), 10)
        for name in names:
            with self.subTest(scene=name):
                process = self.check(name)
                if 'kind = "run"' in (SCENES / f"{name}.toml").read_text():  # everything else is right
                    self.assertIn("no such folder", process.stderr)
                    continue
                self.assertEqual(process.returncode, 0, process.stderr)
                for code in MEANT.get(name, []):
                    self.assertIn(f"warning [{code}]", process.stderr)
                self.assertEqual(process.stderr.count("warning ["), len(MEANT.get(name, [])), process.stderr)

    def test_list_names_the_scenes(self):
        process = galet("list", cwd=self.folder)
        self.assertEqual(process.returncode, 0, process.stderr)
        for name in names_below("gallery"):
            self.assertIn(f"  {name} ", process.stdout)
        self.assertIn("moreau-jean", process.stdout)


if __name__ == "__main__":
    unittest.main()
