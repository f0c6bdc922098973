"""Results as a Markdown table and as an HTML page with plots, alone or beside those of an earlier
run. The page needs nothing else: plots are SVG in it, and it has a light and a dark form."""

import json
import re
from html import escape

from . import plot
from .groups import rows_of, sections_of, size_charts, thread_charts
from .report import (
    COLUMNS,
    busy_text,
    cells_of,
    distance_text,
    number_text,
    spread_text,
    verdict_text,
)


def earlier_load(path):
    """The results of a JSON file of an earlier run, by name."""
    with open(path, encoding="utf-8") as file:
        old = json.load(file)
    for r in old["results"]:
        if not isinstance(r["ratio"] or 0.0, (int, float)) or not isinstance(
            r.get("spread") or 0.0, (int, float)
        ):
            raise ValueError(f"{r['name']} has no number as ratio or spread")
    return {r["name"]: r for r in old["results"]}, old


def change_text(result, before):
    """How the ratio to the reference moved, and whether by more than both spreads explain; ""
    where there is nothing to compare."""
    if not before or not before.get("ratio") or not result["ratio"]:
        return ""
    factor = result["ratio"] / before["ratio"]
    noise = 2 * ((result["spread"] or 0) + (before.get("spread") or 0))
    known = result["spread"] is not None and before.get("spread") is not None
    word = (
        ""
        if not known or abs(factor - 1) <= max(noise, 0.02)
        else " slower" if factor > 1 else " faster"
    )
    return f"{before['ratio']:.3g} before, x {factor:.2f}{word}"


def markdown_text(head, results, earlier=None):
    columns = list(COLUMNS) + (["earlier run"] if earlier is not None else [])
    lines = [
        f"{head['machine']}; {head['compiler']}; commit {head['commit']}; {head['date']}",
        "",
        "| " + " | ".join(columns) + " |",
        "|" + "---|" * len(columns),
    ]
    for r in results:
        cells = cells_of(r) + (
            [change_text(r, earlier.get(r["name"]))] if earlier is not None else []
        )
        lines.append("| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |")
    return "\n".join(lines) + "\n"


STYLE = """
:root{--back:#fcfcfb;--ink:#1d2329;--faint:#68727c;--rule:#dfe3e6;--card:#fff;--good:#1b7340;
--bad:#b3261e;--thread:#0072b2;--process:#d55e00;--mix:#00805a;--nodes:#a8508a}
@media(prefers-color-scheme:dark){:root{--back:#15191d;--ink:#e4e8eb;--faint:#98a3ad;--rule:#333b42;
--card:#1c2126;--good:#5fcf8d;--bad:#ff8a80;--thread:#56b4e9;
--process:#ff9e5e;--mix:#3fd0a0;--nodes:#e39ccb}}
*{box-sizing:border-box}body{font:15px/1.5 system-ui,sans-serif;margin:0;background:var(--back);
color:var(--ink)}
main{max-width:1040px;margin:0 auto;padding:1.5em 20px 4em}h1{font-size:1.9em;margin:.4em 0 .1em}
h2{font-size:1.3em;margin:2.4em 0 .2em;border-top:1px solid var(--rule);padding-top:1em}
p{max-width:46em;margin:.4em 0 .8em}.about{color:var(--faint)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1em 1.2em;margin:1em 0}
dt{color:var(--faint)}dd{margin:0}
nav{display:flex;flex-wrap:wrap;gap:.3em .5em;margin:1.2em 0}
nav a{border:1px solid var(--rule);border-radius:1em;padding:.05em .8em;color:inherit;
text-decoration:none;
background:var(--card);font-size:.9em}nav a:hover{border-color:var(--thread)}
.score{display:flex;flex-wrap:wrap;gap:1em;margin:1.2em 0}
.score div{background:var(--card);border:1px solid var(--rule);border-radius:8px;
padding:.6em 1.2em}.score b{display:block;font-size:1.8em;line-height:1.2}
.charts{display:flex;flex-wrap:wrap;gap:16px}.scroll{overflow-x:auto}
details{margin:.8em 0}summary{cursor:pointer;color:var(--faint)}
table{border-collapse:collapse;font-size:13px;margin:.6em 0;font-variant-numeric:tabular-nums}
td,th{padding:3px 10px;border-bottom:1px solid var(--rule);text-align:right;white-space:nowrap}
td:first-child,th:first-child,td.text,th.text{text-align:left}th{color:var(--faint);font-weight:600}
.bad{color:var(--bad);fill:var(--bad);font-weight:600}.good{color:var(--good)}
svg{max-width:100%;height:auto;display:block}svg text{font-family:system-ui,sans-serif}
svg .t{fill:var(--ink)}svg .bad{fill:var(--bad)}svg .strong{font-weight:600}
svg .faint{fill:var(--faint)}
svg .grid{stroke:var(--rule)}svg .one{stroke:var(--ink);stroke-width:1.4}
svg .limit{stroke:var(--bad);stroke-width:2;stroke-dasharray:3 2}
svg .whisker{stroke:var(--ink);stroke-width:1.6;opacity:.55}
svg .beyond{fill:var(--bad);opacity:.07}svg .m{stroke-width:1.6}
svg .held{fill-opacity:.55;stroke-width:.6}svg .curve{fill:none;stroke-width:1.8}
svg .thread{fill:var(--thread);stroke:var(--thread)}
svg .process{fill:var(--process);stroke:var(--process)}svg .mix{fill:var(--mix);stroke:var(--mix)}
svg .nodes{fill:var(--nodes);stroke:var(--nodes)}
svg .hollow{fill:var(--back);stroke-width:1.2}svg polyline.curve{fill:none}
svg polyline.dashed{stroke-dasharray:5 4;opacity:.7}
svg .dash{stroke:var(--faint);stroke-width:1.8;stroke-dasharray:5 4}
svg .missed{fill:var(--card);stroke:var(--bad);stroke-width:2.4}
.words dt{color:var(--ink);font-weight:600}.words{max-width:60em}
@media(max-width:760px){.scroll svg{max-width:none}.scroll{margin:0 -4px}}
@media(max-width:560px){body{font-size:14px}main{padding:.8em 12px 3em}h1{font-size:1.5em}
h2{font-size:1.15em}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5em}
.score{gap:.5em}.score div{padding:.3em .7em;flex:1 1 6.5em}.score b{font-size:1.3em}
.charts{gap:8px}.charts svg{width:100%}.scroll::before{content:"→ wider than the screen";
color:var(--faint);font-size:.8em}}
"""
TEXT_COLUMNS = (0, 2, 6, 7)
READING = """Each mark is a ratio: time over that of the reference, which ran in turn with it on
the same cores; left of 1 is faster than the reference. The line through a mark joins the quartiles
of the rounds, dashed is the limit, and a hollow mark misses it. A question mark stands where the
limit is closer than the rounds can tell. Point at a mark for its numbers."""


