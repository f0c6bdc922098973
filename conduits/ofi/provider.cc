// Which provider and which interface. A provider is judged by what it says it can do and how it is
// built, so an unknown one finds its place. POLDER_PROVIDER and POLDER_INTERFACE overrule. All ends
// of a job must come to the same choice of provider: they compare ofi_protocol in their addresses.
#include "conduits/ofi/ofi.h"

#include <arpa/inet.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <netinet/in.h>

namespace polder {

namespace {

constexpr std::uint32_t api_version = FI_VERSION(1, 9); // the first with all that is asked for here
constexpr std::uint64_t full_order = FI_ORDER_SAS | FI_ORDER_SAW | FI_ORDER_RAW | FI_ORDER_WAW;

// What counts against a provider and its address. The least sum is taken.
constexpr unsigned out_of_question = ~0u;
constexpr unsigned loopback_cost = 4000;   // reaches no other machine
constexpr unsigned link_local_cost = 1000; // reaches machines of one link, if it is the right one
constexpr unsigned software_cost = 400;
constexpr unsigned development_cost = 200;
constexpr unsigned not_loopback_cost = 200; // on one machine: networks that come and go
constexpr unsigned layer_cost = 100;
constexpr unsigned ipv6_cost = 10; // IPv4 where both are there

// What decides which infos there are, beside the options.
struct Wanted {
    OfiModes modes;
    bool rma = true;
};

fi_info *make_hints(const ConduitOptions &options, const Wanted &wanted) {
    fi_info *hints = fi_allocinfo();
    if (!hints) return nullptr;
    hints->caps = wanted.rma ? FI_MSG | FI_RMA : FI_MSG;
    hints->mode = FI_CONTEXT | FI_CONTEXT2;
    hints->ep_attr->type = FI_EP_RDM;
    hints->tx_attr->msg_order = hints->rx_attr->msg_order = FI_ORDER_SAS;
    hints->domain_attr->mr_mode = FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
    if (wanted.modes.basic) hints->domain_attr->mr_mode = ofi_mr_basic;
    if (wanted.modes.table) hints->domain_attr->av_type = FI_AV_TABLE;
    hints->ep_attr->max_msg_size = ofi_max_wire;
    hints->domain_attr->threading = options.thread_safe ? FI_THREAD_SAFE : FI_THREAD_DOMAIN;
    hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
    // Who polls makes progress: a thread of the provider would compete with it for the core.
    hints->domain_attr->control_progress = hints->domain_attr->data_progress = FI_PROGRESS_MANUAL;
    return hints;
}

const void *raw_address(const fi_info *info, int *family) {
    const auto *any = static_cast<const sockaddr *>(info->src_addr);
    const bool internet =
        info->addr_format == FI_SOCKADDR || info->addr_format == FI_SOCKADDR_IN || info->addr_format == FI_SOCKADDR_IN6;
    if (!any || !internet) return nullptr;
    *family = any->sa_family;
    if (any->sa_family == AF_INET) return &static_cast<const sockaddr_in *>(info->src_addr)->sin_addr;
    if (any->sa_family == AF_INET6) return &static_cast<const sockaddr_in6 *>(info->src_addr)->sin6_addr;
    return nullptr;
}

void address_text(const fi_info *info, char *text, std::size_t size) {
    int family = 0;
    const void *raw = raw_address(info, &family);
    if (!raw || !inet_ntop(family, raw, text, static_cast<socklen_t>(size))) *text = 0;
}

// Is it the name, or the first layer of it?
bool names(const char *wanted, const char *name) {
    const std::size_t length = std::strlen(wanted);
    return !std::strncmp(wanted, name, length) && (name[length] == 0 || name[length] == ';');
}

// Shared memory. (FI_REMOTE_COMM and FI_LOCAL_COMM do not tell: some that reach other machines say
// only the latter when asked for less.)
bool stays_on_machine(const fi_info *info) {
    return info->addr_format == FI_ADDR_STR;
}

// "10.1.0.0/16": is the address in that network?
bool in_network(const char *network, const fi_info *info) {
    char text[INET6_ADDRSTRLEN];
    const char *slash = std::strchr(network, '/');
    int family = 0;
    const auto *address = static_cast<const unsigned char *>(raw_address(info, &family));
    if (!slash || !address || static_cast<std::size_t>(slash - network) >= sizeof text) return false;
    std::snprintf(text, sizeof text, "%.*s", static_cast<int>(slash - network), network);
    unsigned char wanted[16];
    char *end = nullptr;
    const unsigned long bits = std::strtoul(slash + 1, &end, 10);
    const unsigned long all = family == AF_INET ? 32 : 128;
    const bool is_number = slash[1] >= '0' && slash[1] <= '9' && !*end;
    if (!is_number || bits > all || inet_pton(family, text, wanted) != 1) return false;
    for (unsigned long bit = 0; bit < bits; ++bit)
        if ((wanted[bit / 8] ^ address[bit / 8]) >> (7 - bit % 8) & 1) return false;
    return true;
}

bool chosen_by_user(const ConduitOptions &options, const fi_info *info) {
    if (options.provider && *options.provider && !names(options.provider, info->fabric_attr->prov_name)) return false;
    if (!options.interface || !*options.interface) return true;
    char address[INET6_ADDRSTRLEN];
    address_text(info, address, sizeof address);
    return !std::strcmp(options.interface, info->domain_attr->name) || in_network(options.interface, info) ||
           (*address && !std::strncmp(options.interface, address, std::strlen(options.interface)));
}

// Does this one reach other machines, and how well? Less is better.
unsigned reach_cost(const void *raw, int family) {
    const auto *byte = static_cast<const unsigned char *>(raw);
    if (family == AF_INET) {
        if (byte[0] == IN_LOOPBACKNET) return loopback_cost;
        return byte[0] == 169 && byte[1] == 254 ? link_local_cost : 0; // RFC 3927
    }
    const auto *address = static_cast<const in6_addr *>(raw);
    if (IN6_IS_ADDR_LOOPBACK(address)) return loopback_cost + ipv6_cost;
    return IN6_IS_ADDR_LINKLOCAL(address) ? link_local_cost + ipv6_cost : ipv6_cost;
}

// On one machine loopback is the only network that stays: others are bridges of containers, VPNs,
// wireless. Hardware is preferred all the same.
unsigned address_cost(const ConduitOptions &options, const fi_info *info) {
    int family = 0;
    const void *raw = raw_address(info, &family);
    if (!raw) return 0;
    const unsigned reach = reach_cost(raw, family);
    if (!options.one_machine) return reach;
    return reach >= loopback_cost ? reach - loopback_cost : not_loopback_cost + reach;
}

unsigned provider_cost(const fi_info *info) {
    unsigned cost = ofi_is_hardware(info) ? 0 : software_cost;
    // A layer above a connected or datagram provider costs a copy and a protocol.
    if (std::strchr(info->fabric_attr->prov_name, ';')) cost += layer_cost;
    // These two are there for development: no throughput (reliability in software), or a thread for
    // each endpoint.
    const bool for_development =
        info->ep_attr->protocol == FI_PROTO_RXD || info->ep_attr->protocol == FI_PROTO_SOCK_TCP;
    if (for_development) cost += development_cost;
    return cost;
}

// Providers over TCP copy what the kernel's buffer has no room for to a buffer of their own, and
// call it complete. Then an end with nothing under way would need polls. Without their own buffer a
// message is complete once the kernel has it. The size of the buffer is read with libfabric's first
// call in a process. What the user has set stays.
class Unstaged {
public:
    Unstaged() {
        for (unsigned i = 0; i < std::size(names); ++i)
            set_[i] = !std::getenv(names[i]) && !setenv(names[i], "0", 0);
    }
    ~Unstaged() {
        for (unsigned i = 0; i < std::size(names); ++i)
            if (set_[i]) unsetenv(names[i]);
    }
    Unstaged(const Unstaged &) = delete;
    Unstaged &operator=(const Unstaged &) = delete;

private:
    static constexpr const char *names[] = {"FI_TCP_STAGING_SBUF_SIZE", "FI_NET_STAGING_SBUF_SIZE"};
    bool set_[std::size(names)];
};

// Null: there are none.
fi_info *all_of(const ConduitOptions &options, const Wanted &wanted) {
    fi_info *hints = make_hints(options, wanted);
    fi_info *list = nullptr;
    if (!hints) return nullptr;
    const Unstaged unstaged;
    const int code = fi_getinfo(api_version, nullptr, nullptr, 0, hints, &list);
    fi_freeinfo(hints);
    return code ? nullptr : list;
}

// Shared memory is for the simulated nodes of one machine, and only if the user names it.
bool reaches_all(const ConduitOptions &options, const fi_info *info) {
    return !stays_on_machine(info) || (options.one_machine && options.provider && *options.provider);
}

unsigned cost_of(const ConduitOptions &options, const fi_info *info) {
    if (!reaches_all(options, info) || !chosen_by_user(options, info)) return out_of_question;
    return address_cost(options, info) + provider_cost(info);
}

fi_info *best_of(const ConduitOptions &options, fi_info *list) {
    fi_info *best = nullptr;
    unsigned best_cost = out_of_question;
    for (fi_info *info = list; info; info = info->next)
        if (const unsigned cost = cost_of(options, info); cost < best_cost) {
            best = info;
            best_cost = cost;
        }
    return best;
}

// Providers by their least cost, the cheapest first. The dearest are left out where there is no
// room.
struct Candidates {
    static constexpr unsigned room = 64;
    ConduitCandidate *list;
    unsigned most;
    unsigned count = 0;
    unsigned costs[room] = {};

