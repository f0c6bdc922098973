"""The syntax files of the editors: made from one list, which has every keyword and every name the
headers declare; vim colours by them."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import json  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402
import zipfile  # noqa: E402
from xml.etree import ElementTree  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

GENERATE = f"{SOURCE}/tools/editors/generate.py"
run(sys.executable, GENERATE, "--cc", CC.split()[0], "share")
listed = dict(
    reversed(line.split())
    for line in run(sys.executable, GENERATE, "--words").out.split("\n")
    if line
)

# the list against the sources, read in another way than the generator does
names = set(re.findall(r'UPC_KEYWORD\(\w+, "(\w+)"\)', read(f"{SOURCE}/compiler/lex/tokens.def")))
for path in glob.glob(f"{SOURCE}/include/*.h"):
    if not path.endswith("bupc_namespace.h"):  # aliases of what is listed
        text = re.sub(r"/\*.*?\*/", "", read(path), flags=re.S)
        text = re.sub(r"^#\s*(if|elif)(?:.*\\\n)*.*$|#\s*include.*$", "", text, flags=re.M)
        names |= set(
            re.findall(
                r"\b(upc_(?:all_)?[a-z]\w+|UPC_[A-Z]\w+[A-Z0-9]|bupc_[a-z]\w+|BUPC_[A-Z]\w+)\b"
                r"(?![\w#])",
                text,
            )
        )
ignored = {n for n in names if re.search(r"##|_$|_struct$", n)}
missing = sorted(n for n in names - ignored if n not in listed)
check(not missing, "names of the headers that editors do not know", missing)
check(len(listed) > 400, "the list", len(listed))
for word, kind in {
    "shared": "qualifier",
    "upc_forall": "statement",
    "upc_localsizeof": "operator",
    "MYTHREAD": "value",
    "upc_lock_t": "type",
    "upc_all_prefix_reduceLD": "function",
    "UPC_NONCOMM_FUNC": "constant",
    "bupc_allv_reduce": "function",
    "__UPC_VERSION__": "constant",
    "upc_filevec": "type",
}.items():
    check(listed.get(word) == kind, f"{word} is a {kind}", listed.get(word))

# every word is in every file
vim = read("share/vim/vimfiles/syntax/upc.vim")
emacs = read("share/emacs/site-lisp/upc-mode.el")
grammar = json.loads(read("share/polder/vscode/syntaxes/upc.tmLanguage.json"))
package = json.loads(read("share/polder/vscode/package.json"))
patterns = {
    p["name"]: re.compile(p["match"])
    for p in grammar["repository"]["upc"]["patterns"]
    if "match" in p
}
for word, kind in listed.items():
    check(
        re.search(rf"^syn keyword upc{kind.capitalize()} .*(?<!\w){word}(?!\w)", vim, re.M),
        f"vim: {word}",
    )
    check(f'"{word}"' in emacs, f"Emacs: {word}")
    check(sum(bool(p.fullmatch(word)) for p in patterns.values()) == 1, f"VS Code: {word}")
for contribution in ("languages", "grammars", "snippets"):
    for entry in package["contributes"][contribution]:
        check_files(["share/polder/vscode/" + (entry.get("path") or entry["configuration"])])
folder = "share/polder/vscode"
check({"language": "upc"} in package["contributes"]["breakpoints"], "VS Code: breakpoints", package)
with zipfile.ZipFile("share/polder/polder-upc.vsix") as vsix:
    inside = {n.split("/", 1)[1] for n in vsix.namelist() if n.startswith("extension/")}
    files = glob.glob("**", root_dir=folder, recursive=True)
    files = {name for name in files if os.path.isfile(f"{folder}/{name}")}
    check(inside == files, "the package has the folder's files", inside ^ files)
    for name in files:
        copy = vsix.read("extension/" + name).decode()
        check(copy == read(f"{folder}/{name}"), "the package's copy", name)
    for name in ("extension.vsixmanifest", "[Content_Types].xml"):
        ElementTree.fromstring(vsix.read(name))
json.loads(read("share/polder/vscode/snippets.json")), json.loads(
    read("share/polder/vscode/language-configuration.json")
)
matcher = re.compile(package["contributes"]["problemMatchers"][0]["pattern"]["regexp"], re.M)
write("wrong.upc", "shared int x[10];\n")
found = matcher.search(upcc("-c", "wrong.upc", status=1).err)
check(
    found and found.groups()[:4] == ("wrong.upc", "1", "12", "error"),
    "the problem matcher reads upcc's messages",
    found,
)

# what vim makes of it
if shutil.which("vim") and "+syntax" in run("vim", "--version").out:
    write(
        "colours.upc",
        "shared [4] int a[THREADS];\n"
        "int main(void) { upc_barrier; return upc_threadof(&a[0]) == sizeof(int); }\n",
    )
    write(
        "ask.vim",
        "set nocompatible\nset rtp^=share/vim/vimfiles\nfiletype plugin indent on\nsyntax on\n"
        "edit colours.upc\n"
        "call writefile([&filetype] + map([[1, 1], [1, 8], [1, 18], [2, 18], [2, 38], [2, 61]], "
        "{_, p -> synIDattr(synID(p[0], p[1], 1), 'name')}), 'groups')\nqall!\n",
    )
    run("vim", "-es", "-u", "ask.vim", "-i", "NONE", status=None)
    check(
        read("groups").split()
        == [
            "upc",
            "upcQualifier",
            "upcLayout",
            "upcValue",
            "upcStatement",
            "upcFunction",
            "cOperator",
        ],
        "colours",
        read("groups"),
    )
else:
    print("vim with syntax is missing: its files were read, not used")
if shutil.which("emacs"):
    run("emacs", "-Q", "--batch", "-f", "batch-byte-compile", "share/emacs/site-lisp/upc-mode.el")
    write("mode.upc", "shared [4] int a[THREADS];\n")
    ask = (
        "(progn (require 'upc-mode) (find-file \"mode.upc\") (font-lock-ensure) (princ (list "
        "major-mode (get-text-property 19 'face))))"
    )
    result = run("emacs", "-Q", "--batch", "-L", "share/emacs/site-lisp", "--eval", ask)
    check(result.out == "(upc-mode font-lock-builtin-face)", "Emacs", result)
else:
    print("emacs is missing: its file was read, not used")
print("pass")
