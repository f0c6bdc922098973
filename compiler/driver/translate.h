// The compiler proper, in process: preprocessed text in, C for the back end out.
#pragma once

#include "compiler/ast/context.h"
#include "compiler/driver/command_line.h"

#include <string>

namespace polder::cc {

struct TranslateJob {
    std::string text; // preprocessed; taken
    std::string file; // as messages name it
    Options options;
    Action action = Action::compile; // dump_tree: the tree instead of C; syntax: nothing
};

/// False if there were errors; they have been printed. `line` gives what concerns messages.
bool translate(TranslateJob &&job, const CommandLine &line, std::string &result);

} // namespace polder::cc
