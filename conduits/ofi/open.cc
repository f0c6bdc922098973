// Opening and closing an end, its table, and what the plugin exports.
#include "conduits/ofi/ofi.h"

#include "base/clock.h"

#include <arpa/inet.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <netinet/in.h>
#include <new>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

namespace polder {

namespace {

constexpr std::int64_t default_timeout_ns = 10'000'000'000;

struct Failure {
    char *text;
    std::size_t size;
    bool operator()(const char *what, int code) const {
        if (code) std::snprintf(text, size, "libfabric: %s failed: %s", what, fi_strerror(code < 0 ? -code : code));
        return code != 0;
    }
};

int open_queue(OfiEnd &end) {
    fi_cq_attr attr{};
    attr.format = FI_CQ_FORMAT_DATA;
    attr.size = 2048;
    attr.wait_obj = FI_WAIT_FD;
    int code = fi_cq_open(end.provider.domain, &attr, &end.provider.completions, nullptr);
    if (!code && !fi_control(&end.provider.completions->fid, FI_GETWAIT, &end.sleep.wait_fd)) return 0;
    if (!code) fi_close(&end.provider.completions->fid);
    end.sleep.wait_fd = -1;
    end.provider.completions = nullptr;
    attr.wait_obj = FI_WAIT_NONE;
    return fi_cq_open(end.provider.domain, &attr, &end.provider.completions, nullptr);
}

int open_addresses(OfiProvider &provider) {
    fi_av_attr attr{};
    attr.type = provider.info->domain_attr->av_type;
    return fi_av_open(provider.domain, &attr, &provider.av, nullptr);
}

bool open_fabric(OfiEnd &end, const Failure &failed) {
    OfiProvider &p = end.provider;
    if (failed("fi_fabric", fi_fabric(p.info->fabric_attr, &p.fabric, nullptr))) return false;
    if (failed("fi_domain", fi_domain(p.fabric, p.info, &p.domain, nullptr))) return false;
    if (failed("fi_cq_open", open_queue(end)) || failed("fi_av_open", open_addresses(p))) return false;
    if (failed("fi_endpoint", fi_endpoint(p.domain, p.info, &p.endpoint, nullptr))) return false;
    if (failed("fi_ep_bind", fi_ep_bind(p.endpoint, &p.av->fid, 0))) return false;
    if (failed("fi_ep_bind", fi_ep_bind(p.endpoint, &p.completions->fid, FI_TRANSMIT | FI_RECV))) return false;
    return !failed("fi_enable", fi_enable(p.endpoint));
}

bool learn_address(OfiEnd &end, const Failure &failed) {
    const std::uint32_t protocol = ofi_protocol(end.provider.info);
    std::size_t length = sizeof end.address.bytes - sizeof protocol;
    std::memcpy(end.address.bytes, &protocol, sizeof protocol);
    if (failed("fi_getname", fi_getname(&end.provider.endpoint->fid, end.address.bytes + sizeof protocol, &length)))
        return false;
    end.address.length = static_cast<std::uint16_t>(length + sizeof protocol);
    return true;
}

void describe(OfiEnd &end) {
    char address[INET6_ADDRSTRLEN] = "";
    const auto *in = static_cast<const sockaddr_in *>(end.provider.info->src_addr);
    if (in && in->sin_family == AF_INET)
        inet_ntop(AF_INET, &in->sin_addr, address, sizeof address);
    else if (in && in->sin_family == AF_INET6)
        inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6 *>(in)->sin6_addr, address, sizeof address);
    std::snprintf(end.provider.text, sizeof end.provider.text, *address ? "%s over %s (%s)" : "%s over %s",
                  end.provider.info->fabric_attr->prov_name, end.provider.info->domain_attr->name, address);
}

bool has_order(const fi_info *info, std::uint64_t order) {
    return (info->tx_attr->msg_order & order) == order;
}

void set_caps(OfiEnd &end) {
    const fi_info *info = end.provider.info;
    const int mode = info->domain_attr->mr_mode;
    const bool basic = mode & ofi_mr_basic;
    const OfiModes &wanted = end.modes;
    end.traits.local_registration = (mode & FI_MR_LOCAL) || wanted.local;
    end.traits.virtual_addresses = basic || (mode & FI_MR_VIRT_ADDR);
    end.traits.provider_keys = basic || (mode & FI_MR_PROV_KEY);
    end.traits.inject = wanted.no_inject ? 0 : info->tx_attr->inject_size;
    end.traits.max_transfer =
        info->ep_attr->max_msg_size < (std::size_t{1} << 30) ? info->ep_attr->max_msg_size : std::size_t{1} << 30;
    if (wanted.most && wanted.most < end.traits.max_transfer) end.traits.max_transfer = wanted.most;
    end.traits.put_flags =
        (info->tx_attr->op_flags & FI_DELIVERY_COMPLETE) && !wanted.no_delivery ? FI_DELIVERY_COMPLETE : 0;
    info->tx_attr->op_flags = info->rx_attr->op_flags = 0; // said with each operation
    // In parts, as their memory is reached, or all at once: but not where puts are messages anyway.
    const bool allocated = mode & (FI_MR_ALLOCATED | ofi_mr_basic) || wanted.allocated; // it pins pages
    end.traits.remote_registration = (info->caps & FI_RMA) && !wanted.no_rma && (end.traits.put_flags || !allocated);
    describe(end);
    ConduitCaps &caps = end.caps;
    caps.name = "ofi";
    caps.provider = end.provider.text;
    caps.choice = end.options.choice ? end.options.choice : "judged by what it can do; polder tune --network measures";
    caps.thread_safe = end.options.thread_safe;
    caps.ordered = has_order(info, FI_ORDER_SAS | FI_ORDER_SAW | FI_ORDER_RAW | FI_ORDER_WAW) &&
                   info->ep_attr->max_order_raw_size >= end.traits.max_transfer &&
                   info->ep_attr->max_order_waw_size >= end.traits.max_transfer && !wanted.no_order;
    caps.coherent_atomics = false;
    // Providers in software copy from their buffers with memcpy, which stores bytes twice, and in
    // parts as they come in.
    caps.stores_once = ofi_is_hardware(info) || wanted.hardware;
    caps.max_header = ofi_max_header;
    caps.max_payload = ofi_max_payload;
    caps.inline_put = 1024;
    caps.key_bytes = sizeof(OfiTarget);
    caps.allocated = allocated;
    caps.any_memory = !allocated;
    caps.peer_bytes = 1; // a bit of the page table
    caps.connected_peer_bytes = sizeof(OfiRoute) * 2 + sizeof(OfiSender) * 4;
}

bool prepare(OfiEnd &end, const Failure &failed) {
    if (getrandom(&end.end, sizeof end.end, 0) != sizeof end.end) return !failed("getrandom", FI_EOTHER);
    end.end |= 1;
    end.peers.pages =
        static_cast<OfiRoute **>(std::calloc((end.options.nodes + ofi_page - 1) / ofi_page, sizeof(OfiRoute *)));
    end.sleep.wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (!end.peers.pages || end.sleep.wake_fd < 0) return !failed("eventfd", FI_ENOMEM);
    if (!is_ok(ofi_contexts_make(end)) || !is_ok(ofi_receives_make(end)))
        return !failed("preparing buffers", FI_ENOMEM);
    return true;
}

void destroy(OfiEnd &end);

Status open(const ConduitOptions &options, Conduit **conduit, ConduitAddress *address, char *error,
            std::size_t error_size) {
    auto *end = static_cast<OfiEnd *>(std::calloc(1, sizeof(OfiEnd)));
    if (!end) return Status::no_memory;
    new (end) OfiEnd{};
    end->options = options;
    end->sleep.wait_fd = end->sleep.wake_fd = -1;
    std::memcpy(end->key, options.key, sizeof end->key);
    if (end->options.timeout_ns <= 0) end->options.timeout_ns = default_timeout_ns;
    if (!ofi_modes(options.modes, &end->modes)) {
        std::snprintf(error, error_size, "POLDER_OFI_MODES: '%s' names a mode there is not", options.modes);
        std::free(end);
        return Status::bad_argument;
    }
    const Status status = ofi_choose(options, end->modes, &end->provider.info, error, error_size);
    if (!is_ok(status)) {
        std::free(end);
        return status;
    }
    set_caps(*end);
    const Failure failed{error, error_size};
    if (!open_fabric(*end, failed) || !prepare(*end, failed) || !learn_address(*end, failed)) {
        destroy(*end);
        return Status::system_error;
    }
    end->caps.wait = end->sleep.wait_fd >= 0;
    end->watch.polled = clock_ns();
    end->watch.tick_at = end->watch.polled + ofi_interval(*end);
    end->table = !end->traits.remote_registration ? &ofi_table_only_messages
                 : end->traits.put_flags          ? &ofi_table
                                                  : &ofi_table_messages;
    ofi_post_receives(*end);
    *conduit = end;
    if (address) *address = end->address;
    return Status::ok;
}

Status start(Conduit &conduit, const ConduitAddress *addresses) {
    ofi(conduit).addresses = addresses;
    return Status::ok;
}

void close_fid(void *object) {
    if (object) fi_close(static_cast<fid *>(object));
}

void free_routes(OfiEnd &end) {
    for (std::uint32_t i = 0; i < end.peers.senders.room; ++i)
        if (!end.peers.senders.at[i].leader) std::free(end.peers.senders.at[i].back);
    std::free(end.peers.senders.at);
    while (OfiEarly *early = end.peers.early) {
        end.peers.early = early->next;
        std::free(early);
    }
    for (NodeNumber page = 0; end.peers.pages && page < (end.options.nodes + ofi_page - 1) / ofi_page; ++page)
        std::free(end.peers.pages[page]);
    std::free(end.peers.pages);
}

void destroy(OfiEnd &end) {
    ofi_line_close(end.watch.own_line);
    ofi_each_route(end, [](OfiRoute &route) { ofi_line_close(route.line); });
    close_fid(end.provider.endpoint);
    while (end.regions)
        ofi_unregister(end, static_cast<ConduitRegion *>(end.regions));
    close_fid(end.contexts.arena_registration);
    close_fid(end.receives.registration);
    close_fid(end.provider.av);
    close_fid(end.provider.completions);
    close_fid(end.provider.domain);
    close_fid(end.provider.fabric);
    fi_freeinfo(end.provider.info);
    if (end.sleep.wake_fd >= 0) ::close(end.sleep.wake_fd);
    if (end.contexts.arena) munmap(end.contexts.arena, end.contexts.arena_bytes);
    if (end.receives.memory) munmap(end.receives.memory, end.receives.bytes * end.receives.count);
    std::free(end.receives.contexts);
    free_routes(end);
    std::free(&end);
}

void close(Conduit &conduit) {
    destroy(ofi(conduit));
}

const ConduitCaps &caps(const Conduit &conduit) {
    return static_cast<const OfiEnd &>(conduit).caps;
}

ConduitCounts counts(Conduit &conduit) {
    return ofi(conduit).counts.now();
}

} // namespace

