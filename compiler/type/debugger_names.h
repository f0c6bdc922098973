// Debugger names: typedefs of polder_ga and polder_gp that a debugger shows, as it does not know
// UPC types. The name of a typedef is the whole type, spelled in letters:
//   shared [4] int *     polder_ptr_shared_s_a4_z_sint_s_p
// That name is all a debugger sees of the type; tools/gdb reads it back. `_` starts what is no
// letter or digit.
//
// Invariant: each name is declared once, and whoever prints declarations has taken its typedef
// before the first declaration that uses it. Held by tests/unit/compiler/type/debugger_names.cc.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace polder::cc {

class DebuggerNames {
public:
    void want() { are_wanted_ = true; } // -g
    bool are_wanted() const { return are_wanted_; }

    // what: "ptr" or "obj"; type: in the words of UPC; plain: what the name stands for.
    std::string of(std::string_view what, std::string_view type, std::string_view plain);
    // What the next declaration needs before it.
    std::string take_typedefs() { return std::exchange(typedefs_, {}); }

private:
    bool are_wanted_ = false;
    std::unordered_set<std::string> names_; // declared, or waiting to be
    std::string typedefs_;
};

} // namespace polder::cc
