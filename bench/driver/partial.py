"""Tables of a run that measured part of the figures: what it did not measure stays as it was.

A table is a list of lines of Markdown. The first cell of a row names it, the head names a column.
Rows and columns that one side lacks are kept, and each cell is the run's where the run has it.

Two tables have sentences of the tool. The paragraph about the machine begins with what a run
measured, so a later run of the same replaces it. The sentence above the missed targets counts
them."""

import re
from difflib import SequenceMatcher

MACHINE = "machine"
MISSED = "missed"


def _cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _is_row(line):
    return line.startswith("|")


def _row(cells):
    return "| " + " | ".join(cells) + " |"


def _sequence_merge(old, new, name, merge):
    """Both sequences in the old order: what has one name on both sides is merged, the rest kept.
    They are matched as sequences, as the names of two rows or columns may be equal."""
    matcher = SequenceMatcher(a=[*map(name, old)], b=[*map(name, new)], autojunk=False)
    merged = []
    for kind, a, a_end, b, b_end in matcher.get_opcodes():
        if kind == "equal":
            merged += map(merge, old[a:a_end], new[b:b_end])
        else:
            merged += old[a:a_end] + new[b:b_end]
    return merged


def _in_order_of(new, old, name):
    """The old sequence, what both have in the order of the new one: rows may stand by what was
    measured. Unchanged if a name stands twice."""
    place = {name(one): at for at, one in enumerate(new)}
    if len(place) < len(new) or len({*map(name, old)}) < len(old):
        return old
    common = sorted((one for one in old if name(one) in place), key=lambda one: place[name(one)])
    moved = iter(common)
    return [next(moved) if name(one) in place else one for one in old]


def _columns_merge(old, new):
    """The columns of both tables: (title, place in the old one, place in the new one), where a
    place may be None."""
    return _sequence_merge(
        [(title, place, None) for place, title in enumerate(_cells(old))],
        [(title, None, place) for place, title in enumerate(_cells(new))],
        lambda column: column[0],
        lambda a, b: (a[0], a[1], b[2]),
    )


def _rows_merge(old, new):
    """The lines of both tables, head and rule first."""
    columns = _columns_merge(old[0], new[0])

    def moved(row, side):
        cells = _cells(row)
        places = [column[side] for column in columns]
        return ["" if p is None or p >= len(cells) else cells[p] for p in places]

    before = [moved(row, 1) for row in old[2:]]
    after = [moved(row, 2) for row in new[2:]]
    rows = _sequence_merge(
        _in_order_of(after, before, lambda cells: cells[0]),
        after,
        lambda cells: cells[0],
        lambda before, after: [b or a for a, b in zip(before, after)],
    )
    head = [_row(title for title, *_ in columns), "|" + "---|" * len(columns)]
    return head + [*map(_row, rows)]


def _machine_merge(old, new):
    """Paragraphs of earlier runs, and the run's own, which begins with its sections and a colon."""
    paragraphs = "\n".join(old).strip("\n").split("\n\n")
    label = " ".join(new).partition(": ")[0]
    kept = [text for text in paragraphs if " ".join(text.split()).partition(": ")[0] != label]
    return "\n\n".join([*kept, "\n".join(new)]).split("\n")


def _missed_sentence(missed, new):
    """new: the run's own lines, which begin with how many of its targets hold."""
    held = re.match(r"\d+ of \d+ targets hold", new[0])
    of_run = f" In the last run {held[0]}." if held else ""
    return f"{missed} targets are missed.{of_run}"


def _missed_merge(old, new, measured):
    """Rows of the list of missed targets: a figure measured anew stands there only if it missed."""
    kept = [row for row in old if _cells(row)[0].strip("`") not in measured]
    return kept + [row for row in new if row not in kept]


def table_merge(name, old, new, measured):
    """The lines of table `name` after a run that measured the figures `measured`. Sentences stay,
    but for those of the tool."""
    if name == MACHINE:
        return _machine_merge(old, new)
    rows = [line for line in old if _is_row(line)]
    fresh = [line for line in new if _is_row(line)]
    text = [line for line in old if line and not _is_row(line)]
    if not fresh:
        return old
    if not rows:
        return new
    if name == MISSED:
        body = _missed_merge(rows[2:], fresh[2:], measured)
        return [_missed_sentence(len(body), new), "", *fresh[:2], *body]
    return text + ([""] if text else []) + _rows_merge(rows, fresh)
