"""Plots as SVG text: bars of ratios with their spread, and curves over message sizes or numbers of threads. Both axes of sizes and ratios are logarithmic, since what is
twice as slow is as far from 1 as what is twice as fast. Colour never says anything that a mark or a word does not."""

import math
from html import escape

WIDTH, LABEL, RIGHT = 760, 250, 95
ROW = 18
REFERENCE = "reference of "
COLOURS = ("#1b6ca8", "#b5531c", "#3a7d44", "#7b4b94", "#8a7a00", "#444444")


def _text(x, y, text, anchor="start", extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(str(text))}</text>'


def _line(x1, y1, x2, y2, colour="#bbb", width=1.0, dash=""):
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"'
            + (f' stroke-dasharray="{dash}"' if dash else "") + "/>")


def _svg(height, parts):
    return (f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" font-family="sans-serif" font-size="11">'
            + "".join(parts) + "</svg>")


def _ticks(low, high):
    """1, 2, 5, 10 ... between the two, thinned to at most eight."""
    found = [m * 10.0**e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1) for m in (1, 2, 5)]
    found = [t for t in found if low <= t * 1.0001 and t <= high * 1.0001]
    return found if len(found) <= 8 else [t for t in found if math.isclose(10 ** round(math.log10(t)), t)]


class Scale:
    """A logarithmic axis from `low` to `high`, on screen from `start` to `end`."""

    def __init__(self, low, high, start, end):
        self.low, self.high, self.start, self.end = low, high if high > low else low * 1.1, start, end

    def at(self, value):
        value = min(max(value, self.low), self.high)
        part = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + part * (self.end - self.start)


def ratio_bars(results):
    """A row for each result: its ratio to the reference as a bar from 1, with the spread; the mark says whether a target holds. What is not
    above 0 (a part of a time, by chance) has no place on such an axis and is in the table only."""
    results = [r for r in results if r["ratio"] and r["ratio"] > 0]
    if not results:
        return ""
    ratios = [r["ratio"] for r in results]
    scale = Scale(min(0.5, *ratios) / 1.1, max(2.0, *ratios) * 1.1, LABEL, WIDTH - RIGHT)
    height = ROW * (len(results) + 2)
    parts = [_line(scale.at(t), 4, scale.at(t), height - ROW, "#ddd") + _text(scale.at(t), height - 6, f"{t:g}", "middle")
             for t in _ticks(scale.low, scale.high)]
    parts.append(_line(scale.at(1), 4, scale.at(1), height - ROW, "#333", 1.5))
    for i, r in enumerate(results):
        y = ROW * (i + 0.5) + 4
        x, one = scale.at(r["ratio"]), scale.at(1)
        parts.append(_text(LABEL - 6, y + 4, r["name"], "end"))
        parts.append(f'<rect x="{min(x, one):.1f}" y="{y - 5:.1f}" width="{max(abs(x - one), 1):.1f}" height="10" fill="{COLOURS[r["holds"] is False]}"/>')
        if r["spread"]:
            low, high = (scale.at(r["ratio"] * f) for f in (1 - min(r["spread"], 0.9), 1 + r["spread"]))
            parts.append(_line(low, y, high, y, "#000", 1.5))
        mark = {True: " holds", False: " MISSED", None: ""}[r["holds"]]
        parts.append(_text(WIDTH - RIGHT + 4, y + 4, f"{r['ratio']:.3g}{mark}"))
    return _svg(height, parts)


def size_text(size):
    for unit, name in ((1 << 20, "M"), (1 << 10, "K")):
        if size >= unit and size % unit == 0:
            return f"{size // unit}{name}"
    return str(size)


def curves(series, unit, across_text="bytes"):
    """series: [(label, [(bytes, value)])]. Values over sizes (or what else across_text says), a line for each, with its label at the end."""
    series = [(label, kept) for label, line in series if (kept := sorted(p for p in line if p[1] > 0))]
    points = [p for _, line in series for p in line]
    if not points:
        return ""
    height, right = 260, WIDTH - 190
    across = Scale(min(p[0] for p in points), max(p[0] for p in points), 60, right)
    up = Scale(min(p[1] for p in points) / 1.2, max(p[1] for p in points) * 1.2, height - 34, 14)
    parts = [_line(60, up.at(t), right, up.at(t), "#ddd") + _text(54, up.at(t) + 4, f"{t:g}", "end") for t in _ticks(up.low, up.high)]
    for size in sorted({p[0] for p in points}):
        parts.append(_text(across.at(size), height - 18, size_text(size), "middle"))
    parts.append(_text(60, height - 3, across_text) + _text(4, 11, unit))
    label_at, colours = [], {}
    for label, line in series:  # a curve and its reference have one colour
        colour = colours.setdefault(label.removeprefix(REFERENCE), COLOURS[len(colours) % len(COLOURS)])
        dash = "5 3" if label.startswith(REFERENCE) else ""
        where = " ".join(f"{across.at(x):.1f},{up.at(y):.1f}" for x, y in line)
        parts.append(f'<polyline points="{where}" fill="none" stroke="{colour}" stroke-width="1.8"' + (f' stroke-dasharray="{dash}"' if dash else "") + "/>")
        parts += [f'<circle cx="{across.at(x):.1f}" cy="{up.at(y):.1f}" r="2.5" fill="{colour}"/>' for x, y in line]
        y = up.at(line[-1][1])
        while any(abs(y - other) < 12 for other in label_at):
            y += 12
        label_at.append(y)
        parts.append(_text(right + 8, y + 4, label, extra=f' fill="{colour}"'))
    return _svg(height, parts)
