// A job of several nodes has its list of nodes, and the way to the first upcrun, in the control
// block (agent_node.h).
#include "tools/run/remote/agent/agent_node.h"

#include "runtime/exchange/exchange.h"
#include "tools/run/local/node.h"
#include "tools/run/local/report.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace polder::run {

namespace {

// Beside the upcrun that runs here, wherever that has been installed.
void plugin_folder(char *text, std::size_t size) {
    char path[512];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    for (int up = 0; up < 2; ++up)
        if (char *slash = std::strrchr(path, '/')) *slash = 0;
    const int written = std::snprintf(text, size, "%s/lib/polder", path);
    if (!*path || written < 0 || static_cast<std::size_t>(written) >= size || access(text, X_OK) != 0) *text = 0;
}

} // namespace

bool AgentNode::read_setup(std::string_view bytes) {
    if (!Setup::unpack(bytes, &setup_)) return false;
    const unsigned node = setup_.shape.node;
    set_host_name(setup_.hosts[node] + (setup_.shape.nodes > 1 ? " (node " + std::to_string(node) + ')' : ""));
    return true;
}

bool AgentNode::make(Channel &channel, std::string *error) {
    if (!setup_apply(setup_, error)) return false;
    block_ = node_make(setup_.shape, setup_.sharing, &control_fd_, error);
    if (!block_) return false;
    if (setup_.shape.nodes > 1) describe_nodes(channel);
    return true;
}

void AgentNode::describe_nodes(Channel &channel) {
    control_set_nodes(block_, setup_.first.data());
    exchange::BootArea *boot = area<exchange::BootArea>(*block_, Area::boot);
    siphash(key_.bytes, "network", 7, boot->key); // not the key itself: who has the one cannot pass for an agent
    for (unsigned node = 0; node < setup_.shape.nodes; ++node)
        std::snprintf(boot->hosts[node], exchange::host_name_bytes, "%s", setup_.hosts[node].c_str());
    plugin_folder(boot->plugins, sizeof boot->plugins);
    boot->one_machine = setup_.one_machine;
    exchange_ = std::make_unique<NodeExchange>(boot, channel);
}

char **AgentNode::arguments() {
    words_.clear();
    for (std::string &word : setup_.arguments)
        words_.push_back(word.data());
    words_.push_back(nullptr);
    return words_.data();
}

} // namespace polder::run
