// A table of sizes that is needed while a schedule is written.
#pragma once

#include <cstdlib>

namespace polder::coll {

// Temporary numbers, zero at first.
class Numbers {
public:
    explicit Numbers(std::size_t count)
        : all_(static_cast<std::size_t *>(std::calloc(count + 1, sizeof(std::size_t)))) {}
    ~Numbers() { std::free(all_); }
    Numbers(const Numbers &) = delete;
    Numbers &operator=(const Numbers &) = delete;
    std::size_t &operator[](std::size_t i) const { return all_[i]; }
    bool failed() const { return !all_; }
    const std::size_t *data() const { return all_; }

private:
    std::size_t *all_;
};

} // namespace polder::coll