# What the words on the page mean, in the order in which a reader meets them.
GLOSSARY = (
    (
        "figure",
        (
            "one thing that is measured, such as the time of a barrier; its name is"
            " WHAT.DETAILS.MAPPING"
        ),
    ),
    (
        "reference",
        (
            "what it is compared with: the same in C (with OpenMP, MPI or the processor's own"
            " instructions), run in turn with it on the same cores"
        ),
    ),
    (
        "round",
        (
            "one run of the figure's programs and the reference's, one after the other; figures are"
            " medians over rounds"
        ),
    ),
    (
        "ratio",
        (
            "the figure's time over that of the reference: 1 is as fast, 0.5 twice as fast, 2 takes"
            " twice as long"
        ),
    ),
    (
        "target, limit",
        (
            "what is promised: `ratio <= 1.5` at most 1.5 times the reference; `reference + 3 ns`"
            " at most so much more; `<= 20 us` a limit of its own, in which the reference has no"
            " part; `ratio >= 0.9` where more is better"
        ),
    ),
    (
        "holds",
        (
            "whether the target is kept; `NO, though 8 times as good as the reference` says that"
            " only a limit of its own is missed"
        ),
    ),
    (
        "too close to call, ?",
        "the limit lies within the spread, so other rounds might say otherwise",
    ),
    (
        "spread, quartiles",
        (
            "half of the rounds lie between the two quartiles of the ratio; the spread is half of"
            " that distance"
        ),
    ),
    ("disturbed", "a round in which other programs ran or the cores changed their distance"),
    ("threads of one process", "all UPC threads are pthreads (upcrun -p 1)"),
    ("one process a thread", "each UPC thread is a process (the default)"),
    ("a mix", "several processes of several threads each (upcrun -p 2)"),
    (
        "two nodes",
        (
            "what goes between the halves of the threads goes over the network: two network"
            " namespaces of this machine, unless said otherwise"
        ),
    ),
    (
        "round trip of a line",
        (
            "how long one cache line takes from a core to another and back: the distance of the"
            " cores, and the yardstick of what threads can say to each other"
        ),
    ),
)


def _glossary():
    said = [
        (escape(word), re.sub("`([^`]*)`", r"<code>\1</code>", escape(meaning)))
        for word, meaning in GLOSSARY
    ]
    rows = "".join(f"<dt>{word}</dt><dd>{meaning}</dd>" for word, meaning in said)
    return f"<h2 id=words>Words</h2><dl class=words>{rows}</dl>"


