"""Results for people (a table on stdout) and for programs (JSON)."""

import json


def number_text(value):
    if value is None:
        return "-"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


COLUMNS = ("figure", "value", "unit", "reference", "ratio", "spread", "target", "holds")


# Times as good as the reference: worth a word where a limit of its own is missed all the same.
FAR_BETTER = 1.5


def better_text(result):
    """How much better than its reference a figure is that misses a limit of its own (one that
    the reference has no part in); else ""."""
    ratio, target = result.get("ratio"), result.get("target") or ""
    if (
        result["holds"] is not False
        or not target.startswith("<=")
        or not ratio
        or not 0 < ratio * FAR_BETTER <= 1
    ):
        return ""
    return f"{1 / ratio:.2g} times as good as the reference"


def verdict_text(result):
    """A question mark where the limit is so close that other rounds might say otherwise; a limit
    is told from the reference where they disagree."""
    if result["holds"] is None:
        return ""
    better = better_text(result)
    return (
        ("yes" if result["holds"] else "NO")
        + ("" if result.get("certain", True) else " ?")
        + (f", though {better}" if better else "")
    )


def spread_text(result):
    return "-" if result["spread"] is None else f"{100 * result['spread']:.1f} %"


def cells_of(result):
    """A text for each of COLUMNS; spread is half the quartile distance of the ratio."""
    return [
        result["name"],
        number_text(result["value"]),
        result["unit"],
        number_text(result["reference"]),
        number_text(result["ratio"]),
        spread_text(result),
        result["target"] or "",
        verdict_text(result),
    ]


def series_text(results):
    """What was measured together, in a line: who, how often, how long."""
    first = results[0]
    names = first["name"] if len(results) == 1 else f"{first['name']} and {len(results) - 1} more"
    missed = sum(1 for r in results if r["holds"] is False)
    return (
        f"{names}: {first['rounds']} rounds, {first['disturbed']} disturbed,"
        f" {first['seconds']:.0f} s"
        + (f", {missed} missed" if missed else "")
    )


def missed_text(result):
    return (
        f"{result['name']}: {number_text(result['value'])} {result['unit']} /"
        f" {number_text(result['reference'])} = {number_text(result['ratio'])} ±"
        f" {spread_text(result)}, target {result['target']}: {verdict_text(result)}"
    )


def table_text(results):
    """A table with a column for each of the main fields."""
    rows = [COLUMNS] + [cells_of(r) for r in results]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    text_columns = (0, 2, 6, 7)
    lines = []
    for row in rows:
        cells = [
            cell.ljust(w) if i in text_columns else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def distance_text(results):
    """How far the cores were from each other: the round trips of a line around the figures."""
    trips = sorted(r["pingpong_ns"] for r in results if r.get("pingpong_ns"))
    return (
        f"{trips[0]:.0f} to {trips[-1]:.0f} ns, half of the figures at most"
        f" {trips[len(trips) // 2]:.0f}"
        if trips
        else "unknown"
    )


def busy_text(results):
    """How much of it cannot be trusted; "" if all can."""
    busy = sum(1 for r in results if 2 * r.get("kept", 0) > r["rounds"])
    return (
        f"{busy} of {len(results)} figures mostly of rounds in which other programs ran or the"
        " cores changed their distance"
        if busy
        else ""
    )


def closing_text(results):
    judged = [r for r in results if r["holds"] is not None]
    missed = [r["name"] for r in judged if not r["holds"]]
    text = (
        f"{len(judged) - len(missed)} of {len(judged)} targets hold"
        if judged
        else "no targets among these"
    )
    text += ": missed " + ", ".join(missed) if missed else ""
    close = sum(1 for r in judged if not r.get("certain", True))
    parts = [text, f"{close} too close to call (?)" if close else "", busy_text(results)]
    return "; ".join(part for part in parts if part)


def json_write(path, head, results):
    with open(path, "w", encoding="utf-8") as out:
        json.dump({**head, "results": results}, out, indent=1)
        out.write("\n")
