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
    int code = fi_cq_open(end.domain, &attr, &end.completions, nullptr);
    if (!code && !fi_control(&end.completions->fid, FI_GETWAIT, &end.wait_fd)) return 0;
    if (!code) fi_close(&end.completions->fid);
    end.wait_fd = -1;
    end.completions = nullptr;
    attr.wait_obj = FI_WAIT_NONE;
    return fi_cq_open(end.domain, &attr, &end.completions, nullptr);
}

int open_addresses(OfiEnd &end) {
    fi_av_attr attr{};
    attr.type = end.info->domain_attr->av_type;
    return fi_av_open(end.domain, &attr, &end.av, nullptr);
}

bool open_fabric(OfiEnd &end, const Failure &failed) {
    if (failed("fi_fabric", fi_fabric(end.info->fabric_attr, &end.fabric, nullptr))) return false;
    if (failed("fi_domain", fi_domain(end.fabric, end.info, &end.domain, nullptr))) return false;
    if (failed("fi_cq_open", open_queue(end)) || failed("fi_av_open", open_addresses(end))) return false;
    if (failed("fi_endpoint", fi_endpoint(end.domain, end.info, &end.endpoint, nullptr))) return false;
    if (failed("fi_ep_bind", fi_ep_bind(end.endpoint, &end.av->fid, 0))) return false;
    if (failed("fi_ep_bind", fi_ep_bind(end.endpoint, &end.completions->fid, FI_TRANSMIT | FI_RECV))) return false;
    return !failed("fi_enable", fi_enable(end.endpoint));
}

bool learn_address(OfiEnd &end, const Failure &failed) {
    const std::uint32_t protocol = ofi_protocol(end.info);
    std::size_t length = sizeof end.address.bytes - sizeof protocol;
    std::memcpy(end.address.bytes, &protocol, sizeof protocol);
    if (failed("fi_getname", fi_getname(&end.endpoint->fid, end.address.bytes + sizeof protocol, &length)))
        return false;
    end.address.length = static_cast<std::uint16_t>(length + sizeof protocol);
    return true;
}

void describe(OfiEnd &end) {
    char address[INET6_ADDRSTRLEN] = "";
    const auto *in = static_cast<const sockaddr_in *>(end.info->src_addr);
    if (in && in->sin_family == AF_INET)
        inet_ntop(AF_INET, &in->sin_addr, address, sizeof address);
    else if (in && in->sin_family == AF_INET6)
        inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6 *>(in)->sin6_addr, address, sizeof address);
    std::snprintf(end.provider_text, sizeof end.provider_text, *address ? "%s over %s (%s)" : "%s over %s",
                  end.info->fabric_attr->prov_name, end.info->domain_attr->name, address);
}

bool has_order(const fi_info *info, std::uint64_t order) {
    return (info->tx_attr->msg_order & order) == order;
}

void set_caps(OfiEnd &end) {
    const fi_info *info = end.info;
    const int mode = info->domain_attr->mr_mode;
    const bool basic = mode & ofi_mr_basic;
    const OfiModes &wanted = end.modes;
    end.local_registration = (mode & FI_MR_LOCAL) || wanted.local;
    end.virtual_addresses = basic || (mode & FI_MR_VIRT_ADDR);
    end.provider_keys = basic || (mode & FI_MR_PROV_KEY);
    end.inject = wanted.no_inject ? 0 : info->tx_attr->inject_size;
    end.max_transfer =
        info->ep_attr->max_msg_size < (std::size_t{1} << 30) ? info->ep_attr->max_msg_size : std::size_t{1} << 30;
    if (wanted.most && wanted.most < end.max_transfer) end.max_transfer = wanted.most;
    end.put_flags = (info->tx_attr->op_flags & FI_DELIVERY_COMPLETE) && !wanted.no_delivery ? FI_DELIVERY_COMPLETE : 0;
    info->tx_attr->op_flags = info->rx_attr->op_flags = 0; // said with each operation
    // In parts, as their memory is reached, or all at once: but not where puts are messages anyway.
    const bool allocated = mode & (FI_MR_ALLOCATED | ofi_mr_basic) || wanted.allocated; // it pins pages
    end.remote_registration = (info->caps & FI_RMA) && !wanted.no_rma && (end.put_flags || !allocated);
    describe(end);
    ConduitCaps &caps = end.caps;
    caps.name = "ofi";
    caps.provider = end.provider_text;
    caps.choice = end.options.choice ? end.options.choice : "judged by what it can do; polder tune --network measures";
    caps.thread_safe = end.options.thread_safe;
    caps.ordered = has_order(info, FI_ORDER_SAS | FI_ORDER_SAW | FI_ORDER_RAW | FI_ORDER_WAW) &&
                   info->ep_attr->max_order_raw_size >= end.max_transfer &&
                   info->ep_attr->max_order_waw_size >= end.max_transfer && !wanted.no_order;
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
    end.pages =
        static_cast<OfiRoute **>(std::calloc((end.options.nodes + ofi_page - 1) / ofi_page, sizeof(OfiRoute *)));
    end.wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (!end.pages || end.wake_fd < 0) return !failed("eventfd", FI_ENOMEM);
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
    end->wait_fd = end->wake_fd = -1;
    std::memcpy(end->key, options.key, sizeof end->key);
    if (end->options.timeout_ns <= 0) end->options.timeout_ns = default_timeout_ns;
    if (!ofi_modes(options.modes, &end->modes)) {
        std::snprintf(error, error_size, "POLDER_OFI_MODES: '%s' names a mode there is not", options.modes);
        std::free(end);
        return Status::bad_argument;
    }
    const Status status = ofi_choose(options, end->modes, &end->info, error, error_size);
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
    end->caps.wait = end->wait_fd >= 0;
    end->polled = clock_ns();
    end->tick_at = end->polled + ofi_interval(*end);
    end->table = !end->remote_registration ? &ofi_table_only_messages
                 : end->put_flags          ? &ofi_table
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
    for (std::uint32_t i = 0; i < end.senders.room; ++i)
        if (!end.senders.at[i].leader) std::free(end.senders.at[i].back);
    std::free(end.senders.at);
    while (OfiEarly *early = end.early) {
        end.early = early->next;
        std::free(early);
    }
    for (NodeNumber page = 0; end.pages && page < (end.options.nodes + ofi_page - 1) / ofi_page; ++page)
        std::free(end.pages[page]);
    std::free(end.pages);
}

void destroy(OfiEnd &end) {
    ofi_line_close(end.own_line);
    ofi_each_route(end, [](OfiRoute &route) { ofi_line_close(route.line); });
    close_fid(end.endpoint);
    while (end.regions)
        ofi_unregister(end, static_cast<ConduitRegion *>(end.regions));
    close_fid(end.arena_registration);
    close_fid(end.receive_registration);
    close_fid(end.av);
    close_fid(end.completions);
    close_fid(end.domain);
    close_fid(end.fabric);
    fi_freeinfo(end.info);
    if (end.wake_fd >= 0) ::close(end.wake_fd);
    if (end.arena) munmap(end.arena, end.arena_bytes);
    if (end.receive_memory) munmap(end.receive_memory, end.receive_bytes * end.receive_count);
    std::free(end.receives);
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
