// Which headers are UPC although they come from a folder of system headers: Polder's own, and those
// of UPC libraries, whose names begin with upc. UPC keywords are off in other system headers, which
// use `shared`, `strict` and `relaxed` as names. Variables that other system headers declare are
// one a process; those of <shmem.h> may be one a thread.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace polder::cc {

class UpcHeaders {
public:
    /// A line marker enters, leaves or resumes a file. `system` is its flag. A user's file is never
    /// taken for a header of Polder's, whatever the folders above it are called.
    void move_to(std::string_view file, bool system) {
        is_upc_ = system && has_upc(file);
        is_system_ = system && !is_upc_;
    }
    /// Does what follows a marker come from a system header? `flag` is the marker's: in the middle
    /// of a file it tells of the expansion of a macro.
    bool comes_from_system(bool flag) const { return flag && !is_upc_; }
    /// Is the file as a whole a system header without UPC?
    bool in_system_header() const { return is_system_; }

private:
    /// What stands in front of every unit; the folder that holds it holds Polder's other headers.
    static constexpr std::string_view first_ = "polder/abi.h";
    /// The others that generated code uses: C, as users' mistakes do not lie there.
    static constexpr std::array<std::string_view, 7> plain_ = {
        "polder/iterations.h", "polder/spans.h",     "polder/tlb.h",        "polder/atomic.h",
        "polder/check.h",      "polder/intervals.h", "polder/shmem/place.h"};

    bool has_upc(std::string_view file) {
        if (own_folder_.empty() && file.ends_with(first_)) own_folder_ = file.substr(0, file.size() - first_.size());
        const bool inside = !own_folder_.empty() && file.starts_with(own_folder_);
        const std::string_view name = inside ? file.substr(own_folder_.size()) : std::string_view();
        if (name.starts_with("polder/"))
            return name != first_ && std::find(plain_.begin(), plain_.end(), name) == plain_.end();
        if (name == "shmem.h" || name == "shmemx.h" || name == "pshmem.h") return true;
        const std::string_view base = file.substr(file.rfind('/') + 1);
        const bool named_so = base.starts_with("upc") || base.starts_with("bupc_") || base == "pupc.h";
        return named_so && base.ends_with(".h");
    }

    std::string own_folder_; // with a slash at its end
    bool is_system_ = false;
    bool is_upc_ = false;
};

} // namespace polder::cc
