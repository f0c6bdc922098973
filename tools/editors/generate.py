#!/usr/bin/env python3
"""Writes the files of vim, Visual Studio Code (vscode.py) and Emacs below a folder. Editors have to
know the words of the language and of its library. So that none is forgotten, all files are made
from one list, which tools/support/library.py reads from the headers and the table of keywords.

generate.py [--cc CC] FOLDER     FOLDER/vim/vimfiles, FOLDER/polder, FOLDER/emacs/site-lisp
generate.py [--cc CC] --words    the list itself: class and word on each line
"""

import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))

import library  # noqa: E402
import vscode  # noqa: E402

ALIASES = ("bupc_namespace.h",)  # other spellings of what is listed
PREDEFINED = [
    "__UPC__",
    "__UPC_VERSION__",
    "__UPC_DYNAMIC_THREADS__",
    "__UPC_STATIC_THREADS__",
    "__UPC_TICK__",
    "__UPC_CASTABLE__",
    "__UPC_ATOMIC__",
    "__UPC_NB__",
    "__UPC_COLLECTIVE__",
    "__UPC_IO__",
    "__POLDER__",
    "__POLDER_MINOR__",
    "__POLDER_PATCHLEVEL__",
]


def words(cc):
    """class -> words; the classes are those of the editors: qualifier, statement, operator, value,
    type, function, constant."""
    found = {
        name: set()
        for name in ("qualifier", "statement", "operator", "value", "type", "function", "constant")
    }
    for keyword in library.keywords()[0]:
        kind = (
            "value"
            if keyword.isupper()
            else (
                "operator"
                if keyword.endswith("sizeof")
                else "statement" if keyword.startswith("upc_") else "qualifier"
            )
        )
        found[kind].add(keyword)
    for name, header in library.headers(cc).items():
        if name in ALIASES:
            continue
        found["function"].update(header.functions)
        found["type"].update(header.types)
        for constant in header.constants:  # a macro in lower case stands for a function
            found["constant" if constant.isupper() else "function"].add(constant)
    found["constant"].update(PREDEFINED)
    return {kind: sorted(names) for kind, names in found.items()}


