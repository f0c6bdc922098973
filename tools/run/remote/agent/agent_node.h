// Agent node: the node of an agent. It is the setup of the job, as the first upcrun describes it,
// the control block, and what leaders exchange before the network works.
#pragma once

#include "tools/run/remote/agent/node_exchange.h"
#include "tools/run/remote/wire/handshake.h"
#include "tools/run/remote/wire/setup.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace polder::run {

class AgentNode {
public:
    explicit AgentNode(const JobKey &key) : key_(key) {}

    // False: the description has not arrived whole.
    bool read_setup(std::string_view bytes);
    // The control block, as the setup says. False, and a text of why, on failure.
    bool make(Channel &channel, std::string *error);

    const Setup &setup() const { return setup_; }
    ControlBlock *block() const { return block_; } // null: not made
    int control_fd() const { return control_fd_; }
    NodeExchange *exchange() const { return exchange_.get(); } // null: a job of one node has none
    bool is_first() const { return setup_.shape.node == 0; }
    // The words of the program, and null behind them. Valid as long as the node.
    char **arguments();

private:
    void describe_nodes(Channel &channel);

    const JobKey key_;
    Setup setup_;
    ControlBlock *block_ = nullptr;
    int control_fd_ = -1;
    std::vector<char *> words_;
    std::unique_ptr<NodeExchange> exchange_;
};

} // namespace polder::run
