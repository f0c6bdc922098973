// The first stage: a source as preprocessed text.
#pragma once

#include "compiler/driver/back_end/stages.h"
#include "compiler/driver/back_end/toolchain.h"

#include <functional>
#include <string>
#include <vector>

namespace polder::cc {

class Preprocessor {
public:
    Preprocessor(const CommandLine &line, const Toolchain &tools, const Stages &stages)
        : line_(line), tools_(tools), stages_(stages) {}

    /// -E, -M: the text, or what it depends on, is all that is wanted.
    int preprocess_only(const InputFile &input) const;
    /// The text by the preprocessor or, where it is there already, from the file. `object` is what
    /// will be made of it. `seen` is called after each piece, with what is there so far.
    int obtain_text(const InputFile &input, const std::string &object, std::string &text,
                    const std::function<void()> &seen) const;
    /// -MD and the like: words for the stage that reads the source.
    void add_dependency_words(std::vector<std::string> &words, const InputFile &input, const std::string &object) const;
    /// From now on <upc.h> declares extensions of other compilers, or does not.
    void declare_extensions(bool wanted) { extensions_ = wanted; }

private:
    std::vector<std::string> command(const InputFile &input) const;
    int read_preprocessed(const InputFile &input, std::string &text) const;

    const CommandLine &line_;
    const Toolchain &tools_;
    const Stages &stages_;
    bool extensions_ = false;
};

} // namespace polder::cc
