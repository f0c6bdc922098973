"""clangd for UPC: `polder clangd` in the place of clangd. It stands between an editor and clangd
and shows clangd each UPC file as C (as_c.py). Every character of that C stands where it stands in
the file, so positions need no translation. Completion, hover, definitions, references and
diagnostics are clangd's own, in the user's file.

  polder clangd [arguments of clangd]     a language server on standard input and output
  polder clangd --check=FILE              what it finds in a file, as a compiler's messages

How to compile UPC (upc.h beside this file, the folder of Polder's headers) is written into the
folder of user settings that clangd reads. It stands in front of the user's own settings. Nothing is
written into projects. Headers of the project that use UPC are shown as C, too, by an overlay of
clang's file system. The overlay is made when a file that includes such a header is opened or saved.

Left out, as clangd would do it to the C: formatting, and code actions other than its quick
fixes.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True  # the folder may be one of a package

from as_c import as_c  # noqa: E402

SUFFIXES = (".upc", ".upch")
WITHOUT = (
    "documentFormattingProvider",
    "documentRangeFormattingProvider",
    "documentOnTypeFormattingProvider",
)
NO_UPC_FLAGS = [
    "-fupc*",
    "-T",
    "-T=*",
    "-T[0-9]*",
    "-fno-upc*",
    "-shared-libpolder",
    "-uses-mpi",
    "--cc=*",
]


def read_message(stream):
    """One message of the protocol, or None at the end."""
    length = 0
    while line := stream.readline():
        if not line.strip():
            break
        name, _, value = line.decode().partition(":")
        if name.lower() == "content-length":
            length = int(value)
    body = stream.read(length) if length else b""
    return json.loads(body) if body else None


def write_message(stream, message):
    body = json.dumps(message).encode()
    stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    stream.flush()


def path_of(uri):
    return urllib.parse.unquote(urllib.parse.urlparse(uri).path)


def is_upc(uri):
    return path_of(uri).endswith(SUFFIXES)


def include_folder():
    """Of Polder's headers, from the place of this file: PREFIX/share/polder/clangd, or
    tools/editors/clangd in the source tree."""
    folder = os.path.normpath(os.path.join(HERE, "../../../include"))
    return folder if os.path.exists(os.path.join(folder, "upc.h")) else None


class Settings:
    """A folder that clangd takes for that of the user's settings, with ours in front of theirs, and
    the overlay of headers."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="polder-clangd-")
        self.overlay = os.path.join(self.folder, "overlay.json")
        self.headers = {}  # path -> its copy in C
        self.write_overlay()
        flags = [
            "-xc",
            "-include",
            os.path.join(HERE, "upc_for_clangd.h"),
            "-ivfsoverlay",
            self.overlay,
        ]
        include = include_folder()
        if include and include != "/usr/include":
            flags += ["-isystem", include]
        ours = {
            "If": {"PathMatch": [r".*\.upch?"]},
            "CompileFlags": {"Add": flags, "Remove": NO_UPC_FLAGS},
        }
        users = os.path.join(self.user_folder(), "clangd", "config.yaml")
        os.mkdir(os.path.join(self.folder, "clangd"))
        with open(os.path.join(self.folder, "clangd", "config.yaml"), "w", encoding="utf-8") as out:
            out.write(json.dumps(ours) + "\n")  # JSON is YAML
            if os.path.exists(users):
                with open(users, encoding="utf-8") as theirs:
                    out.write("---\n" + theirs.read())

    @staticmethod
    def user_folder():
        return os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")

    def environment(self):
        return dict(os.environ, XDG_CONFIG_HOME=self.folder)

    def write_overlay(self):
        roots = [
            {
                "name": os.path.dirname(path),
                "type": "directory",
                "contents": [
                    {"name": os.path.basename(path), "type": "file", "external-contents": copy}
                ],
            }
            for path, copy in self.headers.items()
        ]
        with open(self.overlay + ".new", "w", encoding="utf-8") as out:
            json.dump({"version": 0, "use-external-names": False, "roots": roots}, out)
        os.replace(self.overlay + ".new", self.overlay)

    def take_headers(self, path, text):
        """Of the headers that a file includes by "name" from its own folder, those with UPC in them
        are shown as C."""
        found = {}
        todo = [(path, text)]
        while todo:
            at, content = todo.pop()
            for name in re.findall(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', content, re.M):
                header = os.path.normpath(os.path.join(os.path.dirname(at), name))
                if header in found or not os.path.isfile(header):
                    continue
                with open(header, encoding="utf-8", errors="replace") as source:
                    found[header] = source.read()
                todo.append((header, found[header]))
        changed = False
        for header, content in found.items():
            shown = as_c(content)
            copy = self.headers.get(
                header, os.path.join(self.folder, f"header{len(self.headers)}.h")
            )
            if shown == content and header not in self.headers:
                continue
            self.headers[header] = copy
            with open(copy, "w", encoding="utf-8") as out:
                out.write(shown)
            changed = True
        if changed:
            self.write_overlay()

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Server:
    """clangd, and what passes to and from it."""

    def __init__(self, arguments):
        program = os.environ.get("POLDER_CLANGD") or "clangd"
        if not shutil.which(program):
            sys.exit(
                f"polder: error: {program} was not found\n"
                "  hint: apt-get install clangd; POLDER_CLANGD names another one"
            )
        self.settings = Settings()
        self.asked_to_initialize = set()
        self.process = subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=self.settings.environment(),
        )

    def send(self, message):
        """A message of the editor."""
        method, params = message.get("method"), message.get("params") or {}
        if method == "initialize":
            self.asked_to_initialize.add(message["id"])
        document = params.get("textDocument") if isinstance(params, dict) else None
        if document and is_upc(document.get("uri", "")):
            self.show_as_c(method, params, document)
        write_message(self.process.stdin, message)

    def show_as_c(self, method, params, document):
        if method == "textDocument/didOpen":
            self.settings.take_headers(path_of(document["uri"]), document["text"])
            document["text"] = as_c(document["text"])
            document["languageId"] = "c"
        elif method == "textDocument/didChange":  # whole texts, as initialize asks for
            for change in params["contentChanges"]:
                change["text"] = as_c(change["text"])
            self.settings.take_headers(
                path_of(document["uri"]), params["contentChanges"][-1]["text"]
            )
        elif method == "textDocument/codeAction":
            params.setdefault("context", {})["only"] = ["quickfix"]

    def receive(self):
        """A message for the editor, or None at the end."""
        message = read_message(self.process.stdout)
        if message and message.get("id") in self.asked_to_initialize and "result" in message:
            self.asked_to_initialize.discard(message["id"])
            capabilities = message["result"]["capabilities"]
            for name in WITHOUT:
                capabilities.pop(name, None)
            sync = capabilities.get("textDocumentSync")
            capabilities["textDocumentSync"] = dict(sync, change=1) if isinstance(sync, dict) else 1
        return message

    def end(self):
        """Tells clangd that nothing more comes; its exit status."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        status = self.process.wait()
        self.settings.remove()
        return status


def serve(arguments):
    server = Server(arguments)

    def to_editor():
        while message := server.receive():
            write_message(sys.stdout.buffer, message)

    back = threading.Thread(target=to_editor)
    back.start()
    try:
        while message := read_message(sys.stdin.buffer):
            server.send(message)
    except BrokenPipeError:
        pass  # clangd has ended
    status = server.end()
    back.join()
    return status


def check(path, arguments):
    """Prints what clangd finds in one file; 1 if there is an error among it."""
    try:
        with open(path, encoding="utf-8", errors="replace") as source:
            text = source.read()
    except OSError as problem:
        sys.exit(f"polder: error: {path}: {problem.strerror}")
    folder, uri = os.path.dirname(os.path.abspath(path)), "file://" + urllib.parse.quote(
        os.path.abspath(path)
    )
    server = Server(["--log=error", *arguments])
    server.send(
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "processId": os.getpid(),
                "rootUri": "file://" + urllib.parse.quote(folder),
                "capabilities": {},
            },
        }
    )
    server.send({"jsonrpc": "2.0", "method": "initialized", "params": {}})
    server.send(
        {
            "jsonrpc": "2.0",
            "method": "textDocument/didOpen",
            "params": {
                "textDocument": {"uri": uri, "languageId": "upc", "version": 1, "text": text}
            },
        }
    )
    errors = 0
    while message := server.receive():
        if (
            message.get("method") == "textDocument/publishDiagnostics"
            and message["params"]["uri"] == uri
        ):
            for d in message["params"]["diagnostics"]:
                at, kind = d["range"]["start"], {1: "error", 2: "warning"}.get(
                    d.get("severity"), "note"
                )
                print(f"{path}:{at['line'] + 1}:{at['character'] + 1}: {kind}: {d['message']}")
                errors += kind == "error"
            break
    server.send({"jsonrpc": "2.0", "id": 2, "method": "shutdown"})
    server.send({"jsonrpc": "2.0", "method": "exit"})
    while server.receive():
        pass
    server.end()
    return 1 if errors else 0


def main():
    arguments = sys.argv[1:]
    checked = [a[len("--check=") :] for a in arguments if a.startswith("--check=")]
    if checked:
        return max(
            check(path, [a for a in arguments if not a.startswith("--check=")]) for path in checked
        )
    return serve(arguments)


if __name__ == "__main__":
    sys.exit(main())
