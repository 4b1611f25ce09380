"""Contact problems by themselves."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _core

__all__ = ["Solution", "solve"]


class Solution(NamedTuple):
    """Impulses and velocities of the contacts, normal first, and how well they solve the problem."""

    p: np.ndarray
    u: np.ndarray
    status: str
    iterations: int
    residual_velocity: float
    residual_relative: float


def _finite(name: str, values: Any, shape: tuple[int, ...]) -> np.ndarray:
    array = np.ascontiguousarray(values, dtype=float)
    if array.shape != shape:
        raise ValueError(f"{name} must have the shape {shape}, got {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite")
    return array


def _blocks_of_dense(W: np.ndarray, contacts: int, d: int) -> tuple[np.ndarray, ...]:
    blocks = W.reshape(contacts, d, contacts, d).swapaxes(1, 2)
    there = blocks.any(axis=(2, 3))
    np.fill_diagonal(there, True)
    rows, columns = np.nonzero(there)
    start = np.searchsorted(rows, np.arange(contacts + 1))
    return start, columns, blocks[rows, columns]


def _blocks_of_sparse(W: Any, contacts: int, d: int) -> tuple[np.ndarray, ...]:
    from scipy import sparse

    # Blocks of the diagonal are always there, if only as zeros.
    coo = W.tocoo()
    n = np.arange(contacts * d)
    everywhere = (np.r_[coo.row, n], np.r_[coo.col, n])
    bsr = sparse.csr_matrix((np.r_[coo.data, np.zeros(n.size)], everywhere), shape=W.shape).tobsr((d, d))
    bsr.sort_indices()
    return bsr.indptr, bsr.indices, bsr.data


def solve(
    W: Any,
    q: Any,
    mu: Any = 0.0,
    *,
    solver: str = "nlgs",
    tol: float | None = None,
    start: Any = None,
    **settings: Any,
) -> Solution:
    """Solves û = W p + q with Signorini's and Coulomb's laws between û and p at every contact.

    W: symmetric, positive semidefinite, of n d rows, d = 2 or 3, the normal of every contact first;
    an array or a sparse matrix of scipy. q: n rows of d numbers. mu: one number, or n. `tol` is the
    relative residual that ends the solve (1e-6 by default); other settings are those of `solver` in
    a scene, which may be "nlgs", "uzawa", "pgd", "apgd" or, where mu is 0, "interior-point".
    `start`: impulses to start from.

    The best point is returned whatever happens; `status` and the residuals, which are the same for
    all solvers, say how good it is.
    """
    q = np.ascontiguousarray(q, dtype=float)
    if q.ndim != 2 or q.shape[1] not in (2, 3):
        raise ValueError(f"q must have n rows of 2 or 3 numbers, got the shape {q.shape}")
    contacts, d = q.shape
    q = _finite("q", q, q.shape)
    mu = _finite("mu", np.broadcast_to(np.asarray(mu, dtype=float), (contacts,)), (contacts,))
    if (mu < 0).any():
        raise ValueError("mu must not be negative")
    if solver == "interior-point" and mu.any():
        raise ValueError('mu must be 0 with solver="interior-point"')
    p = _finite("start", np.zeros_like(q) if start is None else start, q.shape)
    size = contacts * d
    if getattr(W, "shape", None) != (size, size):
        W = np.asarray(W, dtype=float)
    if W.shape != (size, size):
        raise ValueError(f"W must have the shape {(size, size)}, got {W.shape}")
    is_sparse = hasattr(W, "tocoo")
    asymmetry, largest = abs(W - W.T).max() if size else 0.0, abs(W).max() if size else 0.0
    if not np.isfinite(largest):
        raise ValueError("W must be finite")
    if asymmetry > 1e-9 * largest:
        raise ValueError("W must be symmetric")
    if contacts == 0:
        return Solution(p, q, "solved", 0, 0.0, 0.0)
    if not is_sparse:
        W = np.ascontiguousarray(W, dtype=float)
    blocks = _blocks_of_sparse(W, contacts, d) if is_sparse else _blocks_of_dense(W, contacts, d)
    named = {"name": solver, **settings}
    if tol is not None:
        named["tolerance"] = float(tol)
    return Solution(**_core.solve_matrix(*blocks, q, mu, p, {"solver": named}))
