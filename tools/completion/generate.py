#!/usr/bin/env python3
"""Writes the shell completions of upcc, upcrun and ./dev below a folder:
bash-completion/completions, zsh/site-functions and fish/vendor_completions.d. What there is to
complete comes from the programs' --help. The options of cc that upcc must know come from
compiler/driver/line/options.def. So the completions cannot drift from either.

  generate.py --upcc PROGRAM --upcrun PROGRAM FOLDER
"""

import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHOICE = re.compile(r"[a-z]\w*(?: ?\| ?[a-z]\w*)+$")
# What cc takes besides and people type: the levels and the usual switches.
USUAL = [
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Os",
    "-Og",
    "-Ofast",
    "-g",
    "-Wall",
    "-Wextra",
    "-fopenmp",
    "-pthread",
    "-march=native",
    "-std=c99",
    "-std=c11",
    "-std=gnu11",
    "-std=gnu17",
    "-fsanitize=address",
    "-fsanitize=undefined",
    "-fsanitize=thread",
]


class Option:
    """name; what follows it: None, "joined" (-std=c11), "next" (the next word); a sentence; the
    values, "FILE", "DIR" or none."""

    def __init__(self, name, argument=None, text="", values=()):
        self.name, self.argument, self.text, self.values = name, argument, text, values


def values_of(argument, text):
    """Of an option's argument as --help names it: words to choose from, FILE or DIR."""
    if CHOICE.match(argument):
        return re.findall(r"[a-z]\w*", argument)
    if (
        argument == "KIND" and ":" in text
    ):  # the sentence lists them: "...: memfd, posix, sysv, file[:DIR]"
        return re.findall(r"(\w+)(?:\[[^]]*\])?(?:,|$| \()", text.split(": ", 1)[1])
    if argument == "NAME" and " of " in text:
        return (
            re.findall(r"\b([a-z]+)(?=,| or )", text.split(" of ", 1)[1])[:2]
            + re.findall(r"\bor (\w+)(?=,)", text)[:1]
        )
    return argument if argument in ("FILE", "DIR") else ()


def listed(section):
    """The options of a part of --help.

    Its lines are like "  -n THREADS   text", "  -T N, -name=N   text", "  -c -S -E   text"."""
    found = []
    for line in section.split("\n"):
        match = re.match(r"\s+(-\S.*?)(?:\s{2,}|(?<=[A-Z]) (?=[a-z]{3,} ))(.*)$", line) or re.match(
            r"\s+(-\S.*)()$", line
        )
        if not match:
            continue
        for name, joint, argument in re.findall(
            r"(?:^|[ ,])(--?[\w#-]+)(=?) ?([A-Z]+|[a-z]\w*(?: ?\| ?[a-z]\w*)+)?", match[1]
        ):
            argument = (argument or "").strip()
            kind = "joined" if joint else "next" if argument else None
            if joint and not argument:
                argument = re.search(re.escape(name) + r"=(\w+)", match[1])
                argument = argument[1] if argument else ""
            found.append(Option(name + joint, kind, match[2], values_of(argument, match[2])))
    return found


def help_of(program):
    return subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout


def upcc_options(text):
    own = text.partition("\nOptions of upcc\n")[2].partition("\n\n")[0]
    found = {o.name: o for o in listed(own)}
    found["--cc="].values = ["cc", "gcc", "clang"]
    with open(os.path.join(ROOT, "compiler/driver/line/options.def"), encoding="utf-8") as f:
        table = re.sub(
            r"// -+ other.*?(?=// ----|\Z)", "", f.read(), flags=re.S
        )  # those of other UPC compilers are for old makefiles
    files = {
        "-o": "FILE",
        "-MF": "FILE",
        "-include": "FILE",
        "-imacros": "FILE",
        "-I": "DIR",
        "-L": "DIR",
        "-isystem": "DIR",
        "-B": "DIR",
        "-iquote": "DIR",
        "-fupc-report=": "FILE",
        "-idirafter": "DIR",
    }
    for name, form, handler in re.findall(r'^OPTION\("([^"]+)", (\w+), \w+, (\w+)\)', table, re.M):
        if name not in found and handler not in ("ignore", "upc_warning", "pass_switch"):
            kind = {"alone": None, "joined": "joined", "separate": "next", "either": "next"}[form]
            found[name] = Option(name, kind, "", files.get(name, ()))
    for name, sentence in re.findall(r"^  ([a-z-]+) +-O\d  (.*)$", text, re.M) + [
        ("passes", "all passes of the optimiser")
    ]:
        for prefix in ("-fupc-", "-fno-upc-"):
            found[prefix + name] = Option(prefix + name, None, sentence)
    for warning, sentence in re.findall(r"^  (upc-[\w-]+)\s+(.*)$", text, re.M):
        for prefix in ("-W", "-Wno-", "-Werror=", "-Wno-error="):
            found[prefix + warning] = Option(prefix + warning, None, sentence)
    for name in USUAL:
        found.setdefault(name, Option(name))
    return list(found.values())


