// Rank map: which thread a member of a team is. It is a list of runs, each a progression of
// threads. One run does for all threads of the job, for those of a node, for every k-th, and for
// rows and columns of grids. So a usual team takes no memory that grows with it. A team of threads
// in no order has a run for each member or two.
#pragma once

#include <cstddef>
#include <cstdint>

namespace polder::team {

struct RankRun {
    std::uint32_t rank;   // of its first member
    std::uint32_t thread; // of its first member
    std::int32_t stride;
};

class RankMap {
public:
    RankMap() = default;
    ~RankMap();
    RankMap(const RankMap &) = delete;
    RankMap &operator=(const RankMap &) = delete;

    // False: no memory.
    bool assign(const std::uint32_t *threads, unsigned size);
    void assign_all(unsigned size) { assign_run({0, 0, 1}, size); }
    void assign_run(const RankRun &run, unsigned size) {
        size_ = size;
        count_ = 1;
        one_ = run;
    }

    unsigned size() const { return size_; }
    unsigned thread(unsigned rank) const {
        if (__builtin_expect(count_ == 1, 1)) return at(one_, rank);
        return at(runs_[find(rank)], rank);
    }
    // Whether the thread is a member, and with which rank.
    bool rank_of(unsigned thread, unsigned *rank) const;
    unsigned runs() const { return count_; }

private:
    static unsigned at(const RankRun &run, unsigned rank) {
        return run.thread + static_cast<unsigned>(static_cast<std::int32_t>(rank - run.rank) * run.stride);
    }
    unsigned find(unsigned rank) const;

    RankRun *runs_ = nullptr; // where there are several
    RankRun one_ = {0, 0, 1};
    unsigned size_ = 0;
    unsigned count_ = 0;
};

} // namespace polder::team
