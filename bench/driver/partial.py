"""Tables of a run that measured part of the figures: what it did not measure stays as it was.

A table is a list of lines of Markdown. The first cell of a row names it."""

from difflib import SequenceMatcher

MISSED = "missed"


def _cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _is_row(line):
    return line.startswith("|")


def _row_merge(old, new):
    """The new row, with cells of the old one where the run measured nothing."""
    before = _cells(old)
    after = _cells(new)
    if len(before) != len(after):
        return new
    return "| " + " | ".join(b or a for a, b in zip(before, after)) + " |"


def _rows_merge(old, new):
    """The rows of both tables in the old order. Rows are matched as a sequence, as the names of two
    rows may be equal."""
    names = SequenceMatcher(
        a=[_cells(row)[0] for row in old],
        b=[_cells(row)[0] for row in new],
        autojunk=False,
    )
    merged = []
    for kind, a, a_end, b, b_end in names.get_opcodes():
        if kind == "equal":
            merged += map(_row_merge, old[a:a_end], new[b:b_end])
        else:
            merged += old[a:a_end] + new[b:b_end]
    return merged


def _missed_merge(old, new, measured):
    """Rows of the list of missed targets: a figure measured anew stands there only if it missed."""
    kept = [row for row in old if _cells(row)[0].strip("`") not in measured]
    return kept + [row for row in new if row not in kept]


def table_merge(name, old, new, measured):
    """The lines of table `name` after a run that measured the figures `measured`. Sentences stay,
    also where they are all the table has."""
    rows = [line for line in old if _is_row(line)]
    fresh = [line for line in new if _is_row(line)]
    text = [line for line in old if line and not _is_row(line)]
    if not fresh:
        return old
    if not rows:
        return new
    head = fresh[:2]
    if name == MISSED:
        body = _missed_merge(rows[2:], fresh[2:], measured)
    else:
        body = _rows_merge(rows[2:], fresh[2:])
    return text + ([""] if text else []) + head + body
