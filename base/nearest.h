// Nearest: what somebody may have meant who typed a name that does not exist. It is the known name
// that needs the fewest changes: a letter added, dropped or replaced, or two neighbours swapped.
// One change for names below five letters, else two.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace polder {

// Edit distance with swaps of neighbours, or `limit` + 1 where it is larger than that or memory is
// at its end.
inline std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
    if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
    const std::size_t width = b.size() + 1;
    auto *const rows = static_cast<std::size_t *>(std::malloc(3 * width * sizeof(std::size_t)));
    if (!rows) return limit + 1;
    std::size_t *before = rows;
    std::size_t *last = rows + width;
    std::size_t *now = rows + 2 * width;
    for (std::size_t j = 0; j < width; ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = i;
        for (std::size_t j = 1; j < width; ++j) {
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = std::min(now[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, now);
    }
    const std::size_t distance = last[b.size()];
    std::free(rows);
    return distance;
}

class Nearest {
public:
    explicit Nearest(std::string_view typed) : typed_(typed), best_(typed.size() < 3 ? 0 : typed.size() < 5 ? 1 : 2) {}

    // Of several equally near ones the first.
    void consider(std::string_view known) {
        const std::size_t d = edit_distance(typed_, known, best_);
        if (d == 0 || d > best_ || (d == best_ && !found_.empty())) return;
        best_ = d;
        found_ = known;
    }
    // It is this one.
    void take(std::string_view known) {
        found_ = known;
        best_ = 0;
    }
    std::string_view found() const { return found_; } // empty: none is near

private:
    std::string_view typed_;
    std::string_view found_;
    std::size_t best_;
};

} // namespace polder
