// Network doubt: a node does not reach another. The cause may be a process that dies there, so all
// nodes are asked for a better one. The network is at fault once every node has answered that it
// has none, has ended by itself, or does not reach others either. An agent that cannot answer is
// lost, which ends the job, too.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace polder::run {

class NetworkDoubt {
public:
    explicit NetworkDoubt(unsigned nodes) : asked_(nodes) {}

    // What a node says of the network counts until another says better. Asked are those for which
    // `is_asked`(node) holds.
    template <class IsAsked> void raise(int code, std::string cause, IsAsked is_asked) {
        is_raised_ = true;
        code_ = code;
        cause_ = std::move(cause);
        due_ = 0;
        for (unsigned node = 0; node < asked_.size(); ++node) {
            asked_[node] = is_asked(node);
            due_ += asked_[node];
        }
    }
    bool is_raised() const { return is_raised_; }
    bool asks(unsigned node) const { return asked_[node]; }
    // The node is not the cause. True: it was the last that could have been.
    bool clear(unsigned node) {
        if (!asked_[node]) return false;
        asked_[node] = false;
        return --due_ == 0;
    }
    bool is_settled() const { return is_raised_ && due_ == 0; } // the network is at fault
    int code() const { return code_; }
    const std::string &cause() const { return cause_; }

private:
    std::vector<bool> asked_; // by node
    unsigned due_ = 0;
    bool is_raised_ = false;
    int code_ = 0;
    std::string cause_;
};

} // namespace polder::run
