"""The benchmark's table: what a row is, and how rows become text."""

import math
from dataclasses import dataclass
from typing import Callable, Optional


@dataclass
class Spread:
    """A figure over all rounds: the median, the least and the greatest."""

    median: float
    low: float
    high: float


def peer_over_ours(ours, peer):
    return peer / ours


def ours_over_peer(ours, peer):
    return ours / peer


def alone(ours, _):
    """The bar is for ours; a peer's is shown beside it."""
    return ours


@dataclass
class Row:
    what: str
    ours: str  # The figure's name.
    show: Callable[[float], str]
    peer: Optional[str] = None  # Likewise; none for a bar without a rival.
    asked: Optional[float] = None  # None: shown for information only.
    # How ours and the peer's make the number that is asked for.
    ratio: Callable[[float, float], float] = peer_over_ours
    more_is_better: bool = True
    unit: str = "x"


def number(value):
    if math.isinf(value):
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}"


def asked_text(row):
    if row.asked is None:
        return ""
    sign = ">=" if row.more_is_better else "<="
    limit = row.show(row.asked) if row.ratio is alone else f"{number(row.asked)} {row.unit}"
    return f"{sign} {limit}"


def cells(row, figures):
    """The row's texts, and whether it misses what is asked of it."""
    ours = figures[row.ours]
    peer = figures[row.peer] if row.peer else None
    measured = row.ratio(ours.median, peer.median if peer else 0)
    missed = row.asked is not None and (
        measured < row.asked if row.more_is_better else measured > row.asked
    )
    verdict = "" if row.asked is None else "MISSED" if missed else "met"
    return [
        row.what,
        row.show(peer.median) if peer else "",
        row.show(ours.median),
        f"{row.show(ours.low)} .. {row.show(ours.high)}",
        "" if row.ratio is alone else f"{number(measured)} {row.unit}",
        asked_text(row),
        verdict,
    ], missed


HEADINGS = ["what", "peer", "ours", "spread of ours", "ratio", "asked", "verdict"]


def render(rows):
    widths = [max(len(row[i]) for row in [HEADINGS, *rows]) for i in range(len(HEADINGS))]

    def line(texts):
        left = texts[0].ljust(widths[0])
        rest = (text.rjust(width) for text, width in zip(texts[1:], widths[1:]))
        return " | ".join([left, *rest]).rstrip()

    rule = "-+-".join("-" * width for width in widths)
    return "\n".join([line(HEADINGS), rule, *map(line, rows)])