constexpr ConduitTable ofi_table = {
    .open = open,
    .start = start,
    .close = close,
    .caps = caps,
    .register_memory = ofi_register,
    .unregister_memory = ofi_unregister,
    .put = ofi_put,
    .get = ofi_get,
    .put_inline = ofi_put_inline,
    .put_signal = nullptr,
    .atomic = nullptr,
    .send = ofi_send,
    .send_back = ofi_send_back,
    .flushed = ofi_flushed,
    .all_flushed = ofi_all_flushed,
    .poll = ofi_poll,
    .wait = ofi_wait,
    .wake = ofi_wake,
    .counts = counts,
    .candidates = ofi_candidates,
};

// For providers that do not say when a put has arrived: all but gets go by messages.
constexpr ConduitTable ofi_table_messages = [] {
    ConduitTable table = ofi_table;
    table.put = nullptr;
    table.put_inline = nullptr;
    return table;
}();

// Reference versions do it all.
constexpr ConduitTable ofi_table_only_messages = [] {
    ConduitTable table = ofi_table_messages;
    table.get = nullptr;
    return table;
}();

} // namespace polder

extern "C" __attribute__((visibility("default"))) const polder::ConduitTable *polder_conduit(unsigned version) {
    return version == polder::conduit_version ? &polder::ofi_table : nullptr;
}
