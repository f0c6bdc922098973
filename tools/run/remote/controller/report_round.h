// Report round: nodes are asked where their threads are, and answer in any order, or not at all.
#pragma once

#include <cstdint>
#include <vector>

namespace polder::run {

class ReportRound {
public:
    explicit ReportRound(unsigned nodes) : answered_(nodes) {}

    // Asks anew those for which `is_asked`(node) holds. The others count as if they had answered.
    template <class IsAsked> void begin(std::int64_t end_ns, IsAsked is_asked) {
        end_ns_ = end_ns;
        due_ = 0;
        for (unsigned node = 0; node < answered_.size(); ++node) {
            answered_[node] = !is_asked(node);
            due_ += !answered_[node];
        }
    }
    void end() { due_ = 0; }

    bool is_under_way() const { return due_ != 0; }
    std::int64_t end_ns() const { return is_under_way() ? end_ns_ : 0; } // nobody is waited for longer
    bool has_answered(unsigned node) const { return answered_[node]; }
    // True: it is the last answer of the round.
    bool take(unsigned node) {
        if (!is_under_way() || answered_[node]) return false;
        answered_[node] = true;
        return --due_ == 0;
    }

private:
    std::vector<bool> answered_; // by node
    unsigned due_ = 0;
    std::int64_t end_ns_ = 0;
};

} // namespace polder::run
