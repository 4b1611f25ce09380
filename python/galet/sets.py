"""Closed sets: nearest and farthest points, support functions, normal and tangent cones."""

from ._core.sets import (
    AffineSubspace,
    Ball,
    BallComplement,
    Box,
    Cone,
    Ellipsoid,
    HalfSpace,
    Inflated,
    Intersection,
    Moved,
    Point,
    Polyhedron,
    Set,
    excess,
)

__all__ = [
    "AffineSubspace",
    "Ball",
    "BallComplement",
    "Box",
    "Cone",
    "Ellipsoid",
    "HalfSpace",
    "Inflated",
    "Intersection",
    "Moved",
    "Point",
    "Polyhedron",
    "Set",
    "excess",
]