def write(folder, path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def wrapped(start, names, separator=" ", width=120):
    """Lines that begin with `start` and hold the names."""
    lines, line = [], start
    for name in names:
        if len(line) + len(name) > width and line != start:
            lines.append(line.rstrip())
            line = start
        line += name + separator
    return "\n".join([*lines, line.rstrip()]) + "\n"


VIM_GROUPS = {
    "qualifier": "StorageClass",
    "statement": "Statement",
    "operator": "Operator",
    "value": "Constant",
    "type": "Type",
    "function": "Function",
    "constant": "Constant",
}


VIM_COMPILER = r"""" Vim compiler file. :compiler upcc, then :make compiles, and the quickfix window
" has what upcc says.
if exists("current_compiler")
  finish
endif
let current_compiler = "upcc"
if filereadable("Makefile") || filereadable("makefile")
  CompilerSet makeprg=make
else
  CompilerSet makeprg=upcc\ -g\ -Wall\ %:S\ -o\ %:r:S
endif
" upcc's lines and the linker's, without the pictures below them; a hint belongs to the line in
" front of it
CompilerSet errorformat=%-GIn\ file\ included\ from%.%#,
      \%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%I%f:%l:%c:\ note:\ %m,
      \%f:%l:\ %trror:\ %m,%f:%l:\ %tarning:\ %m,
      \%f:%l:\ %m,upcc:\ %trror:\ %m,upcc:\ %tarning:\ %m,
      \%Dmake[%*\\d]:\ Entering\ directory\ '%f',%Xmake[%*\\d]:\ Leaving\ directory\ '%f',%-G%.%#
"""

# The source comes on standard input, as it stands in the editor; its own folder is where #include
# "..." looks.
VIM_ALE = r"""" ALE: what upcc says while you write. let g:ale_upc_upcc_options = '-Wall -T 4'
call ale#Set('upc_upcc_executable', 'upcc')
call ale#Set('upc_upcc_options', '-Wall')
function! PolderAleCommand(buffer) abort
  return '%e -fsyntax-only ' . ale#Var(a:buffer, 'upc_upcc_options') . ' -iquote %s:h -x upc -'
endfunction
call ale#linter#Define('upc', {
\   'name': 'upcc',
\   'output_stream': 'stderr',
\   'executable': {b -> ale#Var(b, 'upc_upcc_executable')},
\   'command': function('PolderAleCommand'),
\   'callback': 'ale#handlers#gcc#HandleGCCFormat',
\})
"""
VIM_ALE_CLANGD = r"""" ALE: completion, hover and definitions by polder clangd.
call ale#linter#Define('upc', {
\   'name': 'clangd',
\   'lsp': 'stdio',
\   'executable': 'polder',
\   'command': '%e clangd',
\   'project_root': {b -> fnamemodify(bufname(b), ':p:h')},
\   'language': 'upc',
\})
"""


def vim(folder, found):
    text = (
        "\" Vim syntax file. Language: UPC (Unified Parallel C) 1.3. Made by Polder's "
        "tools/editors/generate.py.\n"
        'if exists("b:current_syntax")\n  finish\nendif\nruntime! syntax/c.vim\n'
        'unlet! b:current_syntax\n\n'
    )
    for kind, names in found.items():
        text += wrapped(f"syn keyword upc{kind.capitalize()} ", names)
    text += '" a block size, as in shared [4] int and shared [*] double\n'
    text += (
        'syn match upcLayout "\\(\\<shared\\s*\\)\\@<=\\[[^]]*\\]" contains=cNumbers,upcValue\n\n'
    )
    text += "".join(
        f"hi def link upc{kind.capitalize()} {group}\n" for kind, group in VIM_GROUPS.items()
    )
    text += 'hi def link upcLayout StorageClass\nlet b:current_syntax = "upc"\n'
    write(folder, "vim/vimfiles/syntax/upc.vim", text)
    write(
        folder,
        "vim/vimfiles/ftdetect/upc.vim",
        "autocmd BufRead,BufNewFile *.upc,*.upch set filetype=upc\n",
    )
    write(
        folder,
        "vim/vimfiles/ftplugin/upc.vim",
        '" UPC is edited as C is; :make compiles the file, or the project where there is a '
        'makefile.\n'
        "runtime! ftplugin/c.vim\ncompiler upcc\n",
    )
    write(folder, "vim/vimfiles/indent/upc.vim", "runtime! indent/c.vim\n")
    write(folder, "vim/vimfiles/compiler/upcc.vim", VIM_COMPILER)
    write(folder, "vim/vimfiles/ale_linters/upc/upcc.vim", VIM_ALE)
    write(folder, "vim/vimfiles/ale_linters/upc/clangd.vim", VIM_ALE_CLANGD)


EMACS_FACES = {
    "qualifier": "font-lock-keyword-face",
    "statement": "font-lock-keyword-face",
    "operator": "font-lock-keyword-face",
    "value": "font-lock-builtin-face",
    "type": "font-lock-type-face",
    "function": "font-lock-function-name-face",
    "constant": "font-lock-constant-face",
}


def emacs(folder, found):
    text = (
        ";;; upc-mode.el --- Major mode for UPC (Unified Parallel C) 1.3  -*- lexical-binding: t "
        "-*-\n"
        ";; Made by Polder's tools/editors/generate.py. In your init file: (require 'upc-mode)\n"
        "(require 'cc-mode)\n\n"
        "(defconst upc-mode-words\n  (list\n"
    )
    for kind, names in found.items():
        quoted = wrapped("", [f'"{name}"' for name in names]).strip()
        text += f"   (cons (regexp-opt\n          '({quoted})\n          'symbols)\n"
        text += f"         '{EMACS_FACES[kind]})\n"
    text += '   )\n  "Words of UPC and their faces.")\n\n'
    text += (
        '(define-derived-mode upc-mode c-mode "UPC"\n  "C mode that knows UPC."\n'
        "  (font-lock-add-keywords nil upc-mode-words)\n"
        '  (setq-local compile-command (concat "upcc -g " (or buffer-file-name "")))\n'
        '  (setq-local flymake-cc-command \'("upcc" "-fsyntax-only" "-Wall" "-iquote" "." "-x" '
        '"upc" "-"))\n'
        "  (setq-local flymake-diagnostic-functions '(flymake-cc)))\n\n"
        ";; M-x flymake-mode: what upcc says while you write. M-x eglot: completion and "
        "definitions.\n"
        '(autoload \'flymake-cc "flymake-cc")\n'
        '(with-eval-after-load \'eglot\n'
        '  (add-to-list \'eglot-server-programs \'(upc-mode . ("polder" "clangd"))))\n\n'
        ";;;###autoload\n(add-to-list 'auto-mode-alist '(\"\\\\.upch?\\\\'\" . upc-mode))\n"
        "(provide 'upc-mode)\n;;; upc-mode.el ends here\n"
    )
    write(folder, "emacs/site-lisp/upc-mode.el", text)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--words", action="store_true")
    parser.add_argument("folder", nargs="?")
    arguments = parser.parse_args()
    found = words(arguments.cc)
    if arguments.words:
        for kind, names in found.items():
            for name in names:
                print(kind, name)
    elif arguments.folder:
        vim(arguments.folder, found)
        emacs(arguments.folder, found)
        vscode.write_extension(arguments.folder, found)
    else:
        parser.error("a folder, or --words")
    return 0


if __name__ == "__main__":
    sys.exit(main())
