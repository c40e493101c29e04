"""Integer trigonometry against the floating-point library and against decimal arithmetic."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

from hypothesis import given, settings
from hypothesis import strategies as st

from escarmouche.table import trig
from escarmouche.table.trig import ONE, TURN, angle_of, sincos, step

CHECKED = settings(max_examples=200, deadline=None, derandomize=True)
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
COORDINATES = st.integers(-300_000, 300_000)


def decimal_sine(centidegrees: int) -> Decimal:
    """The sine by its series with 50 digits: slow and obvious."""
    with localcontext() as context:
        context.prec = 50
        angle = PI * centidegrees / 18000
        total, term, k = Decimal(0), angle, 1
        while abs(term) > Decimal(10) ** -45:
            total += term
            term = -term * angle * angle / ((k + 1) * (k + 2))
            k += 2
        return total


def test_every_sine_agrees_with_the_floating_point_library() -> None:
    for angle in range(TURN):
        sine, cosine = sincos(angle)
        assert abs(sine - math.sin(math.radians(angle / 100)) * ONE) <= 0.5 + 1e-6
        assert abs(cosine - math.cos(math.radians(angle / 100)) * ONE) <= 0.5 + 1e-6


@CHECKED
@given(st.integers(0, 9000))
def test_sines_are_correctly_rounded(angle: int) -> None:
    exact = decimal_sine(angle) * ONE
    assert sincos(angle)[0] == int(exact.to_integral_value())


def test_sines_mirror_in_all_quadrants() -> None:
    for angle in range(9001):
        sine, cosine = sincos(angle)
        assert sincos(18000 - angle) == (sine, -cosine)
        assert sincos(18000 + angle) == (-sine, -cosine)
        assert sincos(-angle) == (-sine, cosine)
        assert sincos(9000 - angle) == (cosine, sine)
        assert sincos(angle + 5 * TURN) == (sine, cosine)


def test_exact_angles() -> None:
    assert sincos(0) == (0, ONE)
    assert sincos(9000) == (ONE, 0)
    assert sincos(3000)[0] == ONE // 2
    assert sincos(6000)[1] == ONE // 2


def test_compass_points_have_their_own_bearing() -> None:
    points = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    assert [angle_of(dx, dy) for dx, dy in points] == list(range(0, TURN, 4500))


def test_zero_vector_has_bearing_zero() -> None:
    assert angle_of(0, 0) == 0


@CHECKED
@given(COORDINATES, COORDINATES)
def test_bearing_is_the_nearest_centidegree(dx: int, dy: int) -> None:
    if (dx, dy) == (0, 0):
        return
    exact = math.degrees(math.atan2(dy, dx)) * 100
    found = angle_of(dx, dy)
    assert 0 <= found < TURN
    gap = abs(found - exact) % TURN
    assert min(gap, TURN - gap) <= 0.5 + 1e-7


@CHECKED
@given(COORDINATES, COORDINATES)
def test_bearings_mirror(dx: int, dy: int) -> None:
    if (dx, dy) == (0, 0):
        return
    angle = angle_of(dx, dy)
    assert angle_of(-dx, -dy) == (angle + 18000) % TURN
    assert angle_of(dx, -dy) == -angle % TURN
    assert angle_of(dy, dx) == (9000 - angle) % TURN


@CHECKED
@given(st.integers(0, TURN - 1))
def test_a_long_vector_returns_its_angle(angle: int) -> None:
    sine, cosine = sincos(angle)
    assert angle_of(cosine, sine) == angle


def test_half_centidegree_boundaries_are_sharp() -> None:
    """Vectors a hair to each side of 0.5 and 44.995 degrees round to different bearings."""
    for centre in (0, 1, 2999, 4499):
        with localcontext() as context:
            context.prec = 40
            size = 10**12
            sine = decimal_sine(2 * centre + 1)  # of twice the boundary angle, in half centidegrees
            tangent = sine / (1 + (1 - sine * sine).sqrt())  # tan(a) = sin(2a) / (1 + cos(2a))
            below = int(tangent * size)
        assert angle_of(size, below) == centre
        assert angle_of(size, below + 1) == centre + 1


@CHECKED
@given(COORDINATES, COORDINATES, st.integers(-TURN, 2 * TURN), st.integers(0, 200_000))
def test_step_is_near_and_never_too_far(x: int, y: int, angle: int, length: int) -> None:
    to_x, to_y = step(x, y, angle, length)
    dx, dy = to_x - x, to_y - y
    assert dx * dx + dy * dy <= length * length
    ideal_x, ideal_y = length * math.cos(math.radians(angle / 100)), length * math.sin(math.radians(angle / 100))
    assert math.hypot(dx - ideal_x, dy - ideal_y) < 1.6


@CHECKED
@given(st.integers(0, TURN - 1), st.integers(0, 40))
def test_step_is_the_nearest_point_allowed(angle: int, length: int) -> None:
    sine, cosine = sincos(angle)

    def gap(point: tuple[int, int]) -> int:
        return (point[0] * ONE - length * cosine) ** 2 + (point[1] * ONE - length * sine) ** 2

    span = range(-length, length + 1)
    allowed = [(a, b) for a in span for b in span if a * a + b * b <= length * length]
    assert gap(step(0, 0, angle, length)) == min(map(gap, allowed))


@CHECKED
@given(st.integers(0, TURN - 1), st.integers(0, 10**9))
def test_step_over_great_lengths_stays_within(angle: int, length: int) -> None:
    dx, dy = step(0, 0, angle, length)
    assert dx * dx + dy * dy <= length * length


def test_steps_along_the_axes_are_exact() -> None:
    assert [step(5, 7, angle, 1000) for angle in range(0, TURN, 9000)] == [(1005, 7), (5, 1007), (-995, 7), (5, -993)]


def test_pi_is_pi() -> None:
    with localcontext() as context:
        context.prec = 60
        assert int(PI * 2**96) == trig._PI
