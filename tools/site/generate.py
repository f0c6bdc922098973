#!/usr/bin/env python3
"""Writes what an installation has to read: guides, tutorial, tables and examples.

They are text and, where MkDocs is there, also a site that can be searched.

  generate.py [--version V] [--html yes|no|auto] FOLDER

FOLDER gets the tree of docs/ (guide/, design/, spec/, performance.md ...), examples/ and, below
html/, the site. The site has chapters in the order of CHAPTERS, manual pages and examples. Its
theme is Material if that is there, else one of MkDocs' own. Links between pages are rewritten to
where the pages lie; a link to what is not installed becomes its text."""

import argparse
import glob
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
# Chapters of the site: title, pages (paths below the repository; patterns are sorted). Pages that
# are not there are left out.
CHAPTERS = [
    (
        "Start",
        ["docs/guide/getting-started.md", "docs/guide/installing.md", "docs/guide/coming-from.md"],
    ),
    (
        "Tutorial",
        [
            "docs/guide/tutorial/README.md",
            "docs/guide/tutorial/[0-9]*.md",
            "docs/guide/tutorial/solutions.md",
        ],
    ),
    (
        "Guides",
        [
            "docs/guide/several-machines.md",
            "docs/guide/interoperation.md",
            "docs/guide/tools.md",
            "docs/guide/debugging.md",
            "docs/mistakes.md",
            "docs/guide/errors.md",
            "docs/guide/performance.md",
            "docs/guide/extensions.md",
            "docs/guide/*.md",
            "docs/glossary.md",
        ],
    ),
    (
        "Manual",
        [
            "docs/man/upcc.1",
            "docs/man/upcrun.1",
            "docs/man/oshcc.1",
            "docs/man/oshrun.1",
            "docs/man/polder.1",
            "docs/man/*.3",
        ],
    ),
    (
        "Examples",
        [
            "examples/README.md",
            "examples/*.upc",
            "examples/interop/README.md",
            "examples/interop/*.*",
        ],
    ),
    (
        "Tables",
        [
            "docs/performance.md",
            "docs/tested.md",
            "docs/spec/upc-1.3.md",
            "docs/spec/*.md",
            "docs/spec/upc-1.3/*.md",
        ],
    ),
    ("How it works", ["docs/design/*.md"]),
]


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def chapters():
    """[(title, [path])], each page once, where it is named first."""
    seen, found = set(), []
    for title, patterns in CHAPTERS:
        pages = []
        for pattern in patterns:
            for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
                path = os.path.relpath(path, ROOT)
                if path not in seen:
                    seen.add(path)
                    pages.append(path)
        found.append((title, pages))
    return found


def outside_code(text, change):
    """`change` of every piece of Markdown that is neither a fenced block nor code in a line."""
    pieces = re.split(r"(^```.*?^```[^\n]*$|`+[^`\n]+`+)", text, flags=re.M | re.S)
    return "".join(piece if piece.startswith("`") else change(piece) for piece in pieces)


def relink(text, source, place, placed):
    """The links of page `source`, which goes to `place`; `placed` says where pages go."""

    def link(match):
        bang, words, target = match.groups()
        path, _, fragment = target.partition("#")
        if re.match(r"\w+:", target) or not path:
            return match[0]
        name = os.path.normpath(os.path.join(os.path.dirname(source), path))
        if os.path.isdir(os.path.join(ROOT, name)):
            name = os.path.join(name, "README.md")
        if name not in placed:
            return words
        there = os.path.relpath(placed[name], os.path.dirname(place) or ".")
        return f"{bang}[{words}]({there}{'#' + fragment if fragment else ''})"

    pieces = re.split(r"(^```.*?^```[^\n]*$)", text, flags=re.M | re.S)
    return "".join(piece if piece.startswith("```") else LINK.sub(link, piece) for piece in pieces)


# ---- text ----
def write_text(folder):
    placed = {}
    for path in (
        os.path.relpath(p, ROOT)
        for p in glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True)
    ):
        placed[path] = path[len("docs/") :]
    for path in tracked_examples():
        placed[path] = path
    for path, place in placed.items():
        if path.endswith(".md"):
            write(os.path.join(folder, place), relink(read(path), path, place, placed))
        else:
            os.makedirs(os.path.dirname(os.path.join(folder, place)), exist_ok=True)
            shutil.copyfile(os.path.join(ROOT, path), os.path.join(folder, place))


def tracked_examples():
    """What belongs to examples/, not what somebody built there."""
    for path in sorted(glob.glob(os.path.join(ROOT, "examples", "**", "*.*"), recursive=True)):
        if re.search(r"\.(upc|c|cc|h|f90|md)$", path):
            yield os.path.relpath(path, ROOT)


# ---- the site ----
def as_page(path):
    """Where a page lies in the sources of the site."""
    path = path[len("docs/") :] if path.startswith("docs/") else path
    path = re.sub(r"^man/", "manual/", path)
    return re.sub(r"README\.md$", "index.md", path) if path.endswith(".md") else path + ".md"


