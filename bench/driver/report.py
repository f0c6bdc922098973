"""Results for people (a table on stdout) and for programs (JSON)."""

import json


def _number(value):
    if value is None:
        return "-"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def _row(result):
    verdict = {True: "yes", False: "NO", None: ""}[result["holds"]]
    spread = "-" if result["spread"] is None else f"{100 * result['spread']:.1f} %"
    return (result["name"], _number(result["value"]), result["unit"], _number(result["reference"]), _number(result["ratio"]),
            spread, result["target"] or "", verdict)


def table_text(results):
    """A table with a column for each of the main fields; spread is half the quartile distance of the ratio."""
    rows = [("figure", "value", "unit", "reference", "ratio", "spread", "target", "holds")] + [_row(r) for r in results]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    text_columns = (0, 2, 6, 7)
    lines = []
    for row in rows:
        cells = [cell.ljust(w) if i in text_columns else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def closing_text(results):
    judged = [r for r in results if r["holds"] is not None]
    missed = [r["name"] for r in judged if not r["holds"]]
    text = f"{len(judged) - len(missed)} of {len(judged)} targets hold" if judged else "no targets among these"
    text += ": missed " + ", ".join(missed) if missed else ""
    busy = sum(1 for r in results if 2 * r.get("kept", 0) > r["rounds"])
    return text + (f"; {busy} of {len(results)} figures mostly of rounds in which other programs ran or the cores changed their distance" if busy else "")


def json_write(path, head, results):
    with open(path, "w", encoding="utf-8") as out:
        json.dump({**head, "results": results}, out, indent=1)
        out.write("\n")
