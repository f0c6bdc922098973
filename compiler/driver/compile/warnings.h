// What the back end has to say of a source: it is asked about the serial elision (elide/elide.h),
// and compiles the generated code without warnings.
//
// The elision is compiled as far as the warnings asked for need. Without a -W option its syntax and
// types are looked at. With one it is compiled at the user's level, as some warnings come from the
// flow of the program. The assembly is thrown away. Both commands run side by side.
#pragma once

#include "compiler/driver/back_end/toolchain.h"
#include "compiler/driver/line/command_line.h"
#include "compiler/driver/system/process.h"
#include "compiler/unit/context.h"

#include <string>
#include <vector>

namespace polder::cc {

class Warnings {
public:
    Warnings(const CommandLine &line, const Toolchain &tools) : line_(line), tools_(tools) {}

    /// Is there anything to ask the back end, of a unit with these options?
    bool wanted(const Options &options) const { return options.upc && !line_.messages.no_warnings; }
    std::vector<std::string> command(const Options &options) const;
    /// The words of the user's that make no sense without warnings, or write their messages to a
    /// file of their own.
    static std::vector<std::string> without_messages(const std::vector<std::string> &words);
    /// Without the form of messages: one JSON array comes from one command.
    static std::vector<std::string> without_format(const std::vector<std::string> &words);
    /// What was said of the elision and what was said of the generated code become the answer.
    /// Prints it; returns the exit status. Only -Werror and the like may refuse what the back end
    /// has compiled.
    int answer(FedCommand &elision, FedCommand *back_end) const;

private:
    bool errors_are_asked_for(const std::string &messages) const;

    const CommandLine &line_;
    const Toolchain &tools_;
};

} // namespace polder::cc
