"""Contact problems, judged by the laws themselves, and sets, by what defines a projection."""

import unittest

import numpy as np
from support import SCENES, PythonTest, galet

import galet as galet_module
from galet import InputError, sets, solve, sweep

SOLVERS = ("nlgs", "uzawa", "pgd", "apgd")


def random_problem(seed, contacts, d):
    """W = H M⁻¹ Hᵀ of more freedoms than contact directions: well posed."""
    random = np.random.default_rng(seed)
    H = random.normal(size=(contacts * d, 2 * contacts * d))
    return H @ H.T / H.shape[1], random.normal(size=(contacts, d))


class Solve(PythonTest):
    def assert_law(self, solution, mu, scale):
        """Signorini's and Coulomb's laws, written out."""
        p_n, p_t = solution.p[:, 0], solution.p[:, 1:]
        u_n, u_t = solution.u[:, 0], solution.u[:, 1:]
        slip, push = np.linalg.norm(u_t, axis=1), np.linalg.norm(p_t, axis=1)
        self.assertTrue((p_n >= -scale).all() and (u_n >= -scale).all())
        self.assertLess(np.abs(p_n * u_n).max(), scale)
        self.assertTrue((push <= mu * p_n + scale).all())
        # Friction works against slip with all it has.
        self.assertLess(np.abs((p_t * u_t).sum(axis=1) + mu * p_n * slip).max(), scale)

    def test_every_solver_solves_random_problems(self):
        for d in (2, 3):
            for seed in range(3):
                W, q = random_problem(seed, 12, d)
                mu = np.linspace(0, 0.8, 12)
                for solver in SOLVERS:
                    with self.subTest(d=d, seed=seed, solver=solver):
                        solution = solve(W, q, mu, solver=solver, tol=1e-10, max_iterations=200000)
                        self.assertEqual(solution.status, "solved")
                        self.assertLess(solution.residual_relative, 1e-10)
                        np.testing.assert_allclose(solution.u.ravel(), W @ solution.p.ravel() + q.ravel(), atol=1e-12)
                        self.assert_law(solution, mu, 1e-7)

    def test_the_interior_point_knows_no_friction(self):
        W, q = random_problem(1, 12, 3)
        solution = solve(W, q, solver="interior-point", tol=1e-10)
        self.assertEqual(solution.status, "solved")
        self.assert_law(solution, 0.0, 1e-7)
        with self.assertRaisesRegex(ValueError, "mu must be 0"):
            solve(W, q, 0.1, solver="interior-point")

    def test_one_contact_by_hand(self):
        # A point of 2 kg arrives at 1 m/s with 3 m/s of slip: p_n = 2, and friction takes 0.5 · 2.
        solution = solve(np.eye(2) / 2, [[-1.0, 3.0]], 0.5, tol=1e-12)
        np.testing.assert_allclose(solution.p, [[2.0, -1.0]], rtol=1e-10)
        np.testing.assert_allclose(solution.u, [[0.0, 2.5]], atol=1e-10)
        # With friction enough it sticks; if it leaves, nothing happens.
        np.testing.assert_allclose(solve(np.eye(2) / 2, [[-1.0, 3.0]], 5.0, tol=1e-12).p, [[2.0, -6.0]], rtol=1e-10)
        np.testing.assert_array_equal(solve(np.eye(2) / 2, [[1.0, 3.0]], 0.5).p, [[0.0, 0.0]])

    def test_sparse_matrices_are_the_same(self):
        try:
            from scipy import sparse
        except ImportError:
            self.skipTest("without scipy")
        W, q = random_problem(5, 6, 3)
        W[:6, 6:] = W[6:, :6] = 0
        dense, thin = solve(W, q, 0.3, tol=1e-10), solve(sparse.csr_matrix(W), q, 0.3, tol=1e-10)
        np.testing.assert_array_equal(thin.p, dense.p)

    def test_local_solvers_and_other_settings_are_those_of_a_scene(self):
        W, q = random_problem(1, 8, 2)
        tight = {"tol": 1e-12, "max_iterations": 100000}
        reference = solve(W, q, 0.4, **tight).p
        np.testing.assert_allclose(solve(W, q, 0.4, **tight, local="ipdas").p, reference, atol=1e-8)
        with self.assertRaisesRegex(InputError, 'solver.name: unknown name "nlgz"'):
            solve(W, q, solver="nlgz")
        with self.assertRaisesRegex(InputError, "solver.tolerance: must be positive"):
            solve(W, q, tol=-1)
        with self.assertRaisesRegex(InputError, "solver.tolerence: unknown key"):
            solve(W, q, tolerence=1)

    def test_what_is_no_problem_is_refused(self):
        W, q = random_problem(1, 2, 2)
        for bad in (
            lambda: solve(W[:3], q),
            lambda: solve(W + np.triu(W), q),
            lambda: solve(W * np.nan, q),
            lambda: solve(W, q * np.inf),
            lambda: solve(W, q.ravel()),
            lambda: solve(W, q, -0.1),
            lambda: solve(W, q, [0.1, 0.2, 0.3]),
            lambda: solve(W, q, start=[1.0]),
        ):
            with self.assertRaises(ValueError):
                bad()

    def test_a_solve_that_stops_early_says_so(self):
        W, q = random_problem(2, 30, 3)
        solution = solve(W, q, 0.5, tol=1e-14, max_iterations=2)
        self.assertEqual((solution.status, solution.iterations), ("iteration-limit", 2))
        self.assertGreater(solution.residual_relative, 1e-14)


