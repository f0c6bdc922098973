// Where active messages and the network meet: each is the other's table of functions (far.h,
// runtime/net/net.h), as tests have other networks.
#include "runtime/am/far.h"
#include "runtime/net/net.h"

namespace polder::am {

namespace {

constexpr AmNetwork network = {net::net_send, net::net_send_queued, net::net_poll, net::net_busy};
constexpr net::NetActiveMessages messages = {[] { am_network(&network); }, am_deliver, am_delivered, am_waiting};

} // namespace

void am_use_net() {
    net::net_active_messages = &messages;
}

} // namespace polder::am
