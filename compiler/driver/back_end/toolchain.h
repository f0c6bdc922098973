// Where things are: the back-end C compiler and Polder's own headers and library.
// The latter are found from the place of upcc itself, so a build tree, an installed prefix and a
// moved one all work without configuration.
#pragma once

#include "compiler/driver/line/command_line.h"
#include "compiler/unit/context.h"

#include <string>
#include <vector>

namespace polder::cc {

struct Toolchain {
    std::vector<std::string> cc; // the command, e.g. {"gcc-12"} or {"ccache", "clang"}
    BackendFamily family = BackendFamily::gcc;
    Target target;               // as the command says; preprocessed UPC tells it for certain
    std::string include_dir;     // of polder/abi.h and upc.h
    std::string library;         // libpolder.a; empty: not found
    std::string shared_library;  // libpolder.so
    std::string module_object;   // what every linked module carries; linked explicitly with -shared
    std::string core_object;     // part of the library (takes_core_object); empty: not found
    std::string debugger_script; // polder-gdb.py; empty: not found
};

/// --cc, else $POLDER_CC, else the first of cc, gcc, clang in $PATH. False and a message if there
/// is none or our headers are missing.
bool find_toolchain(const CommandLine &line, Toolchain &tools);

/// What preprocessed text tells of the compiler that made it: family, major version (0: unknown),
/// and target.
void recognise_back_end(const std::string &preprocessed, Options &options);

/// The text is ours: it carries the declarations of abi.h, up to the end of what is read there.
bool tells_back_end(const std::string &preprocessed);

/// What a link of UPC objects needs behind them: the runtime. A shared library carries only the
/// module object, as the program brings the runtime. The runtime is linked, too, if the
/// library must not have undefined symbols, or if the runtime is to be a shared library.
std::vector<std::string> runtime_libraries(const CommandLine &line, const Toolchain &tools);

/// --gc-sections: lld then drops what only __start_ and __stop_ symbols refer to, unless told
/// otherwise. The tables of the runtime are such sections. GNU ld knows the option too; gold and
/// mold neither have nor need it.
bool collects_sections(const std::vector<std::string> &words);

/// The core object is what every UPC program takes of libpolder.a, linked beforehand into one
/// object without debug information. A linker takes half the time for it that it takes for the
/// members of the archive, of which there are some 160.
///
/// Invariant. A program linked with it has what it would have without. The object holds whole
/// members, those that the entry of a program and its registration need. It stands in front of the
/// archive, so the linker takes none of these from there. Held by
/// tests/e2e/driver/link_core_object.py.
///
/// Is it right for this link? Only for a program with UPC code, which has the archive behind it.
/// Not where debug information is wanted, or sections go that nothing uses. Not where the program
/// names the archive: members of it may come first.
///   objects  what is linked
///   words    the command up to the runtime
bool takes_core_object(const CommandLine &line, const Toolchain &tools, const std::vector<std::string> &objects,
                       const std::vector<std::string> &words);

/// The macros UPC 1.3 predefines (its section "Predefined macro names"), as -D words; features of
/// the library by the headers that are installed. C with -fpe-threads has none of UPC's.
std::vector<std::string> predefined_macros(const CommandLine &line, const Toolchain &tools, Language language);

} // namespace polder::cc
