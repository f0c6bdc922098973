// A source becomes an object, or the text that was asked for. A UPC or C source takes three steps:
//   cc -E … -include polder/abi.h file     text comes through a pipe
//   translate                              in process
//   cc -c … -x cpp-output -                text goes through a pipe, object out
//
// The last step is started as soon as the first begins to write, as starting a compiler takes as
// long as translating a small file. Assembler, C++ and the like go to the back end as they are.
#pragma once

#include "compiler/driver/back_end/stages.h"
#include "compiler/driver/compile/preprocessor.h"
#include "compiler/driver/compile/translate.h"

#include <string>

namespace polder::cc {

class SourceCompiler {
public:
    SourceCompiler(const CommandLine &line, const Toolchain &tools, const Stages &stages)
        : line_(line), tools_(tools), stages_(stages), preprocessor_(line, tools, stages) {}

    /// The exit status. `output` is empty where no object is made.
    int compile(const InputFile &input, const std::string &output);
    /// -E, -M.
    int preprocess_only(const InputFile &input) const { return preprocessor_.preprocess_only(input); }
    /// What the optimiser did with all sources so far.
    const std::string &report() const { return report_; }
    /// Something so far may use the mathematics library.
    bool uses_mathematics() const { return mathematics_; }

private:
    int compile_source(const InputFile &input, const std::string &output);
    int compile_foreign(const InputFile &input, const std::string &output);
    int translate_source(TranslateJob &&job, const InputFile &input, const std::string &output, Generated &result);
    void look_for_mathematics(const std::string &text);
    int write_result(const std::string &text) const;

    const CommandLine &line_;
    const Toolchain &tools_;
    const Stages &stages_;
    Preprocessor preprocessor_;
    std::string report_;
    bool mathematics_ = false;
};

} // namespace polder::cc
