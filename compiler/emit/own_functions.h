// The functions that Polder's own headers define (polder/abi.h and what it includes) come with
// every unit, which mostly uses few of them. The others are left out, so that the back end need not
// read them: of a small program that is half its time. Which are used is seen from the text itself,
// so it does not matter who put a name there.
#pragma once

#include "compiler/unit/context.h"

#include <functional>
#include <string_view>
#include <unordered_map>

namespace polder::cc {

class OwnFunctions {
public:
    explicit OwnFunctions(const Context &ctx) : ctx_(ctx) {}

    /// Notes the item if it is a static function of our headers; else false.
    bool add(Node *item);
    /// Calls `take` once for each function that `text` names, and for those that it names itself.
    void take_used(std::string_view text, const std::function<void(Node *)> &take);

private:
    bool is_own_static(const Node *item, const FunctionDecl &function) const;

    const Context &ctx_;
    std::unordered_map<std::string_view, Node *> unused_; // by name
};

} // namespace polder::cc
