// Makes runs of a list of threads, and searches them; see rank_map.h.
#include "runtime/team/rank_map.h"

#include <cstdlib>

namespace polder::team {

RankMap::~RankMap() {
    std::free(runs_);
}

namespace {

// End of the progression that begins at `first`.
unsigned run_end(const std::uint32_t *threads, unsigned size, unsigned first) {
    if (first + 1 >= size) return size;
    const std::uint32_t stride = threads[first + 1] - threads[first];
    unsigned end = first + 2;
    while (end < size && threads[end] - threads[end - 1] == stride)
        ++end;
    return end;
}

} // namespace

bool RankMap::assign(const std::uint32_t *threads, unsigned size) {
    unsigned count = 0;
    for (unsigned first = 0; first < size; first = run_end(threads, size, first))
        ++count;
    auto *runs = static_cast<RankRun *>(std::malloc(sizeof(RankRun) * count));
    if (!runs) return false;
    unsigned i = 0;
    for (unsigned first = 0; first < size; first = run_end(threads, size, first)) {
        const bool single = first + 1 == size;
        runs[i++] = {first, threads[first],
                     single ? 1 : static_cast<std::int32_t>(threads[first + 1] - threads[first])};
    }
    std::free(runs_);
    runs_ = runs;
    one_ = runs[0];
    size_ = size;
    count_ = count;
    return true;
}

unsigned RankMap::find(unsigned rank) const {
    unsigned low = 0;
    unsigned high = count_;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        (runs_[middle].rank <= rank ? low : high) = middle;
    }
    return low;
}

bool RankMap::rank_of(unsigned thread, unsigned *rank) const {
    for (unsigned i = 0; i < count_; ++i) {
        const RankRun &run = count_ == 1 ? one_ : runs_[i];
        const unsigned end = i + 1 < count_ ? runs_[i + 1].rank : size_;
        const std::int64_t distance = static_cast<std::int64_t>(thread) - run.thread;
        if (distance != 0 && (run.stride == 0 || distance % run.stride)) continue;
        const std::int64_t steps = distance ? distance / run.stride : 0;
        if (steps >= 0 && steps < static_cast<std::int64_t>(end - run.rank)) {
            *rank = run.rank + static_cast<unsigned>(steps);
            return true;
        }
    }
    return false;
}

} // namespace polder::team
