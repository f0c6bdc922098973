// One `cc` links everything in the order given, and its messages are explained.
#pragma once

#include "compiler/driver/back_end/stages.h"
#include "compiler/driver/back_end/toolchain.h"

#include <string>
#include <vector>

namespace polder::cc {

class Linker {
public:
    /// `objects`: by index of the input, empty where none was made.
    Linker(const CommandLine &line, const Toolchain &tools, const Stages &stages,
           const std::vector<std::string> &objects)
        : line_(line), tools_(tools), stages_(stages), objects_(objects) {}

    /// The exit status. `mathematics`: something may use the mathematics library.
    int link(bool mathematics) const;

private:
    void complain_of_no_library() const;
    std::vector<std::string> command(bool mathematics) const;
    std::vector<std::string> libraries(bool mathematics) const;
    void explain(const std::string &said) const;
    bool linked_by_cmake() const;

    const CommandLine &line_;
    const Toolchain &tools_;
    const Stages &stages_;
    const std::vector<std::string> &objects_;
};

} // namespace polder::cc
