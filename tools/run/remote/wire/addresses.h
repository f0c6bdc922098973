// Addresses under which this machine can be reached, in the order worth trying.
#pragma once

#include <string>
#include <vector>

namespace polder::run {

// interface: the name of one, an address, or a network ("10.1.0.0/16", "fd00::/8"); empty: all.
// Loopback only where it is named or nothing else is there.
std::vector<std::string> own_addresses(const std::string &interface);

// A connection to the first of the addresses that answers. -1 and errno on failure.
int connect_to_any(const std::vector<std::string> &addresses, unsigned port, double patience_s);

} // namespace polder::run
