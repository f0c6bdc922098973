"""Shell completions: generated from --help and the option tables, they complete every option there;
bash and fish run them, zsh reads them."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

run(
    sys.executable,
    f"{SOURCE}/tools/completion/generate.py",
    "--upcc",
    UPCC,
    "--upcrun",
    UPCRUN,
    "share",
)
BASH_FILES = os.path.abspath("share/bash-completion/completions")
write("folder/source.upc", "")
write("hello", "")
os.chmod("hello", 0o755)


def bash(*words):
    """What bash offers for the last of the words, which it has broken at '=' as readline does."""
    broken = [part for word in words for part in (re.split("(=)", word) if "=" in word else [word])]
    if "=" in words[-1] and broken[-1] == "":
        broken.pop()
    ask = (
        '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); set -- $(complete -p "$1"); $3; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    return run(
        "bash",
        "-c",
        ask,
        "bash",
        f"{BASH_FILES}/{'upcrun' if words[0] == 'upcrun' else 'upcc'}",
        *broken,
    ).out.split()


if shutil.which("bash"):
    for words, expected in {
        ("upcrun", "--bi"): ["--bind", "--bind-to"],
        ("upcrun", "--bind-to", "n"): ["none"],
        ("upcrun", "--hostfile", "hel"): ["hello"],
        ("upcrun", "--bind", ""): ["share", "package", "numa", "l3", "core", "pu", "none"],
        ("upcrun", "--bind=n"): ["numa", "none"],
        ("upcrun", "--segment", "m"): ["memfd"],
        ("upcrun", "-n", ""): [],
        ("upcrun", "-n", "4", "./h"): ["./hello"],
        ("upcrun", "-n", "4", "./hello", "fol"): ["folder"],
        ("upcc", "--dum"): ["--dump-ast"],
        ("upcc", "-x", ""): ["upc", "c", "none"],
        ("upcc", "--cc=cl"): ["clang"],
        ("upcc", "-o", "hel"): ["hello"],
        ("upcc", "-I", ""): ["folder", "share"],
        ("upcc", "folder/s"): ["folder/source.upc"],
        ("upcc", "-Wno-upc-barrier-i"): ["-Wno-upc-barrier-in-forall"],
        ("upcc", "-fno-upc-strip"): ["-fno-upc-strip-mine"],
        ("upcc", "-fupc-passes"): ["-fupc-passes"],
        ("upcc", "-T", ""): [],
        ("./dev", "de"): ["demo"],
        ("polder", "d"): ["doctor"],
        ("polder", "tune", "--bind-"): ["--bind-to"],
        ("./dev", "ch"): ["check"],
    }.items():
        check(sorted(bash(*words)) == sorted(expected), f"bash: {words}", bash(*words))
    # every option of the two --help texts and of the tables is offered
    for program, tables in (
        (UPCC, []),
        (
            UPCRUN,
            re.findall(r'\{"(--?[\w-]+)", Action', read(f"{SOURCE}/tools/run/cli/options.cc")),
        ),
    ):
        name = os.path.basename(program)
        text = (
            run(program, "--help")
            .out.partition("\nExamples")[0]
            .partition("\nWarnings of")[0]
            .partition("\nPasses of")[0]
        )
        options = set(re.findall(r"(?<![\w-])(--?[a-zA-Z][\w-]*)(?![\w.])", text)) | set(tables)
        options = {
            o
            for o in options
            if not o.endswith("-") and not re.search(rf"(?m)^SIGQUIT.*{o}|behaving.*{o}", text)
        }
        offered = bash(name, "-")
        lost = [
            o
            for o in sorted(options)
            if not any(re.fullmatch(rf"{o}(=.*|,)?", word) for word in offered)
        ]  # -std is -std=c11 and others
        check(
            len(options) > 12 and not lost, f"options of {name} that bash does not complete", lost
        )
else:
    print("bash is missing")
if shutil.which("fish"):

    def fish(line):
        return run(
            "fish",
            "-N",
            "-c",
            f'for f in share/fish/vendor_completions.d/*; source $f; end; complete -C "{line}"',
        ).out

    check(
        "--dump-ast\tshow the syntax tree" in fish("upcc --dump"), "fish: upcc", fish("upcc --dump")
    )
    check(
        "doctor" in fish("polder d") and "info" in fish("polder "), "fish: polder", fish("polder ")
    )
    check(re.search(r"^core\b", fish("upcrun --bind c")), "fish: upcrun", fish("upcrun --bind c"))
else:
    print("fish is missing: its files were not run")
if shutil.which("zsh"):
    for name in ("_upcc", "_upcrun", "_polder"):
        run("zsh", "-n", "share/zsh/site-functions/" + name)
        check(
            read("share/zsh/site-functions/" + name).startswith(f"#compdef {name[1:]}\n"),
            "zsh finds it",
        )
else:
    print("zsh is missing: its files were not read")
print("pass")
