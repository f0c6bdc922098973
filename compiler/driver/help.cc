// The texts of --help and its kin. Lists of passes and warnings come from their .def files.
#include "compiler/driver/help.h"

#include "base/streams/standard_streams.h"
#include "compiler/driver/system/message.h"
#include "compiler/driver/system/process.h"

#include <cstdio>

namespace polder::cc {
namespace {

constexpr char help_text[] = R"(upcc: compiles UPC 1.3, behaving like cc

usage: upcc [options] file...

Files
  .upc .c         UPC (plain C is UPC too); with -x c before it a .c file is plain C
  .i              preprocessed by upcc -E (UPC) or by another compiler (plain C)
  .s .S .cc .f90  compiled by the back-end C compiler
  anything else   given to the linker: .o .a .so
  -               standard input; needs -x upc or -x c
  @file           more arguments from a file

Options of upcc
  -T N, -fupc-threads=N   compile for exactly N threads (static THREADS); otherwise upcrun -n chooses
  -fupc-nodes=one|any     one: code for jobs on one machine only, half as long; any (default): for any job
  -fpe-threads            C, not UPC: each thread has its own variables, as PEs of OpenSHMEM have (oshcc)
  -fupc-check             check accesses to shared memory when they run: bounds, freed memory, null pointers, casts
  -fupc-report[=FILE]     what the optimiser did with each loop and access, or why not (to FILE or standard error)
  -fupc-dialect=NAME      predefine the macros of berkeley, cray or gupc, or have the short keywords of UPC 1.0
  --cc=PROGRAM            back-end C compiler, e.g. gcc-12 or clang (also: POLDER_CC in the environment)
  -shared-libpolder       link with the runtime as a shared library: for libraries that programs without UPC load
  --compile-flags         print what another compiler needs to find <polder/polder.h>
  --link-flags            print what another compiler needs to link UPC objects
  --trans                 show the generated C (to -o FILE or standard output)
  --dump-ast              show the syntax tree with its types
  -x upc | c | none       language of the files that follow; none: by suffix
  --version, --help       this compiler and the one underneath; this text

Options of cc, with their usual meaning
  -c -S -E -fsyntax-only -o FILE        what to produce, and where
  -O... -g... -std=... -W... -f... -m... how to compile; all unknown options go to the C compiler
  -fopenmp                              UPC and OpenMP in one file
  -I -D -U -include -isystem ...        preprocessor
  -M -MM -MD -MMD -MP -MF -MT -MQ       dependencies for make and ninja
  -L -l -Wl,... -Xlinker -static ...    linker
  -shared                               a shared library with UPC code in it; the program brings the runtime
  -v -### -save-temps                   show the commands; only show them; keep .i, .elision.i, .polder.i, .s
)";

constexpr char warnings_text[] = R"(
Warnings of upcc: -Wno-NAME switches one off, -Werror=NAME makes it an error, -Wno-error=NAME keeps
it a warning under -Werror
)";

constexpr char examples_text[] = R"(
Examples
  upcc -O2 hello.upc -o hello && upcrun -n 4 ./hello
  upcc -O2 -c a.upc && upcc -O2 -c b.upc && upcc a.o b.o -o program
  CC=upcc ./configure             cmake -DCMAKE_C_COMPILER=upcc ..

Exit status: 0 on success, else not 0. More: man upcc, man upcrun.
)";

constexpr char passes_text[] = R"(
Passes of the optimiser: -fupc-NAME switches one on, -fno-upc-NAME off; unsaid, it is on from the
level given; -f[no-]upc-passes: all
)";

void print_passes() {
    for (const PassText &p : all_passes())
        printf("  %-20s -O%u  %s\n", std::string(p.name).c_str(), p.level, std::string(p.sentence).c_str());
}

/// One line a warning; the holes of its text are shown as "...".
void print_warnings() {
    for (const WarningText &w : all_warnings()) {
        std::string text;
        for (size_t i = 0; i < w.text.size(); ++i) {
            const bool hole = w.text[i] == '%' && i + 1 < w.text.size();
            text += hole ? "..." : std::string(1, w.text[i]);
            i += hole;
        }
        printf("  %-27s %s\n", w.name.c_str(), text.c_str());
    }
}

} // namespace

namespace {

int status_of_print() {
    const char *failure = output_failure();
    if (failure) complain(std::string("standard output: ") + failure);
    return failure != nullptr;
}

} // namespace

int print_help() {
    fputs(help_text, stdout);
    fputs(passes_text, stdout);
    print_passes();
    fputs(warnings_text, stdout);
    print_warnings();
    fputs(examples_text, stdout);
    return status_of_print();
}

int print_version(const Toolchain &tools) {
    printf("upcc (Polder) %s\nUPC 1.3, on top of:\n", POLDER_VERSION);
    if (const int failed = status_of_print()) return failed;
    std::vector<std::string> words = tools.cc;
    words.push_back("--version");
    return run_command(words);
}

int print_flags(const CommandLine &line, const Toolchain &tools) {
    std::vector<std::string> words;
    for (const std::string &question : line.questions.flags) { // in the order asked
        const bool link = question == "--link-flags";
        if (question.ends_with("-include-dir")) { // Berkeley's way to ask
            words.push_back(tools.include_dir);
            continue;
        }
        if (!link && tools.include_dir != "/usr/include") words.push_back("-I" + tools.include_dir);
        if (!link) continue;
        const std::vector<std::string> libraries = runtime_libraries(line, tools);
        words.insert(words.end(), libraries.begin(), libraries.end());
    }
    printf("%s\n", shell_quoted(words).c_str());
    return status_of_print();
}

void print_paths(const Toolchain &tools) {
    fprintf(stderr, "upcc (Polder) %s\nback end: %s\nheaders: %s\nlibrary: %s\n", POLDER_VERSION,
            shell_quoted(tools.cc).c_str(), tools.include_dir.c_str(),
            tools.library.empty() ? "(not found)" : tools.library.c_str());
}

int ask_back_end(const CommandLine &line, const Toolchain &tools) {
    std::vector<std::string> words = tools.cc;
    for (const std::string &word : line.words_for(comp))
        words.push_back(word);
    if (line.verbose) words.push_back("-v");
    words.insert(words.end(), line.questions.back_end.begin(), line.questions.back_end.end());
    return run_command(words);
}

} // namespace polder::cc
