// What the linker says, in the program's words. It speaks of the objects upcc made, whose names
// nobody has seen, and of names of the runtime.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace polder::cc {

struct LinkMessages {
    std::string text;     // what is left to say
    bool no_main = false; // no source defines main; the linker's lines about it are gone
    bool twice = false;   // something is defined in two objects
};

/// `names`: objects and the sources they were made of.
LinkMessages link_messages(std::string text, const std::vector<std::pair<std::string, std::string>> &names);

} // namespace polder::cc
