"""The extension of Visual Studio Code for UPC, as a folder and as the package that `code
--install-extension` takes. generate.py calls it.

A package (VSIX) is a zip file: the extension's files below extension/, and two lists of XML. The
same files give the same bytes. Visual Studio Code keeps a register of what is installed, and
overlooks folders that lie beside it. So the package is what users need. The folder is there for
editors that read it, and for people.

The extension has no code. Breakpoints in UPC files are allowed by its entry `breakpoints`; the
debugger is that of another extension.
"""

import json
import os
import zipfile
from xml.sax.saxutils import quoteattr, escape

from version import version

NEW_YEAR = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip file knows

SCOPES = {
    "qualifier": "storage.modifier",
    "statement": "keyword.control",
    "operator": "keyword.operator.sizeof",
    "value": "variable.language",
    "type": "support.type",
    "function": "support.function",
    "constant": "constant.other",
}


def grammar(found):
    patterns = [
        {"name": f"{scope}.upc", "match": r"\b(?:" + "|".join(found[kind]) + r")\b"}
        for kind, scope in SCOPES.items()
    ]
    layout = {
        "begin": r"\b(shared)\s*(\[)",
        "beginCaptures": {
            "1": {"name": "storage.modifier.upc"},
            "2": {"name": "punctuation.section.brackets.upc"},
        },
        "end": r"\]",
        "endCaptures": {"0": {"name": "punctuation.section.brackets.upc"}},
        "patterns": [{"match": r"\*", "name": "keyword.operator.layout.upc"}, {"include": "$self"}],
    }
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "UPC",
        "scopeName": "source.upc",
        "patterns": [{"include": "#comments"}, {"include": "#upc"}, {"include": "source.c"}],
        "repository": {
            "upc": {"patterns": [layout, *patterns]},
            "comments": {
                "patterns": [
                    {"name": "comment.block.upc", "begin": r"/\*", "end": r"\*/"},
                    {"name": "comment.line.double-slash.upc", "match": r"//.*$"},
                    {
                        "name": "string.quoted.double.upc",
                        "begin": '"',
                        "end": '"|$',
                        "patterns": [{"name": "constant.character.escape.upc", "match": r"\\."}],
                    },
                ]
            },
        },
        # what stands inside C's braces and parentheses is UPC too
        "injections": {"L:source.upc -comment -string": {"patterns": [{"include": "#upc"}]}},
    }


PACKAGE = {
    "name": "polder-upc",
    "displayName": "UPC (Unified Parallel C)",
    "description": "UPC 1.3: syntax, snippets, upcc's messages",
    "version": version(),
    "publisher": "polder",
    "license": "BSD-3-Clause",
    "engines": {"vscode": "^1.60.0"},
    "categories": ["Programming Languages", "Snippets"],
    "contributes": {
        "languages": [
            {
                "id": "upc",
                "aliases": ["UPC"],
                "extensions": [".upc", ".upch"],
                "configuration": "./language-configuration.json",
            }
        ],
        "grammars": [
            {"language": "upc", "scopeName": "source.upc", "path": "./syntaxes/upc.tmLanguage.json"}
        ],
        "breakpoints": [{"language": "upc"}],
        "snippets": [{"language": "upc", "path": "./snippets.json"}],
        "problemMatchers": [
            {
                "name": "upcc",
                "owner": "upc",
                "fileLocation": ["autoDetect", "${workspaceFolder}"],
                "pattern": {
                    "regexp": r"^(.+?):(\d+):(\d+): (error|warning|note): (.*)$",
                    "file": 1,
                    "line": 2,
                    "column": 3,
                    "severity": 4,
                    "message": 5,
                },
            }
        ],
    },
}

LANGUAGE = {
    "comments": {"lineComment": "//", "blockComment": ["/*", "*/"]},
    "brackets": [["{", "}"], ["[", "]"], ["(", ")"]],
    "autoClosingPairs": [{"open": a, "close": b} for a, b in ("{}", "[]", "()")]
    + [{"open": q, "close": q, "notIn": ["string", "comment"]} for q in "\"'"],
    "surroundingPairs": [["{", "}"], ["[", "]"], ["(", ")"], ['"', '"'], ["'", "'"]],
}

SNIPPETS = {
    "program": {
        "prefix": "upcmain",
        "description": "A UPC program",
        "body": [
            "#include <stdio.h>",
            "#include <upc.h>",
            "",
            "int main(void)",
            "{",
            '    printf("thread %d of %d\\n", MYTHREAD, THREADS);',
            "    $0",
            "    return 0;",
            "}",
        ],
    },
    "forall": {
        "prefix": "upc_forall",
        "description": "Iterations on the threads that own the elements",
        "body": ["upc_forall (int ${1:i} = 0; $1 < ${2:n}; $1++; &${3:a}[$1]) {", "    $0", "}"],
    },
    "shared array": {
        "prefix": "shared",
        "description": "An array with blocks of even size",
        "body": "shared [*] ${1:int} ${2:a}[${3:100} * THREADS];",
    },
}

README = """# UPC for Visual Studio Code

    code --install-extension polder-upc.vsix

Files `*.upc` get colours, brackets, snippets and breakpoints; tasks may use the problem matcher
`$upcc`.
"""

CONTENT_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"""

MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Categories>{categories}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest"
           Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details"
           Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def manifest(package):
    return MANIFEST.format(
        name=quoteattr(package["name"]),
        version=quoteattr(package["version"]),
        publisher=quoteattr(package["publisher"]),
        title=escape(package["displayName"]),
        description=escape(package["description"]),
        categories=escape(",".join(package["categories"])),
        engine=quoteattr(package["engines"]["vscode"]),
    )


def files(found):
    """path -> text; found: class -> words, as generate.py lists them"""

    def listing(content):
        return json.dumps(content, indent=2) + "\n"

    return {
        "README.md": README,
        "language-configuration.json": listing(LANGUAGE),
        "package.json": listing(PACKAGE),
        "snippets.json": listing(SNIPPETS),
        "syntaxes/upc.tmLanguage.json": listing(grammar(found)),
    }


def write_package(path, extension):
    """extension: path -> text, with package.json and README.md among them"""
    parts = {
        "[Content_Types].xml": CONTENT_TYPES,
        "extension.vsixmanifest": manifest(json.loads(extension["package.json"])),
    }
    parts.update({"extension/" + name: text for name, text in extension.items()})
    with zipfile.ZipFile(path, "w") as package:
        for name, text in parts.items():
            entry = zipfile.ZipInfo(name, NEW_YEAR)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            package.writestr(entry, text)


def write_extension(folder, found):
    """FOLDER/polder/vscode and FOLDER/polder/polder-upc.vsix"""
    extension = files(found)
    for name, text in extension.items():
        path = os.path.join(folder, "polder/vscode", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    write_package(os.path.join(folder, "polder/polder-upc.vsix"), extension)
