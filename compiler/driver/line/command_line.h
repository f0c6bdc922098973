// The command line of upcc, read once: what to produce, from which files, with which options for
// which stage.
//
// Vocabulary: a stage is one run of the back end (preprocess, compile, link). A flag goes to the
// stages it names. A link item (-l, -L, -Wl, an object, a source whose object comes later) keeps
// its place among the files, because linkers care.
//
// Rule: after parse_command_line no other file of the driver looks at argv.
#pragma once

#include "compiler/diag/diag.h"
#include "compiler/unit/passes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace polder::cc {

enum class Action : uint8_t {
    link,
    compile,
    assemble,
    preprocess,
    dependencies,
    syntax,
    translate,
    translate_bare, // without line markers
    dump_tree
};

enum class Language : uint8_t {
    by_suffix,
    upc,
    c_of_threads, // -fpe-threads: C, but each thread has its own variables
    plain_c,
    preprocessed, // .i: UPC if upcc made it, else plain C
    foreign,      // assembler, C++, ...: the back end compiles it without us
    object,       // whatever the linker takes
};

enum Stage : uint8_t { none = 0, pre = 1, comp = 2, link = 4, all = 7, plain = 8, pre_plain = 9 };

struct Flag {
    std::vector<std::string> words;
    uint8_t stages;
};

struct InputFile {
    std::string path;     // "-": standard input
    Language language;    // resolved, never by_suffix
    std::string given_as; // argument of -x for foreign languages; may be empty
};

inline bool is_source(const InputFile &input) {
    return input.language != Language::object;
}

struct LinkItem {
    std::vector<std::string> words; // empty: the object of inputs[input]
    size_t input = 0;
};

struct Dependencies {
    bool wanted = false; // -MD, -MMD
    bool target_given = false;
    std::string file; // -MF
};

struct MessageOptions {
    bool werror = false;
    bool pedantic_errors = false;
    bool no_warnings = false;
    WarningSwitches switches{};
    int colour = -1; // -1: if stderr is a terminal
    uint32_t max_errors = 0;
};

struct Questions {
    std::vector<std::string> flags;    // --compile-flags, --link-flags
    std::vector<std::string> back_end; // -print-*, -dumpmachine ...: the back end answers
};

struct CommandLine {
    Action action = Action::link;
    std::vector<InputFile> inputs;
    std::vector<Flag> flags;
    std::vector<LinkItem> link_items;
    std::string output; // -o; empty: by the rules of cc
    Dependencies dependencies;
    bool shared = false;
    bool uses_mpi = false;       // -uses-mpi
    bool shared_runtime = false; // -shared-libpolder
    Questions questions;
    bool no_libraries = false;
    bool pic = false;
    bool common = false;
    MessageOptions messages;
    uint32_t static_threads = 0; // 0: dynamic
    bool one_node = false;       // -fupc-nodes=one
    bool check = false;          // -fupc-check
    PassSwitches passes;         // of the optimiser
    bool report = false;         // -fupc-report
    std::string report_file;     // its argument; empty: stderr
    bool save_temps = false;
    bool verbose = false;
    bool dry_run = false; // -###
    bool help = false;
    bool version = false;
    std::vector<std::string> unknown;  // options that options.def does not have: those of the back end, or slips
    std::string back_end;              // --cc
    std::vector<std::string> dialects; // -fupc-dialect, known names

    /// The words of all flags for these stages, in order.
    std::vector<std::string> words_for(uint8_t stages) const;
};

/// Reads the arguments (without argv[0]; @file is replaced by the words of that file). Mistakes are
/// written to stderr; false if there was one.
bool parse_command_line(const std::vector<std::string> &arguments, CommandLine &line);

/// What was probably meant by an option that nobody knows: one of upcc's own that is near. Empty:
/// none is.
std::string suggested_option(const std::string &word);

/// Replaces every @file that can be read by its words: white space separates, quotes and
/// backslashes protect, as in gcc.
std::vector<std::string> expand_response_files(const std::vector<std::string> &arguments);
/// A word as it must stand in such a file.
std::string quoted_for_response_file(const std::string &word);

/// The language a file name asks for.
Language language_of(const std::string &path);

/// Is the last of -g, -g2, -ggdb3, -gdwarf-5 and so on not -g0?
bool asks_for_debug_information(const std::vector<std::string> &words);

} // namespace polder::cc
