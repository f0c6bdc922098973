// Replaces the linker's names in its messages: objects by sources, the runtime's symbols by
// UPC's.
#include "compiler/driver/link/link_messages.h"

#include "compiler/abi/abi.h"

#include <algorithm>
#include <string_view>

namespace polder::cc {
namespace {

void replace_all(std::string &text, const std::string &from, const std::string &to) {
    for (size_t at = 0; !from.empty() && (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

bool has(std::string_view line, std::string_view what) {
    return line.find(what) != std::string_view::npos;
}

/// main() of the runtime calls the program's. GNU ld says in a line before where that is, lld and
/// mold in lines behind that begin with >>>.
std::string without_user_main(const std::string &text) {
    std::string kept;
    std::string where;
    bool dropping = false;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string line = text.substr(at, end - at);
        at = end;
        const bool about_main = has(line, abi::user_main);
        const bool follows = dropping && line.rfind(">>>", 0) == 0;
        dropping = about_main || follows;
        if (!dropping) kept += where;
        where.clear();
        if (dropping) continue;
        if (has(line, "libpolder") && has(line, "in function `main'"))
            where = line;
        else
            kept += line;
    }
    return kept + where;
}

} // namespace

LinkMessages link_messages(std::string text, const std::vector<std::pair<std::string, std::string>> &names) {
    for (const auto &[object, source] : names)
        replace_all(text, object, source);
    LinkMessages messages;
    messages.no_main = has(text, abi::user_main) && has(text, "undefined");
    messages.twice = has(text, "multiple definition of") || has(text, "duplicate symbol");
    messages.text = messages.no_main ? without_user_main(text) : text;
    return messages;
}

} // namespace polder::cc
