"""Where processes are, as the kernel tells it: for a test that gives up on them."""

import os


def text_of(path):
    """What a file of /proc says, its words parted by blanks; "" if the process is gone."""
    try:
        with open(path, "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def command_of(pid):
    return f"{pid}: {text_of(f'/proc/{pid}/cmdline')}"


def tasks_of(pid):
    try:
        return sorted(os.listdir(f"/proc/{pid}/task"))
    except OSError:
        return []


def task_text(folder):
    """Its name, state, kernel function and system call."""
    name, _, facts = text_of(f"{folder}/stat").partition("(")[2].rpartition(")")
    return f"{name}: {facts[1:2]}, {text_of(f'{folder}/wchan')}, {text_of(f'{folder}/syscall')}"


def where(pids):
    """The command of each process, and where each of its threads is."""
    lines = []
    for pid in pids:
        lines.append(f"process {command_of(pid)}")
        lines += [f"  {task} {task_text(f'/proc/{pid}/task/{task}')}" for task in tasks_of(pid)]
    return "\n".join(lines)
