// Exchange round: what the leaders of all nodes give to each other at the start, gathered until all
// have given (runtime/exchange/exchange.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polder::run {

class ExchangeRound {
public:
    explicit ExchangeRound(unsigned nodes) : given_(nodes), due_(nodes) {}

    // False if the node has given already.
    bool give(unsigned node, std::string_view bytes) {
        if (given_[node]) return false;
        given_[node] = bytes;
        --due_;
        return true;
    }
    bool is_complete() const { return due_ == 0; }
    // A node that has given another number of bytes than node 0: they do not start alike.
    std::optional<unsigned> odd_one() const {
        for (unsigned node = 0; node < given_.size(); ++node)
            if (given_[node]->size() != given_[0]->size()) return node;
        return std::nullopt;
    }
    // All of a complete round, in the order of the nodes; the next round begins.
    std::string take() {
        std::string all;
        all.reserve(given_[0]->size() * given_.size());
        for (std::optional<std::string> &given : given_) {
            all += *given;
            given.reset();
        }
        due_ = static_cast<unsigned>(given_.size());
        return all;
    }

private:
    std::vector<std::optional<std::string>> given_; // by node
    unsigned due_;
};

} // namespace polder::run
