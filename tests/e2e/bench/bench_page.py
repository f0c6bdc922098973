"""The page of the benchmarks: its first picture has a legend, its words a glossary. A figure far
better than its reference but over a limit of its own says so. At 400 pixels nothing is wider than
the screen but what scrolls in a box of its own (in a real browser where one is there)."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import html as markup  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402
import xml.dom.minidom  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

sys.path.insert(0, os.path.join(SOURCE, "bench"))
from driver import page, plot  # noqa: E402
from driver.groups import sections_of  # noqa: E402
from driver.report import closing_text, missed_text, verdict_text  # noqa: E402


def result(name, mapping, value, reference, target, limit, holds, certain=True):
    return {
        "name": f"{name}.{mapping}",
        "mapping": mapping,
        "value": value,
        "unit": "us",
        "reference": reference,
        "ratio": value / reference,
        "spread": 0.01,
        "target": target,
        "limit": limit,
        "holds": holds,
        "certain": certain,
        "rounds": 5,
        "disturbed": 0,
        "seconds": 1.0,
        "quartiles": [0.9 * value / reference, 1.1 * value / reference],
    }


results = [
    result(f"copy.put.{size}", m, 0.1 * size, 0.1 * size, "ratio <= 1.1", 1.1, True)
    for size in (8, 64, 512)
    for m in ("thread", "process")
]
results += [
    result("barrier.four", "mix", 30.0, 240.0, "<= 20 us", 20.0, False),
    result("barrier.two", "nodes", 30.0, 240.0, "<= 29.9 us", 29.9, False, False),
    result("lock.one", "thread", 3.0, 1.0, "ratio <= 2", 2.0, False),
    result("atomic.x", "thread", 30.0, 31.0, "<= 20 us", 20.0, False),
]
far, close, slow, near = results[-4:]

# ---- verdicts ----
check(verdict_text(far) == "NO, though 8 times as good as the reference", verdict_text(far))
check(verdict_text(close) == "NO ?, though 8 times as good as the reference", verdict_text(close))
check(
    verdict_text(slow) == "NO" and verdict_text(near) == "NO" and verdict_text(results[0]) == "yes",
    "other verdicts are as short as they were",
)
check(
    "though 8 times" in missed_text(far) and "missed" in closing_text(results),
    "missed_text",
    missed_text(far),
)
dots = plot.ratio_dots([("four", [far]), ("two", [close]), ("one", [slow]), ("both", [far, slow])])
texts = [
    node.firstChild.data for node in xml.dom.minidom.parseString(dots).getElementsByTagName("text")
]
check(
    [t for t in texts if "limit" in t or "missed" in t]
    == ["limit", "over its limit", "over its limit ?", "missed", "missed"],
    "words beside the marks",
    texts,
)

# ---- the first picture ----
overview = xml.dom.minidom.parseString(plot.overview(sections_of(results)))
words = [node.firstChild.data for node in overview.getElementsByTagName("text")]
for word in (*plot.MAPPINGS.values(), "within its limit", "missed", "the limit"):
    check(word in words, f"the legend of the overview lacks '{word}'", words)
top = min(
    float(node.getAttribute("y"))
    for node in overview.getElementsByTagName("text")
    if node.firstChild.data.startswith("Copies")
)
check(
    all(
        float(node.getAttribute("y")) < top
        for node in overview.getElementsByTagName("text")
        if node.firstChild.data in plot.MAPPINGS.values()
    ),
    "it stands above",
)

# ---- the page ----
head = {
    "machine": "m",
    "compiler": "c",
    "commit": "1",
    "date": "2026-01-01",
    "load": 0.1,
    "seconds": 60,
}
text = page.html_text(head, results)
check("href=#words" in text and "<h2 id=words>" in text, "the glossary is in the list of sections")
glossary = re.sub(r"<[^>]+>", "", markup.unescape(text.partition("<h2 id=words>")[2]))
for word in (
    "figure",
    "reference",
    "round",
    "ratio",
    "target",
    "limit",
    "holds",
    "too close to call",
    "spread",
    "quartiles",
    "disturbed",
    "round trip of a line",
    *plot.MAPPINGS.values(),
):
    check(word in glossary, f"the glossary lacks '{word}'")
check("initial-scale=1" in text and "@media(max-width:560px)" in text, "a narrow form")
write("page.html", text)
browser = next(
    (
        path
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (path := shutil.which(name))
    ),
    None,
)
if browser:
    ask = (
        "<script>addEventListener('load',()=>{"
        "const w=innerWidth,d=document.documentElement;"
        "const loose=e=>!e.closest('.scroll')&&!e.closest('svg');"
        "const wide=[...document.querySelectorAll('body *')].filter("
        "e=>loose(e)&&e.getBoundingClientRect().right>w+1).map(e=>e.tagName);"
        "const high=e=>e.getBoundingClientRect().height;"
        "const small=[...document.querySelectorAll('svg text')].filter("
        "e=>high(e)&&high(e)<9).length;"
        "parent.document.title="
        "`width ${d.scrollWidth} of ${w}, wide ${wide}, small ${small}.`})</script>"
    )
    write(
        "frame.html",
        "<!doctype html><title>nothing</title><iframe width=400 height=800 style='border:0'"
        f" srcdoc=\"{markup.escape(text.replace('</main>', ask + '</main>'))}\"></iframe>",
    )
    shown = run(
        browser,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        f"--user-data-dir={os.getcwd()}/profile",
        "--virtual-time-budget=5000",
        "--dump-dom",
        "file://" + os.path.abspath("frame.html"),
        status=None,
    )
    title = re.search(r"<title>(.*?)</title>", shown.out)
    width = title and re.fullmatch(r"width (\d+) of 400, wide , small 0\.", title[1])
    check(width and int(width[1]) <= 400, "at 400 pixels", title and title[1], shown.err[-1000:])
else:
    print("no browser: the page was not laid out")
print("pass")