    // Where the name stands; count: nowhere.
    unsigned place_of(const char *name) const {
        unsigned at = 0;
        while (at < count && std::strcmp(list[at].name, name))
            ++at;
        return at;
    }
    void add(const char *name, unsigned cost) {
        unsigned at = place_of(name);
        if (at < count ? costs[at] <= cost : count == most && (!most || costs[most - 1] <= cost)) return;
        if (at == most)
            --at; // the dearest goes
        else if (at == count)
            ++count;
        for (; at && costs[at - 1] > cost; --at) {
            list[at] = list[at - 1];
            costs[at] = costs[at - 1];
        }
        std::snprintf(list[at].name, sizeof list[at].name, "%s", name);
        costs[at] = cost;
    }
};

bool same(const fi_info *a, const fi_info *b) {
    return !std::strcmp(a->fabric_attr->prov_name, b->fabric_attr->prov_name) &&
           !std::strcmp(a->domain_attr->name, b->domain_attr->name) && a->ep_attr->protocol == b->ep_attr->protocol &&
           a->addr_format == b->addr_format && a->src_addrlen == b->src_addrlen &&
           !std::memcmp(a->src_addr, b->src_addr, a->src_addrlen);
}

// The same provider and interface, asked for more; null if it does not offer that.
fi_info *ask_for_more(const ConduitOptions &options, const Wanted &wanted, const fi_info *chosen, std::uint64_t order,
                      std::uint64_t op_flags) {
    fi_info *hints = make_hints(options, wanted);
    fi_info *list = nullptr;
    fi_info *found = nullptr;
    if (!hints) return nullptr;
    hints->tx_attr->msg_order = hints->rx_attr->msg_order = order;
    hints->tx_attr->op_flags = op_flags;
    const int code = fi_getinfo(api_version, nullptr, nullptr, 0, hints, &list);
    fi_freeinfo(hints);
    for (const fi_info *info = code ? nullptr : list; info && !found; info = info->next)
        if (same(info, chosen)) found = fi_dupinfo(info);
    if (!code) fi_freeinfo(list);
    return found;
}

Status nothing(const ConduitOptions &options, const char *why, char *error, std::size_t size) {
    std::snprintf(error, size, "libfabric offers no provider%s%s%s%s%s%s (`fi_info -t FI_EP_RDM` lists what there is)",
                  options.provider && *options.provider ? " named " : "", options.provider ? options.provider : "",
                  options.interface && *options.interface ? " on interface " : "",
                  options.interface ? options.interface : "", why ? ": " : " that can be used between nodes",
                  why ? why : "");
    return Status::no_support;
}

} // namespace

// It wants memory registered, or its addresses are not those of the internet. Shared memory is
// copied by memcpy.
bool ofi_is_hardware(const fi_info *info) {
    int family = 0;
    if (stays_on_machine(info)) return false;
    const bool registers =
        info->domain_attr->mr_mode & (FI_MR_LOCAL | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT);
    return registers || !raw_address(info, &family);
}

std::uint32_t ofi_protocol(const fi_info *info) {
    constexpr std::uint32_t fnv_basis = 2166136261u; // the hash FNV-1a
    constexpr std::uint32_t fnv_prime = 16777619u;
    std::uint32_t hash = fnv_basis ^ info->ep_attr->protocol;
    for (const char *c = info->fabric_attr->prov_name; *c; ++c)
        hash = (hash ^ static_cast<unsigned char>(*c)) * fnv_prime;
    return hash;
}

unsigned ofi_candidates(const ConduitOptions &options, ConduitCandidate *list, unsigned most) {
    fi_info *infos = all_of(options, {});
    if (!infos) return 0;
    Candidates found{list, most < Candidates::room ? most : Candidates::room};
    for (const fi_info *info = infos; info; info = info->next)
        if (const unsigned cost = cost_of(options, info); cost != out_of_question)
            found.add(info->fabric_attr->prov_name, cost);
    fi_freeinfo(infos);
    return found.count;
}

Status ofi_choose(const ConduitOptions &options, const OfiModes &modes, fi_info **info, char *error,
                  std::size_t error_size) {
    Wanted wanted{modes, !modes.no_rma};
    fi_info *list = all_of(options, wanted);
    fi_info *best = list ? best_of(options, list) : nullptr;
    if (!best && wanted.rma) { // one that has messages will do
        fi_freeinfo(list);
        wanted.rma = false;
        list = all_of(options, wanted);
        best = list ? best_of(options, list) : nullptr;
    }
    if (!best) {
        fi_freeinfo(list);
        return nothing(options, nullptr, error, error_size);
    }
    // In order, gets from shared memory need the target's processor; else the kernel copies.
    if (!stays_on_machine(best)) *info = ask_for_more(options, wanted, best, full_order, FI_DELIVERY_COMPLETE);
    if (!*info) *info = ask_for_more(options, wanted, best, FI_ORDER_SAS, FI_DELIVERY_COMPLETE);
    if (!*info) *info = fi_dupinfo(best);
    fi_freeinfo(list);
    return *info ? Status::ok : Status::no_memory;
}

} // namespace polder
