// Keeps back the functions of Polder's headers until something that is written names them.
#include "compiler/emit/own_functions.h"

#include <cctype>

namespace polder::cc {

namespace {
constexpr std::string_view own_prefix = "polder_";
}

bool OwnFunctions::is_own_static(const Node *item, const FunctionDecl &function) const {
    return function.storage == Storage::static_ &&
           ctx_.source.tokens()[item->range.first].flags & Token::in_system_header &&
           ctx_.source.spelling(function.name_token).starts_with(own_prefix);
}

bool OwnFunctions::add(Node *item) {
    const auto *declaration = as<Declaration>(item);
    const FunctionDecl *function = declaration ? declaration->function : nullptr;
    if (!function || !is_own_static(item, *function)) return false;
    unused_.emplace(ctx_.source.spelling(function->name_token), item);
    return true;
}

void OwnFunctions::take_used(std::string_view text, const std::function<void(Node *)> &take) {
    for (size_t at = text.find(own_prefix); at != std::string_view::npos; at = text.find(own_prefix, at)) {
        size_t end = at;
        while (end < text.size() && (isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
            ++end;
        const auto found = unused_.find(text.substr(at, end - at));
        at = end;
        if (found == unused_.end()) continue;
        Node *item = found->second;
        unused_.erase(found);
        take(item);
        take_used(ctx_.source.slice(item->range), take);
    }
}

} // namespace polder::cc
