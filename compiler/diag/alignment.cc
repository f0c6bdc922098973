// The longest common subsequence of both lines, by a table of lengths; then what macros moved.
#include "compiler/diag/alignment.h"

#include <algorithm>
#include <unordered_map>

namespace polder::cc {

namespace {
constexpr size_t largest_table = 1u << 22; // cells; a line of ordinary code needs a few thousand
}

Alignment::Alignment(std::span<const Word> written, std::span<const Word> preprocessed)
    : written_(written), taken_(written.size()) {
    const size_t rows = written.size() + 1;
    const size_t columns = preprocessed.size() + 1;
    if (rows * columns > largest_table) return;
    partner_.assign(preprocessed.size(), none);
    // longest[i * columns + j]: length of the longest common subsequence of the words from i and
    // from j on
    std::vector<uint16_t> longest(rows * columns);
    const auto at = [&](size_t i, size_t j) -> uint16_t & { return longest[i * columns + j]; };
    for (size_t i = rows - 1; i-- > 0;)
        for (size_t j = columns - 1; j-- > 0;)
            at(i, j) = written[i].text == preprocessed[j].text ? static_cast<uint16_t>(at(i + 1, j + 1) + 1)
                                                               : std::max(at(i + 1, j), at(i, j + 1));
    for (size_t i = 0, j = 0; i < written.size() && j < preprocessed.size();) {
        if (written[i].text == preprocessed[j].text) {
            partner_[j++] = static_cast<uint32_t>(i);
            taken_[i++] = true;
        } else if (at(i + 1, j) >= at(i, j + 1))
            ++i;
        else
            ++j;
    }
    pair_moved(preprocessed);
}

void Alignment::pair_moved(std::span<const Word> preprocessed) {
    std::unordered_map<std::string_view, std::pair<uint32_t, uint32_t>> names; // text: how often, where
    for (uint32_t i = 0; i < written_.size(); ++i)
        if (written_[i].name) {
            auto &[count, where] = names[written_[i].text];
            ++count;
            where = i;
        }
    for (uint32_t j = 0; j < partner_.size(); ++j) {
        if (partner_[j] != none) continue;
        const auto found = names.find(preprocessed[j].text);
        if (found == names.end() || found->second.first != 1) continue;
        partner_[j] = found->second.second;
        taken_[partner_[j]] = true;
    }
}

uint32_t Alignment::macro_of(uint32_t p) const {
    if (partner_.empty()) return none;
    uint32_t from = 0;
    uint32_t to = static_cast<uint32_t>(written_.size());
    for (uint32_t j = p; j-- > 0;)
        if (partner_[j] != none) {
            from = partner_[j] + 1;
            break;
        }
    for (uint32_t j = p + 1; j < partner_.size(); ++j)
        if (partner_[j] != none) {
            to = partner_[j];
            break;
        }
    const auto candidate = [&](uint32_t i) { return written_[i].name && !taken_[i]; };
    for (uint32_t i = from; i < to; ++i)
        if (candidate(i)) return i;
    for (uint32_t i = from; i-- > 0;) // p stands between arguments: the name is before them
        if (candidate(i)) return i;
    return none;
}

} // namespace polder::cc