def upcrun_options(text):
    with open(os.path.join(ROOT, "tools", "run", "cli", "options.cc"), encoding="utf-8") as f:
        table = re.findall(r'^\s*\{"(--?[\w-]+)", Action::(\w+)', f.read(), re.M)
    found = {o.name: o for o in listed(text.partition("\n\n")[2].partition("\nSIGQUIT")[0])}
    for name, action in table:
        kind = "next" if action in ("threads", "setting", "hosts", "folder") else None
        found.setdefault(name, Option(name, kind))
    with open(os.path.join(ROOT, "tools", "run", "cli", "mpi_options.cc"), encoding="utf-8") as f:
        others = re.findall(r'^\s*\{"([\w-]+)", ([01]), (\w+)\}', f.read(), re.M)
    known = {"take_folder": "DIR", "take_hosts_file": "FILE", "take_binding": ["core", "none"]}
    for name, count, function in others:
        if function == "nullptr":
            continue  # accepted without effect: nothing to gain by it
        spelling = ("--" if len(name) > 1 else "-") + name
        follows = "next" if count == "1" else None
        sentence = "as mpirun, mpiexec or srun has it"
        found.setdefault(spelling, Option(spelling, follows, sentence, known.get(function, ())))
    return list(found.values())


def polder_commands():
    """The commands that polder --help lists, in its source: the text is read, so that a cross build
    needs not run it."""
    with open(os.path.join(ROOT, "tools", "polder", "main.cc"), encoding="utf-8") as f:
        usage = f.read().partition('R"(usage')[2].partition(')";')[0]
    found = {}
    for line in re.findall(r"^polder ((?:--)?\w+)", usage, re.M):
        found.setdefault(line)
    return sorted({*found, "--version", "--help"})


def dev_commands():
    with open(os.path.join(ROOT, "dev"), encoding="utf-8") as f:
        usage = f.read().partition("<<'END'\n")[2].partition("\nEND\n")[0]
    return re.findall(r"^  (\w+)\b.*?(?:  +|\n {20,})(\S.*)$", usage, re.M)


# ---- bash ----
BASH = r"""# bash completion of Polder: upcc, upcrun, ./dev. Made by tools/completion/generate.py.

# Options or values that begin with the current word; those that end in '=' take no blank behind.
_polder_match() {
    local IFS=$'\n'
    COMPREPLY=($(compgen -W "$1" -- "$2"))
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
}

_polder_files() {
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$1"))
}

_polder_folders() {
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -d -- "$1"))
}

# The current word and the one before, as typed: readline also breaks words at '='.
_polder_words() {
    cur=${COMP_WORDS[COMP_CWORD]} prev=
    [[ $COMP_CWORD -gt 0 ]] && prev=${COMP_WORDS[COMP_CWORD-1]}
    if [[ $cur == = ]]; then cur= prev=$prev=
    elif [[ $prev == = && $COMP_CWORD -gt 1 ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}=
    fi
}

"""

BASH_UPCRUN = r"""_upcrun() {
    local cur prev i word
    _polder_words
    # behind the program it is the program's own command line
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case $word in
        @NEXT@) ((i++)) ;;
        -* | =) [[ ${COMP_WORDS[i+1]} == = ]] && ((i += 2)) ;;
        *)
            if declare -F _command_offset >/dev/null; then
                _command_offset "$i"
            else
                _polder_files "$cur"
            fi
            return
            ;;
        esac
    done
    case $prev in
@CASES@    esac
    if [[ $cur == -* ]]; then
        _polder_match "$options_of_upcrun" "$cur"
    elif [[ $cur == */* ]]; then
        _polder_files "$cur"
    else
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -c -- "$cur") $(compgen -f -- "$cur"))
    fi
}
complete -F _upcrun upcrun
"""


def bash_cases(options):
    """What to offer behind an option that takes a value."""
    text = ""
    for option in options:
        if not option.argument:
            continue
        if isinstance(option.values, list):
            action = f'_polder_match "{chr(10).join(option.values)}" "$cur"; return'
        elif option.values in ("FILE", "DIR"):
            action = f'_polder_{"files" if option.values == "FILE" else "folders"} "$cur"; return'
        elif option.argument == "next":
            action = "return"
        else:
            continue
        name = (
            option.name
            if option.argument == "next" or option.name.endswith("=")
            else option.name + "="
        )
        spellings = name + (
            f" | {name}=" if name.startswith("--") and not name.endswith("=") else ""
        )
        text += f"    {spellings}) {action} ;;\n"
    return text