def markdown(text):
    """GitHub's Markdown as MkDocs reads it. Names of files stand before their listing. Lists begin
    behind an empty line. Code inside an item is indented by eight."""
    text = re.sub(r"^```(\w+) ([\w./-]+\.\w+)[^\n]*$", r"*\2*\n\n```\1", text, flags=re.M)
    text = re.sub(r"^```(\w+) [^\n]*$", r"```\1", text, flags=re.M)
    lines, inside, item = [], False, False
    for line in text.split("\n"):
        fence = line.startswith("```")
        inside = inside != fence
        if not inside and not fence:
            starts = re.match(r"(?:[-*]|\d+\.) ", line)
            if starts and not item and lines and lines[-1].strip():
                lines.append("")
            item = bool(starts) or item and (not line.strip() or line.startswith(" "))
            if item and line.startswith("      "):
                line = "  " + line
            elif item and not starts and re.match(r" {2,3}\S", line):
                line = "    " + line.strip()
        lines.append(line)
    return "\n".join(lines)


def manual_page(path):
    name, section = os.path.basename(path).rsplit(".", 1)
    made = subprocess.run(
        ["mandoc", "-Thtml", "-Ofragment", os.path.join(ROOT, path)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    made = re.sub(
        r"\n\s*\n", "\n", made.replace("\n", "\n")
    )  # an empty line would end the HTML inside Markdown
    made = re.sub(
        r"<pre>(.*?)</pre>",
        lambda m: "<pre>" + m[1].replace("\n", "&#10;") + "</pre>",
        made,
        flags=re.S,
    )
    return f'# {name}({section})\n\n<div class="manual">{made}</div>\n'


def page_text(path, placed):
    if path.endswith(".md"):
        return markdown(relink(read(path), path, placed[path], placed))
    if re.search(r"\.\d$", path):
        return manual_page(path)
    language = {"upc": "c", "h": "c", "cc": "cpp", "f90": "fortran"}.get(
        path.rsplit(".", 1)[1], "c"
    )
    return f"# {os.path.basename(path)}\n\n```{language}\n{read(path)}```\n"


def title_of(path, text):
    found = re.search(r"^# (.+)$", text, re.M)
    return re.sub(r"[`*]", "", found[1]) if found else os.path.basename(path)


def front_page(version, known, placed):
    text = (
        f"# Polder {version}\n\nUPC 1.3 on threads, processes and nodes: `upcc` compiles, `upcrun`"
        " runs, `polder doctor` says whether a machine is fit.\n\n"
    )
    for title, pages in known:
        if pages:
            first = pages[0]
            is_page = first.endswith(".md")
            name = title_of(first, read(first)) if is_page else os.path.basename(first)
            text += f"- **{title}**: [{html.escape(name)}]({placed[first]})"
            text += f" and {len(pages) - 1} more\n" if len(pages) > 1 else "\n"
    return (
        text
        + "\nThe search field at the top finds pages where they are read over HTTP: `python3 -m"
        " http.server -d` this folder.\n"
    )


def configuration(version, theme, known, placed, titles):
    """mkdocs.yml, which is JSON here: every JSON is YAML."""
    nav = [{"Polder": "index.md"}] + [
        {title: [{titles[p]: placed[p]} for p in pages]} for title, pages in known if pages
    ]
    look = {"name": theme}
    if theme == "material":  # nothing from the network
        look.update(font=False, features=["navigation.top", "navigation.tabs", "search.highlight"])
    return json.dumps(
        {
            "site_name": f"Polder {version}",
            "docs_dir": "src",
            "use_directory_urls": False,
            "theme": look,
            "nav": nav,
            "plugins": ["search"],
            "markdown_extensions": [
                "tables",
                "fenced_code",
                "sane_lists",
                {"toc": {"permalink": False}},
            ],
            "strict": False,
        },
        indent=1,
    )


def write_site(folder, version):
    """Makes it with the best theme there is; None, or why there is none."""
    if not shutil.which("mkdocs"):
        return "mkdocs is not installed"
    known = [
        (title, [p for p in pages if shutil.which("mandoc") or not re.search(r"\.\d$", p)])
        for title, pages in chapters()
    ]
    placed = {p: as_page(p) for _, pages in known for p in pages}
    with tempfile.TemporaryDirectory() as work:
        titles = {}
        for path, place in placed.items():
            text = page_text(path, placed)
            titles[path] = title_of(path, text)
            write(os.path.join(work, "src", place), text)
        write(os.path.join(work, "src", "index.md"), front_page(version, known, placed))
        said = ""
        for theme in ("material", "readthedocs", "mkdocs"):
            write(
                os.path.join(work, "mkdocs.yml"),
                configuration(version, theme, known, placed, titles),
            )
            done = subprocess.run(
                [
                    "mkdocs",
                    "build",
                    "-q",
                    "-f",
                    os.path.join(work, "mkdocs.yml"),
                    "-d",
                    os.path.join(work, "out"),
                ],
                capture_output=True,
                text=True,
                env={**os.environ, "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "0")},
            )
            if done.returncode == 0:
                shutil.rmtree(folder, ignore_errors=True)
                shutil.copytree(os.path.join(work, "out"), folder)
                return None
            said = done.stderr
    return "mkdocs: " + said.strip().split("\n")[-1]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", default="")
    parser.add_argument("--html", choices=("yes", "no", "auto"), default="auto")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    write_text(arguments.folder)
    if arguments.html == "no":
        return 0
    problem = write_site(os.path.join(arguments.folder, "html"), arguments.version)
    if problem:
        print(f"no HTML site: {problem}", file=sys.stderr)
    return 1 if problem and arguments.html == "yes" else 0


if __name__ == "__main__":
    sys.exit(main())
