"""Plots as SVG text.

One plot has ratios with their spread and limits, a row for each figure. Another shows how far
everything is from its limit. Curves are over sizes or threads. Axes of ratios and sizes are
logarithmic: twice as slow is as far from 1 as twice as fast. Colour never says anything that a mark
or a word does not. Colours of lines and text are classes of the page (page.py), so plots follow its
dark form.
"""

import math
import re
from html import escape

from .groups import REFERENCE
from .report import better_text, number_text, spread_text, verdict_text

WIDTH, ROW, RIGHT = 980, 21, 235
MAPPINGS = {
    "thread": "threads of one process",
    "process": "one process a thread",
    "mix": "a mix",
    "nodes": "two nodes",
}


def _text(x, y, text, anchor="start", kind="t"):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
        f' class="{kind}">{escape(str(text))}</text>'
    )


def _line(x1, y1, x2, y2, kind="grid"):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _svg(width, height, parts):
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        ' font-size="12">'
        + "".join(parts)
        + "</svg>"
    )


def _mark(mapping, x, y, title="", extra=""):
    """A circle, a square, a triangle or a diamond."""
    d = {
        "thread": f"M{x - 4.5:.1f} {y:.1f}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
        "mix": f"M{x:.1f} {y - 5:.1f}l5 9h-10z",
        "nodes": f"M{x:.1f} {y - 5.5:.1f}l5.5 5.5l-5.5 5.5l-5.5 -5.5z",
    }.get(mapping, f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z")
    hover = f"<title>{escape(title)}</title>" if title else ""
    return f'<path d="{d}" class="m {mapping}{extra}">{hover}</path>'


def _ticks(low, high):
    """1, 2, 5, 10 ... between the two, thinned to at most eight; tenths where they are close to
    each other."""
    for within, tenths in (
        (2.6, (5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 17, 20, 25)),
        (12, (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 50, 70, 100)),
    ):
        if high / low < within and 0.1 < low < 1 < high:
            return [t / 10 for t in tenths if low <= t / 10 <= high]
    found = [
        m * 10.0**e
        for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        for m in (1, 2, 5)
    ]
    found = [t for t in found if low <= t * 1.0001 and t <= high * 1.0001]
    if len(found) > 8:
        found = [t for t in found if math.isclose(10 ** round(math.log10(t)), t)]
    return found


class Scale:
    """A logarithmic axis from `low` to `high`, on screen from `start` to `end`."""

    def __init__(self, low, high, start, end):
        self.low, self.high, self.start, self.end = (
            low,
            high if high > low else low * 1.1,
            start,
            end,
        )

    def at(self, value):
        value = min(max(value, self.low), self.high)
        part = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + part * (self.end - self.start)


def limit_ratio(result):
    """The target as a ratio to the reference, whatever it is a limit of; None where nothing is
    promised."""
    text, reference = result["target"] or "", result["reference"]
    if not text or not reference:
        return None
    # Results of an older file have the text only.
    limit = result.get("limit") or float(re.search(r"[\d.]+", text)[0])
    if text.startswith("ratio"):
        return limit
    return 1 + limit / reference if text.startswith("reference") else limit / reference


def _hover(result):
    return (
        f"{result['name']}: {number_text(result['value'])} {result['unit']} /"
        f" {number_text(result['reference'])} = {number_text(result['ratio'])} ±"
        f" {spread_text(result)}"
        + (f", target {result['target']}: {verdict_text(result)}" if result["target"] else "")
    )


def _legend(mappings, x, y, limits):
    parts = []
    for mapping in mappings:
        parts += [_mark(mapping, x, y - 4), _text(x + 9, y, MAPPINGS.get(mapping, mapping))]
        x += 30 + 6.4 * len(MAPPINGS.get(mapping, mapping))
    if limits:
        parts += [_line(x, y - 11, x, y + 3, "limit"), _text(x + 7, y, "limit")]
    return parts


def _row_parts(label, row, y, scale, left, earlier):
    parts = [_text(left - 10, y + 4, label, "end")]
    for limit in sorted({round(limit, 6) for r in row if (limit := limit_ratio(r))}):
        if scale.low <= limit <= scale.high:
            parts.append(_line(scale.at(limit), y - 8, scale.at(limit), y + 8, "limit"))
    for r in row:
        before = earlier.get(r["name"])
        if before and before["ratio"] and before["ratio"] > 0:
            parts.append(_text(scale.at(before["ratio"]), y + 4, "×", "middle", "faint"))
        if quartiles := r.get("quartiles"):
            parts.append(
                _line(
                    scale.at(max(quartiles[0], scale.low)),
                    y,
                    scale.at(max(quartiles[1], scale.low)),
                    y,
                    "whisker",
                )
            )
        parts.append(
            _mark(
                r.get("mapping", "process"),
                scale.at(r["ratio"]),
                y,
                _hover(r),
                " missed" if r["holds"] is False else "",
            )
        )
    missed = [r for r in row if r["holds"] is False]
    parts += [
        _text(
            WIDTH - RIGHT + 58 + 50 * i,
            y + 4,
            number_text(r["ratio"]),
            "end",
            "t bad" if r["holds"] is False else "t",
        )
        for i, r in enumerate(row)
    ]
    if missed:
        unsure = " ?" if not any(r.get("certain", True) for r in missed) else ""
        word = "over its limit" if all(better_text(r) for r in missed) else "missed"
        parts.append(
            _text(WIDTH - RIGHT + 66 + 50 * (len(row) - 1), y + 4, word + unsure, kind="t bad")
        )
    return parts


def ratio_dots(rows, earlier=None):
    """rows: [(label, results)], a mark for each result at its ratio, a line between its quartiles,
    its limit. What is not above 0 (a part of a time, by chance) has no place on such an axis and
    is in the table only. `earlier`: results by name, shown as crosses.
    """
    rows = [
        (label, kept)
        for label, row in rows
        if (kept := [r for r in row if r["ratio"] and r["ratio"] > 0])
    ]
    if not rows:
        return ""
    ratios = [r["ratio"] for _, row in rows for r in row]
    left = 30 + 6.6 * max(len(label) for label, _ in rows)
    scale = Scale(min(0.8, *ratios) / 1.05, max(1.25, *ratios) * 1.05, left, WIDTH - RIGHT)
    height = ROW * len(rows) + 54
    parts = [
        _line(scale.at(t), 26, scale.at(t), height - 22)
        + _text(scale.at(t), height - 6, f"{t:g}", "middle")
        for t in _ticks(scale.low, scale.high)
    ]
    parts.append(_line(scale.at(1), 26, scale.at(1), height - 22, "one"))
    seen = [
        m for m in MAPPINGS if any(r.get("mapping", "process") == m for _, row in rows for r in row)
    ]
    parts += _legend(seen, left + 4, 16, any(r["target"] for _, row in rows for r in row))
    for i, (label, row) in enumerate(rows):
        parts += _row_parts(label, row, 26 + ROW * (i + 0.5) + 2, scale, left, earlier or {})
    return _svg(WIDTH, height, parts)


def _distance(result):
    """How much of its limit a result uses up: above 1 it misses."""
    limit = limit_ratio(result)
    if not limit or not result["ratio"] or result["ratio"] <= 0:
        return None
    return limit / result["ratio"] if ">=" in result["target"] else result["ratio"] / limit


def _overview_legend(mappings):
    """What runs (the form of a mark) and whether its limit holds (filled or hollow)."""
    parts, x = [], 8
    for mapping in mappings:
        parts += [_mark(mapping, x + 5, 14, extra=" held"), _text(x + 14, 18, MAPPINGS[mapping])]
        x += 34 + 6.4 * len(MAPPINGS[mapping])
    for extra, word in ((" held", "within its limit"), (" missed", "missed")):
        parts += [_mark("process", x + 5, 14, extra=extra), _text(x + 14, 18, word)]
        x += 34 + 6.4 * len(word)
    return [*parts, _line(x + 2, 6, x + 2, 22, "one"), _text(x + 9, 18, "the limit")]


def overview(sections):
    """A row a section, a mark for each figure with a target: left of the line it holds. Above
    stands what the marks mean."""
    rows = [(title, [(d, r) for r in group if (d := _distance(r))]) for title, _, group in sections]
    rows = [(title, sorted(found, key=lambda pair: pair[0])) for title, found in rows if found]
    if not rows:
        return ""
    left, tall, top = 300, 34, 34
    low, high = 0.1, max(1.6, *(d for _, found in rows for d, _ in found)) * 1.1
    scale = Scale(low, high, left, WIDTH - 20)
    height = tall * len(rows) + 38 + top
    parts = _overview_legend(
        [
            m
            for m in MAPPINGS
            if any(r.get("mapping", "process") == m for _, found in rows for _, r in found)
        ]
    )
    parts += [
        f'<rect x="{scale.at(1):.1f}" y="{top}" width="{scale.end - scale.at(1):.1f}"'
        f' height="{height - 38 - top}" class="beyond"/>'
    ]
    parts += [
        _line(scale.at(t), top, scale.at(t), height - 38)
        + _text(scale.at(t), height - 22, f"{t:g}", "middle")
        for t in _ticks(low, high)
    ]
    parts += [
        _line(scale.at(1), top, scale.at(1), height - 38, "one"),
        _text(
            left,
            height - 5,
            "of the limit (all below 0.1 at the left edge); right of 1: missed",
            kind="faint",
        ),
    ]
    for i, (title, found) in enumerate(rows):
        y, last, level = top + tall * (i + 0.5), -99.0, 0
        parts.append(_text(left - 12, y + 4, f"{title} ({len(found)})", "end"))
        for d, r in found:
            x = scale.at(d)
            level = level + 1 if x - last < 5 else 0
            last = x if level == 0 else last
            parts.append(
                _mark(
                    r.get("mapping", "process"),
                    x,
                    y + (-1) ** level * 3.0 * ((level + 1) // 2 % 5),
                    _hover(r),
                    " missed" if r["holds"] is False else " held",
                )
            )
    return _svg(WIDTH, height, parts)


def size_text(size):
    for unit, name in ((1 << 20, "M"), (1 << 10, "K")):
        if size >= unit and size % unit == 0:
            return f"{size // unit}{name}"
    return str(size)


def _time_text(ns):
    for scale, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if ns >= scale:
            return f"{ns / scale:g} {unit}"
    return f"{ns:g} ns"


def curve(chart):
    """A small plot of one chart (groups.py); nothing where no point is above 0."""
    lines = {
        key: kept
        for key, line in chart.lines.items()
        if (kept := sorted(p for p in line if p[1] > 0))
    }
    points = [p for line in lines.values() for p in line]
    if not points:
        return ""
    width, height, left = 470, 270, 66
    across = Scale(min(p[0] for p in points), max(p[0] for p in points), left, width - 16)
    up = Scale(min(p[1] for p in points) / 1.2, max(p[1] for p in points) * 1.2, height - 42, 44)
    written = _time_text if chart.unit == "ns" else lambda value: f"{value:g}"
    parts = [
        _text(4, 15, chart.title, kind="t strong"),
        _text(width - 16, 15, chart.unit if chart.unit != "ns" else "time", "end", "faint"),
    ]
    parts += [
        _line(left, up.at(t), width - 16, up.at(t))
        + _text(left - 6, up.at(t) + 4, written(t), "end")
        for t in _ticks(up.low, up.high)
    ]
    sizes = sorted({p[0] for p in points})
    shown = sizes[::2] if len(sizes) > 8 else sizes
    parts += [
        _text(across.at(s), height - 24, size_text(s) if chart.across == "bytes" else s, "middle")
        for s in shown
    ]
    parts.append(_text((left + width) / 2, height - 7, chart.across, "middle", "faint"))
    x = left
    for key in sorted(lines, key=lambda key: not key.endswith(REFERENCE)):  # references below
        mapping, dashed = key.removesuffix(REFERENCE), " dashed" if key.endswith(REFERENCE) else ""
        where = " ".join(f"{across.at(a):.1f},{up.at(b):.1f}" for a, b in lines[key])
        parts.append(f'<polyline points="{where}" class="curve {mapping}{dashed}"/>')
        said = f"{chart.title}, {MAPPINGS.get(mapping, mapping)}{', reference' if dashed else ''}"
        parts += [
            _mark(
                mapping,
                across.at(a),
                up.at(b),
                f"{said}, {a}: {number_text(b)} {chart.unit}",
                " hollow" if dashed else "",
            )
            for a, b in lines[key]
        ]
        if not dashed:
            parts += [
                _mark(key, x + 5, 29),
                _text(x + 13, 33, MAPPINGS.get(key, key), kind="faint"),
            ]
            x += 26 + 6.2 * len(MAPPINGS.get(key, key))
    if any(key.endswith(REFERENCE) for key in lines):
        parts += [_line(x, 29, x + 18, 29, "dash"), _text(x + 23, 33, "reference", kind="faint")]
    return _svg(width, height, parts)