def _row_html(cells, tag, texts=TEXT_COLUMNS):
    return (
        "<tr>"
        + "".join(
            f"<{tag}{' class=text' if i in texts else ''}>{escape(c)}</{tag}>"
            for i, c in enumerate(cells)
        )
        + "</tr>"
    )


def _table(results, earlier):
    more = earlier is not None
    rows = [_row_html([*COLUMNS, *(["earlier run"] if more else [])], "th")]
    rows += [
        _row_html(cells_of(r) + ([change_text(r, earlier.get(r["name"]))] if more else []), "td")
        for r in results
    ]
    return "<div class=scroll><table>" + "".join(rows) + "</table></div>"


def _missed(results):
    rows = [
        [
            r["name"],
            f"{number_text(r['value'])} {r['unit']}",
            number_text(r["reference"]),
            number_text(r["ratio"]),
            spread_text(r),
            r["target"],
            verdict_text(r),
        ]
        for r in results
        if r["holds"] is False
    ]
    if not rows:
        return ""
    rows = [
        _row_html(
            ["missed", "value", "reference", "ratio", "spread", "target", "holds"], "th", (0, 5, 6)
        ),
        *(_row_html(row, "td", (0, 5, 6)) for row in rows),
    ]
    return "<div class=scroll><table>" + "".join(rows) + "</table></div>"


def _moved(results, earlier):
    """What an earlier run says otherwise by more than both spreads."""
    rows = [
        [
            r["name"],
            number_text(earlier[r["name"]]["ratio"]),
            number_text(r["ratio"]),
            text.split(", ")[1],
        ]
        for r in results
        if (text := change_text(r, earlier.get(r["name"]))).endswith(("slower", "faster"))
    ]
    table = "".join(
        _row_html(row, tag, (0, 3))
        for row, tag in [
            (["figure", "ratio before", "now", "factor"], "th"),
            *((row, "td") for row in rows),
        ]
    )
    return (
        f"<details{' open' if len(rows) <= 12 else ''}><summary>{len(rows)} figures moved by more"
        " than both spreads since the earlier run (whose ratios are crosses)</summary><div"
        f" class=scroll><table>{table if rows else ''}</table></div></details>"
    )


def _score(head, results):
    judged = [r for r in results if r["holds"] is not None]
    held, close = sum(r["holds"] for r in judged), sum(not r.get("certain", True) for r in judged)
    boxes = [
        (f"{held} of {len(judged)}", "targets hold"),
        (str(len(judged) - held), "missed"),
        (str(close), "too close to call"),
        (str(len(results)), "figures"),
        (f"{head.get('seconds', 0) / 60:.0f} min", "measured"),
    ]
    return (
        "<div class=score>"
        + "".join(f"<div><b>{n}</b>{what}</div>" for n, what in boxes)
        + "</div>"
    )


def _facts(head, results):
    facts = [
        ("machine", head["machine"]),
        ("compiler", head["compiler"]),
        ("commit", head["commit"]),
        ("date", head["date"]),
        ("load at the start", f"{head['load']} a core"),
        ("round trip of a line", distance_text(results)),
    ]
    return (
        "<dl>"
        + "".join(f"<dt>{what}</dt><dd>{escape(str(fact))}</dd>" for what, fact in facts)
        + "</dl>"
    )


def _section(number, section, earlier):
    title, about, results = section
    charts = "".join(map(plot.curve, [*size_charts(results), *thread_charts(results)]))
    return [
        f"<h2 id=s{number}>{escape(title)}</h2>",
        f"<p class=about>{escape(about)}</p>",
        f"<div class=scroll>{plot.ratio_dots(rows_of(results), earlier)}</div>",
        f"<div class=charts>{charts}</div>",
        (
            f"<details><summary>{len(results)} figures as a"
            f" table</summary>{_table(results, earlier)}</details>"
        ),
    ]


def html_text(head, results, earlier=None):
    sections = sections_of(results)
    parts = [
        (
            "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport"
            " content='width=device-width,initial-scale=1'><title>Polder: benchmarks</title>"
        ),
        f"<style>{STYLE}</style><main>",
        "<h1>Polder beside C</h1>",
        _score(head, results),
        _facts(head, results),
        f"<p>{READING}</p>",
        f"<p class=about>{escape(busy_text(results))}</p>",
        "<nav>"
        + "".join(f"<a href=#s{n}>{escape(title)}</a>" for n, (title, _, _) in enumerate(sections))
        + "<a href=#words>Words</a></nav>",
        (
            "<h2>How far everything is from its limit</h2><div"
            f" class=scroll>{plot.overview(sections)}</div>"
        ),
        _missed(results),
    ]
    parts += [_moved(results, earlier)] if earlier is not None else []
    for number, section in enumerate(sections):
        parts += _section(number, section, earlier)
    return "\n".join([*parts, _glossary()]) + "</main></html>\n"
