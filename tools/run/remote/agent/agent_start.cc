// How an agent on another machine comes to be: its line is read, the connection made, and what
// started it let go.
#include "base/log.h"
#include "tools/run/remote/agent/agent.h"
#include "tools/run/remote/agent/guardian.h"
#include "tools/run/remote/wire/addresses.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace polder::run {

namespace {

constexpr std::size_t longest_line = 32 << 10;
constexpr double connect_patience_s = 20;

// One line from standard input, byte by byte: nothing behind it is ours.
std::string read_line() {
    std::string line;
    char byte;
    while (line.size() < longest_line && read(STDIN_FILENO, &byte, 1) == 1 && byte != '\n')
        line += byte;
    return line;
}

bool parse_key(const char *text, JobKey *key) {
    if (std::strlen(text) != 2 * sizeof key->bytes) return false;
    for (std::size_t i = 0; i < sizeof key->bytes; ++i) {
        unsigned byte;
        if (std::sscanf(text + 2 * i, "%2x", &byte) != 1) return false;
        key->bytes[i] = static_cast<unsigned char>(byte);
    }
    return true;
}

} // namespace

std::string AgentCall::line() const {
    std::string text = "polder-agent 1 ";
    char piece[64];
    for (const unsigned char byte : key.bytes) {
        std::snprintf(piece, sizeof piece, "%02x", byte);
        text += piece;
    }
    std::snprintf(piece, sizeof piece, " %u %u %g ", node, port, lost_after_s);
    text += piece;
    for (const std::string &address : addresses)
        text += address + ',';
    text.back() = '\n';
    return text;
}

bool AgentCall::parse(const std::string &line, AgentCall *call) {
    char key[64];
    char list[longest_line];
    if (line.size() >= longest_line || std::sscanf(line.c_str(), "polder-agent 1 %63s %u %u %lf %s", key, &call->node,
                                                   &call->port, &call->lost_after_s, list) != 5)
        return false;
    for (char *address = std::strtok(list, ","); address; address = std::strtok(nullptr, ","))
        call->addresses.push_back(address);
    return parse_key(key, &call->key) && call->port < 65536 && !call->addresses.empty();
}

int agent_main() {
    AgentCall call;
    if (!AgentCall::parse(read_line(), &call)) {
        log_error("%s is for upcrun itself", agent_option);
        return 2;
    }
    const int fd = connect_to_any(call.addresses, call.port, connect_patience_s);
    if (fd < 0) {
        log_error("no way back to the first upcrun (port %u of %s): %s; --interface chooses the network", call.port,
                  call.addresses[0].c_str(), std::strerror(errno));
        return 1;
    }
    std::string error;
    signal(SIGPIPE, SIG_IGN);
    if (!handshake_as_agent(fd, call.key, call.node, &error)) {
        if (!error.empty()) log_error("%s", error.c_str());
        return 1;
    }
    guardian_begin(call.lost_after_s); // from here on in a process of its own
    return agent_work(fd, call.key, call.lost_after_s);
}

} // namespace polder::run
