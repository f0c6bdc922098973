// The compiler proper, in process: preprocessed text in, C for the back end out.
#pragma once

#include "compiler/driver/line/command_line.h"
#include "compiler/unit/context.h"

#include <string>

namespace polder::cc {

struct TranslateJob {
    std::string text; // preprocessed; taken
    std::string file; // as messages name it
    Options options;
    Action action = Action::compile; // dump_tree: the tree instead of C; syntax: nothing
    bool may_ask = false;            // for extensions; see Translated
};

/// wants_extensions: the source uses names of Berkeley UPC that only <bupc_extensions.h> declares,
/// or of C headers that Berkeley's <upc.h> includes, and did not include them. Nothing was printed:
/// preprocess again with extensions_macro, which makes <upc.h> include them.
enum class Translated : uint8_t { good, with_errors, wants_extensions };
inline constexpr const char *extensions_macro = "-D__POLDER_BERKELEY__=1";

struct Generated {
    std::string code;
    std::string elision; // what warnings are about (elide/elide.h); empty for C, and where there are to be none
    bool carries_vectors = false; // of Context
};

/// Errors have been printed. `line` gives what concerns messages. What the optimiser says of itself
/// goes behind `report`.
Translated translate(TranslateJob &&job, const CommandLine &line, Generated &result, std::string &report);

/// From the checked tree to the text that the back end compiles: lower, emit. A unit of plain C is
/// its own text.
enum class CodeFor : uint8_t { back_end, readers, readers_without_markers };
std::string generated_code(Context &context, CodeFor whom = CodeFor::back_end);

} // namespace polder::cc