def bash(folder, upcc, upcrun):
    common = BASH
    for name, options in (("upcc", upcc), ("upcrun", upcrun)):
        common += f"options_of_{name}='" + "\n".join(o.name for o in options) + "'\n"
    own = (
        "_upcc() {\n    local cur prev\n    _polder_words\n    case $prev in\n"
        + bash_cases(upcc)
        + "    esac\n"
        '    if [[ $cur == -* ]]; then _polder_match "$options_of_upcc" "$cur"; else _polder_files '
        '"$cur"; fi\n}\n'
        "complete -F _upcc upcc\n\n"
    )
    following = " | ".join(o.name for o in upcrun if o.argument == "next")
    run = BASH_UPCRUN.replace("@NEXT@", following).replace("@CASES@", bash_cases(upcrun))
    commands_of_dev = "\n".join(name for name, _ in dev_commands())
    dev = (
        "\n_polder_dev() {\n    local cur=${COMP_WORDS[COMP_CWORD]}\n"
        f'    if [[ $COMP_CWORD -eq 1 ]]; then _polder_match "{commands_of_dev}" "$cur"; '
        'else _polder_files "$cur"; fi\n}\ncomplete -F _polder_dev ./dev\n'
    )
    polder = (
        "\n_polder_tool() {\n    local cur=${COMP_WORDS[COMP_CWORD]}\n"
        f'    if [[ $COMP_CWORD -eq 1 ]]; then _polder_match "{chr(10).join(polder_commands())}" '
        f'"$cur"; '
        'elif [[ $cur == -* ]]; then _polder_match "$options_of_upcrun" "$cur"; '
        'else _polder_files "$cur"; fi\n}\ncomplete -F _polder_tool polder\n'
    )
    write(folder, "bash-completion/completions/upcc", common + own + run + dev + polder)
    write(folder, "bash-completion/completions/polder", '. "$(dirname "${BASH_SOURCE[0]}")/upcc"\n')
    write(folder, "bash-completion/completions/upcrun", '. "$(dirname "${BASH_SOURCE[0]}")/upcc"\n')


# ---- zsh and fish ----
def zsh_spec(option):
    """One argument of _arguments."""
    quoted = re.sub(r"(['\[\]:\\])", r"\\\1", option.text).replace("\\'", "")
    values = (
        ":value:(" + " ".join(option.values) + ")"
        if isinstance(option.values, list)
        else (
            ":file:_files"
            if option.values == "FILE"
            else ":folder:_files -/" if option.values == "DIR" else ":value: "
        )
    )
    name = option.name.replace(":", "\\:")
    if option.argument == "joined":
        name = name[:-1] + "=-" if name.endswith("=") else name + "-"
    return f"'{name}[{quoted}]" + (values if option.argument else "") + "'"


def zsh(folder, upcc, upcrun):
    for name, options, rest in (
        ("upcc", upcc, "'*:file:_files'"),
        ("upcrun", upcrun, "'(-)1:program:{_command_names -e; _files}' '*::arguments: _normal'"),
    ):
        body = " \\\n  ".join(zsh_spec(o) for o in options)
        write(
            folder,
            f"zsh/site-functions/_{name}",
            f"#compdef {name}\n# Made by Polder's tools/completion/generate.py.\n"
            f"_arguments \\\n  {body} \\\n  {rest}\n",
        )


def zsh_polder(folder):
    write(
        folder,
        "zsh/site-functions/_polder",
        "#compdef polder\n# Made by Polder's tools/completion/generate.py.\n"
        f"_arguments '1:command:({' '.join(polder_commands())})' '*:option or file:_files'\n",
    )


def fish_polder(folder):
    write(
        folder,
        "fish/vendor_completions.d/polder.fish",
        "# Made by Polder's tools/completion/generate.py.\n"
        f"complete -c polder -n __fish_use_subcommand -a '{' '.join(polder_commands())}'\n",
    )


def fish_line(program, option):
    words = [f"complete -c {program}"]
    dashes, name = re.match(r"(--?)(.*)", option.name).groups()
    name = name.rstrip("=")
    words.append(
        ("-l " if dashes == "--" else "-s " if len(name) == 1 else "-o ") + "'" + name + "'"
    )
    if option.argument:
        words.append("-x" if option.values not in ("FILE", "DIR") else "-r")
    if isinstance(option.values, list):
        words.append("-a '" + " ".join(option.values) + "'")
    if option.text:
        words.append("-d '" + option.text.replace("\\", "\\\\").replace("'", "\\'") + "'")
    return " ".join(words) + "\n"


def fish(folder, upcc, upcrun):
    for name, options in (("upcc", upcc), ("upcrun", upcrun)):
        text = "# Made by Polder's tools/completion/generate.py.\n" + "".join(
            fish_line(name, o) for o in options
        )
        write(folder, f"fish/vendor_completions.d/{name}.fish", text)


def write(folder, path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--upcc", required=True)
    parser.add_argument("--upcrun", required=True)
    parser.add_argument("folder")
    arguments = parser.parse_args()
    upcc, upcrun = upcc_options(help_of(arguments.upcc)), upcrun_options(help_of(arguments.upcrun))
    for shell in (bash, zsh, fish):
        shell(arguments.folder, upcc, upcrun)
    zsh_polder(arguments.folder)
    fish_polder(arguments.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
