// Takes and gives pieces of an exchange whenever the other side has done its part.
#include "tools/run/remote/agent/node_exchange.h"

#include <algorithm>
#include <cstring>

namespace polder::run {

void NodeExchange::look() {
    if (!boot_) return;
    const std::uint32_t turn = boot_->turn.load(std::memory_order_acquire);
    if (turn == exchange::BootArea::wanted) put_piece();
    if (turn != exchange::BootArea::leader_piece) return;
    given_.append(boot_->data, std::min<std::size_t>(boot_->bytes, exchange::BootArea::piece));
    const bool whole = given_.size() >= boot_->total;
    boot_->turn.store(exchange::BootArea::idle, std::memory_order_release);
    futex_wake_all(&boot_->turn);
    if (whole) channel_.send(Frame::exchange, std::move(given_));
    if (whole) given_.clear();
}

void NodeExchange::answer(std::string_view all) {
    if (!boot_) return;
    answers_ = all;
    answered_ = 0;
    put_piece();
}

void NodeExchange::put_piece() {
    const std::size_t piece = std::min(answers_.size() - answered_, exchange::BootArea::piece);
    std::memcpy(boot_->data, answers_.data() + answered_, piece);
    boot_->bytes = static_cast<std::uint32_t>(piece);
    answered_ += piece;
    if (answered_ == answers_.size()) {
        answers_.clear();
        answered_ = 0;
    }
    boot_->turn.store(exchange::BootArea::agent_piece, std::memory_order_release);
    futex_wake_all(&boot_->turn);
}

} // namespace polder::run
