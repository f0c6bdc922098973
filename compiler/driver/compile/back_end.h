// The last stage: the back-end C compiler on generated text. A second command may be asked about
// the serial elision meanwhile (warnings.h).
#pragma once

#include "compiler/driver/back_end/stages.h"
#include "compiler/driver/compile/translate.h"
#include "compiler/driver/compile/warnings.h"

#include <string>
#include <vector>

namespace polder::cc {

class BackEnd {
public:
    BackEnd(const CommandLine &line, const Toolchain &tools, const Stages &stages)
        : line_(line), tools_(tools), stages_(stages), warnings_(line, tools) {}

    /// Starts what waits for the text. `saves`: the text goes through files, so only the command
    /// about the elision is started.
    bool start(const TranslateJob &job, const std::string &output, bool saves);
    /// Gives the text to what waits for it, and waits for its end. `job` is that of start.
    int finish(const TranslateJob &job, const Generated &unit, const std::string &output);
    /// -save-temps: x.elision.i (what warnings are about), x.polder.i (generated), x.s, and the
    /// object. A bug report needs these files.
    int through_saved_files(const Generated &unit, const Options &options, const InputFile &input,
                            const std::string &output);

private:
    bool wants_no_copies(const Options &options, const Generated &unit) const;
    std::vector<std::string> command(const Options &options, bool no_copies) const;
    bool start_compiler(const TranslateJob &job, const std::string &output, bool no_copies);
    bool start_reading(FedCommand &command, std::vector<std::string> words, const TranslateJob &job,
                       const std::string &output) const;

    const CommandLine &line_;
    const Toolchain &tools_;
    const Stages &stages_;
    const Warnings warnings_;
    FedCommand compiler_;
    FedCommand elision_;
};

} // namespace polder::cc
