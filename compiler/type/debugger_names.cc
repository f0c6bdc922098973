// Spells a type in letters (debugger_names.h).
#include "compiler/type/debugger_names.h"

#include <cctype>
#include <cstdio>

namespace polder::cc {

namespace {

/// Any text as the tail of an identifier, so that it can be read back.
std::string spelled_in_letters(std::string_view text) {
    static constexpr std::string_view marks = "_ *[](),.";
    static constexpr std::string_view letters = "_spazlrcd";
    std::string out;
    for (const char c : text) {
        const size_t mark = marks.find(c);
        if (mark != std::string_view::npos) {
            out += '_';
            out += letters[mark];
        } else if (isalnum(static_cast<unsigned char>(c))) {
            out += c;
        } else {
            char code[8];
            snprintf(code, sizeof code, "_x%02x", static_cast<unsigned char>(c));
            out += code;
        }
    }
    return out;
}

} // namespace

std::string DebuggerNames::of(std::string_view what, std::string_view type, std::string_view plain) {
    std::string name = "polder_" + std::string(what) + "_" + spelled_in_letters(type);
    if (names_.insert(name).second) typedefs_ += "typedef " + std::string(plain) + " " + name + "; ";
    return name;
}

} // namespace polder::cc
