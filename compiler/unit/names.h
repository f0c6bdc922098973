// Names: what generated code calls its own locals and statics.
//
//   of `a[i]` with the role "ptr"    polder_a_ptr, the next one in the function polder_a_ptr2
//   of nothing with the role "value" polder_value
//
// Rule: such a name is no word of the unit. Nor is it one that lowering composes without
// asking (polder_s_x of a shared object x, polder_n_f of a function f).
#pragma once

#include "compiler/unit/context.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace polder::cc {

class Names {
public:
    explicit Names(Source &source);

    /// For a local of the function that is lowered: its role, behind the name of what it is of.
    std::string fresh(std::string_view role);
    std::string fresh(std::string_view role, const Decl *of);
    std::string fresh(std::string_view role, const Expr *of);
    /// For what stands outside of functions.
    std::string numbered(std::string_view stem);
    /// Another function begins.
    void begin_function() {
        taken_.clear();
        last_of_.clear();
    }

private:
    bool is_free(const std::string &name);

    Source &source_;
    Name first_own_; // words of the text have smaller numbers
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, unsigned> last_of_; // number given last, by the name before it
    unsigned counter_ = 0;
};

} // namespace polder::cc
