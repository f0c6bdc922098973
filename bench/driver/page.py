"""Results as a Markdown table and as an HTML page with plots, alone or beside those of an earlier run.

A page needs nothing else: plots are SVG in it. Figures are grouped by the first part of their names; those whose names differ in a
size only (copy.put.8, copy.put.64 ...) are also drawn as curves, with their references; those that differ in the number of threads only
(scaling.ep.threads1 ...) as speeds.
"""

import json
import re
from html import escape

from . import plot
from .report import _number

THREADS = re.compile(r"^(?P<stem>scaling\..+?)\.threads(?P<number>\d+)(?P<rest>\..*)?$")
SIZE = re.compile(r"^(?P<stem>.+?)\.(?P<number>\d+)(?P<unit>[KM]?)(?P<rest>\..*)?$")
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20}
COLUMNS = ("figure", "value", "unit", "reference", "ratio", "spread", "target", "holds")


def earlier_load(path):
    """The results of a JSON file of an earlier run, by name."""
    with open(path, encoding="utf-8") as file:
        old = json.load(file)
    for r in old["results"]:
        if not isinstance(r["ratio"] or 0.0, (int, float)) or not isinstance(r.get("spread") or 0.0, (int, float)):
            raise ValueError(f"{r['name']} has no number as ratio or spread")
    return {r["name"]: r for r in old["results"]}, old


def change_text(result, before):
    """How the ratio to the reference moved, and whether by more than both spreads explain; "" where there is nothing to compare."""
    if not before or not before.get("ratio") or not result["ratio"]:
        return ""
    factor = result["ratio"] / before["ratio"]
    noise = 2 * ((result["spread"] or 0) + (before.get("spread") or 0))
    word = "" if abs(factor - 1) <= max(noise, 0.02) else " slower" if factor > 1 else " faster"
    return f"{before['ratio']:.3g} before, x {factor:.2f}{word}"


def cells_of(result):
    spread = "-" if result["spread"] is None else f"{100 * result['spread']:.1f} %"
    verdict = {True: "yes", False: "NO", None: ""}[result["holds"]]
    return [result["name"], _number(result["value"]), result["unit"], _number(result["reference"]), _number(result["ratio"]), spread,
            result["target"] or "", verdict]


def markdown_text(head, results, earlier=None):
    columns = list(COLUMNS) + (["earlier run"] if earlier is not None else [])
    lines = [f"{head['machine']}; {head['compiler']}; commit {head['commit']}; {head['date']}", "",
             "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    for r in results:
        cells = cells_of(r) + ([change_text(r, earlier.get(r["name"]))] if earlier is not None else [])
        lines.append("| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |")
    return "\n".join(lines) + "\n"


def groups_of(results):
    """[(first part of the names, results)], in the order of the results."""
    groups = {}
    for r in results:
        groups.setdefault(r["name"].split(".")[0], []).append(r)
    return list(groups.items())


def curves_of(results):
    """[(unit, [(label, [(bytes, value)])])]: what differs in a size only, where there are three sizes or more."""
    lines = {}
    for r in results:
        if not (match := SIZE.match(r["name"])):
            continue
        label = match["stem"] + (match["rest"] or "")
        size = int(match["number"]) * UNITS[match["unit"]]
        lines.setdefault((r["unit"], label), []).append((size, r["value"]))
        if r["reference"]:
            lines.setdefault((r["unit"], plot.REFERENCE + label), []).append((size, r["reference"]))
    kept = {key: line for key, line in lines.items() if len({size for size, _ in line}) >= 3}
    order = sorted(kept, key=lambda key: (key[0], key[1].removeprefix(plot.REFERENCE), key[1]))
    return [(unit, [(label, kept[unit, label]) for u, label in order if u == unit]) for unit in sorted({u for u, _ in order})]


def scaling_of(results):
    """[(label, [(threads, speed)])], speed as a multiple of the reference's on one thread, for the programs and their references."""
    matches = [(m, r) for r in results if (m := THREADS.match(r["name"]))]
    one = {m["stem"]: r["reference"] for m, r in matches if int(m["number"]) == 1}
    lines = {}
    for m, r in matches:
        label = m["stem"] + (m["rest"] or "")
        if m["stem"] in one and r["value"] and r["reference"]:
            lines.setdefault(label, []).append((int(m["number"]), one[m["stem"]] / r["value"]))
            lines.setdefault(plot.REFERENCE + label, []).append((int(m["number"]), one[m["stem"]] / r["reference"]))
    order = sorted(lines, key=lambda label: (label.removeprefix(plot.REFERENCE), label))
    return [(label, lines[label]) for label in order if len(lines[label]) >= 2]


STYLE = """body{font:14px/1.45 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}
table{border-collapse:collapse;font-size:12px}td,th{padding:2px 8px;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap}
td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}"""


def _table(results, earlier):
    columns = list(COLUMNS) + (["earlier run"] if earlier is not None else [])
    rows = ["<tr>" + "".join(f"<th>{c}</th>" for c in columns) + "</tr>"]
    for r in results:
        cells = cells_of(r) + ([change_text(r, earlier.get(r["name"]))] if earlier is not None else [])
        rows.append("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in cells) + "</tr>")
    return "<table>" + "".join(rows) + "</table>"


def html_text(head, results, closing, earlier=None):
    facts = f"{head['machine']}; {head['compiler']}; commit {head['commit']}; {head['date']}; load {head['load']} a core"
    parts = ["<!doctype html><html lang=en><meta charset=utf-8><title>Polder: benchmarks</title>", f"<style>{STYLE}</style>",
             "<h1>Polder: benchmarks</h1>", f"<p>{escape(facts)}</p>", f"<p>{escape(closing)}</p>",
             "<p>Ratios are time over the reference's time in the same rounds, so less is better unless a target says >=; the line across a bar is the spread (half the quartile distance).</p>"]
    for name, group in groups_of(results):
        parts += [f"<h2>{escape(name)}</h2>", plot.ratio_bars(group)]
        parts += [plot.curves(series, unit) for unit, series in curves_of(group)]
        parts.append(plot.curves(scaling_of(group), "times C on one thread", "threads"))
        parts.append(_table(group, earlier))
    return "\n".join(parts) + "</html>\n"