class Sets(PythonTest):
    def all_sets(self):
        ball, box = sets.Ball([1.0, 0.0], 2.0), sets.Box([-1.0, -1.0], [1.0, 2.0])
        turn = [[0.0, -1.0], [1.0, 0.0]]
        return [
            sets.Point([1.0, 2.0]),
            ball,
            box,
            sets.HalfSpace([1.0, 1.0], 1.0),
            sets.Ellipsoid([0.0, 0.0], [2.0, 1.0]),
            sets.AffineSubspace([0.0, 1.0], [[1.0, 1.0]]),
            sets.Cone(2, 0.5),
            sets.Polyhedron([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]], [1.0, 1.0, 1.0]),
            sets.Inflated(box, 0.5),
            sets.Moved(sets.Ellipsoid([0.0, 0.0], [2.0, 1.0]), [1.0, 0.0], turn, 2.0),
            sets.Intersection([ball, box]),
        ]

    def test_projections_on_convex_sets_are_the_nearest_points(self):
        # (x − Px)·(y − Px) <= 0 for all y of the set, which are projections of others.
        random = np.random.default_rng(0)
        points = random.normal(scale=3, size=(40, 2))
        for each in self.all_sets():
            with self.subTest(kind=each.kind):
                self.assertTrue(each.is_convex)
                nearest = [each.project(x) for x in points]
                for x, p in zip(points, nearest):
                    self.assertTrue(each.contains(p, 1e-7))
                    self.assertAlmostEqual(each.distance(x), np.linalg.norm(x - p), delta=1e-9)
                    self.assertLess(max((x - p) @ (y - p) for y in nearest), 1e-6)

    def test_known_answers(self):
        corner = sets.Polyhedron([[1.0, 0.0], [0.0, 1.0]], [1.0, 1.0])
        np.testing.assert_allclose(corner.project([3.0, 2.0]), [1.0, 1.0], atol=1e-12)
        self.assertEqual(sets.Box([0, 0], [1, 1]).support([1.0, 2.0]), 3.0)
        self.assertIsNone(sets.HalfSpace([1.0, 0.0], 0.0).farthest([0.0, 0.0]))
        np.testing.assert_allclose(sets.Ball([0.0, 0.0], 1.0).farthest([2.0, 0.0]), [-1.0, 0.0], atol=1e-12)
        hole = sets.BallComplement([[0.0, 0.0]], [1.0])
        np.testing.assert_allclose(hole.project([0.5, 0.0]), [1.0, 0.0], atol=1e-12)
        self.assertEqual((hole.is_convex, hole.prox_radius), (False, 1.0))
        self.assertAlmostEqual(sets.excess(sets.Ball([0.0, 0.0], 2.0), sets.Ball([0.5, 0.0], 1.0)), 1.5, delta=1e-6)

    def test_what_is_no_set_is_refused(self):
        for bad in (
            lambda: sets.Polyhedron([[1.0], [-1.0]], [-1.0, -1.0]),
            lambda: sets.Polyhedron([[0.0, 0.0]], [1.0]),
            lambda: sets.Ball([0.0], -1.0),
            lambda: sets.Box([1.0], [0.0]),
            lambda: sets.HalfSpace([0.0, 0.0]),
            lambda: sets.Ellipsoid([0.0], [0.0]),
            lambda: sets.Cone(1, 1.0),
            lambda: sets.Intersection([]),
            lambda: sets.Moved(sets.Ball([0.0, 0.0], 1.0), [0.0, 0.0], [[1.0, 1.0], [0.0, 1.0]]),
            lambda: sets.Ball([0.0, 0.0], 1.0).project([1.0]),
            lambda: sets.Ball([0.0, 0.0], 1.0).project([np.nan, 1.0]),
        ):
            with self.assertRaises(ValueError):
                bad()


class Sweep(PythonTest):
    def test_a_point_pushed_by_an_interval(self):
        # C(t) = [t, t + 1], u(0) = 0.25: at rest until t = 0.25, then on the left end.
        process = galet_module.SweepScene(
            sweep={"dimension": 1, "start": [0.25]},
            time={"end": 1.0, "step": 0.01},
            set=[{"kind": "box", "low": [0], "high": [1], "motion": {"translation": ["t"]}}],
        )
        path = sweep(process)
        np.testing.assert_allclose(path.u[:, 0], np.maximum(0.25, path.time), atol=1e-12)
        self.assertAlmostEqual(path.variation, 0.75, delta=1e-12)

    def test_files_give_what_the_program_gives(self):
        for name in ("rotating-ellipse", "play-operator", "moving-polygon"):
            with self.subTest(name=name):
                file = SCENES / "sweep" / f"{name}.toml"
                self.assertEqual(galet("sweep", file, "-o", self.folder / name, "--quiet").returncode, 0)
                series = np.genfromtxt(self.folder / name / "series.csv", delimiter=",", names=True)
                path = sweep(file)
                np.testing.assert_allclose(path.time, series["time"], rtol=1e-12)
                columns = [c for c in series.dtype.names if c not in ("time", "distance", "variation")]
                for k, column in enumerate(columns[: path.u.shape[1]]):
                    np.testing.assert_allclose(path.u[:, k], series[column], rtol=1e-12, atol=1e-14)

    def test_errors_name_the_key(self):
        with self.assertRaises(InputError) as raised:
            sweep({"sweep": {"dimension": 1, "start": [0]}, "time": {"end": 1, "step": 0.1}, "set": [{"kind": "bal"}]})
        self.assertEqual(raised.exception.key, "set[0].kind")


if __name__ == "__main__":
    unittest.main()
