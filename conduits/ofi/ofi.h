// ofi: the conduit over libfabric. One reliable-datagram endpoint a process; its peers are the
// endpoints of the leaders.
//
// Vocabulary.
//   route     what we keep about a destination: its address in the provider's table, what is under
//             way, whether it is alive. Made with the first use of the destination, so a peer that
//             is never reached costs a bit of a page table
//   context   what the provider gives back with a completion. Messages and puts by value have bytes
//             of their own behind it (a slot); others belong to an operation of the caller. The
//             provider keeps contexts, never operations, so an operation to a lost peer can end
//             while the provider still holds what it was
//   sender    an end that has shown to hold the key of the job (conduits/authentication_tag.h).
//             What others send is dropped
//   tick      a fifth of a timeout. At each, leaders ask peers that have been silent (ping), and
//             count how often in vain
//   line      a connection to the port of a peer that seems to be gone, held to see whether it is:
//             lines.cc
//
// Wire. Each message: OfiWire, header, payload, each from a multiple of 8. An end greets before its
// first message to another (kind hello), with its proof and its address. All other messages carry
// the same proof and a count. So a message that a broken connection swallowed is noticed with the
// next one, a ping at the latest.
//
// Locks, which do not exist without options.thread_safe.
//   lock     around all calls of the provider and all state here
//   polling  held by the one thread that takes completions. deliver, done and lost run in it
//            without `lock`, so they may start operations. Only that thread adds senders (under
//            lock), so it finds them without
#pragma once

#include "base/futex.h"
#include "conduits/conduit.h"
#include "conduits/counters.h"

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>

namespace polder {

inline constexpr std::size_t ofi_max_header = 512;
inline constexpr std::size_t ofi_max_payload = 64 << 10;
inline constexpr unsigned ofi_classes = 4; // of contexts, by the bytes behind them; the first have none
inline constexpr unsigned ofi_batch = 16;  // completions taken at once
inline constexpr unsigned ofi_page = 64;   // routes to peers are made so many at a time
inline constexpr unsigned ofi_ticks = 4;   // so many without a sign of life, and one more, are a timeout

enum class OfiKind : std::uint8_t { hello = 1, message, internal, ping, pong };

struct OfiWire {
    std::uint64_t proof;
    std::uint64_t end;
    std::uint32_t node;
    std::uint32_t sequence;
    std::uint16_t header_bytes;
    std::uint8_t kind;
    std::uint8_t leader;
    std::uint32_t payload_bytes;
};
static_assert(sizeof(OfiWire) == 32);
inline constexpr std::size_t ofi_max_wire = sizeof(OfiWire) + ofi_max_header + ofi_max_payload;

struct OfiRoute {
    fi_addr_t address;
    const char *why; // lost, not yet reported
    NodeNumber node;
    std::uint32_t sequence; // of the next message
    std::uint32_t puts;     // under way
    std::uint32_t others;   // messages and gets under way
    bool reached;
    bool greeted;
    bool lost;
    bool leader;              // others do not answer pings; their leader does
    bool heard;               // since the last tick
    bool ping_due;            // could not be sent
    bool pong_due;            // could not be sent
    bool silent;              // has not answered for as long as a timeout lasts
    bool line_holds;          // the peer's kernel has taken the line
    bool told;                // the silence has been reported
    std::uint8_t refused;     // something, by the provider, since the last tick (ofi_in_tick), look (ofi_in_look)
    std::uint8_t taken;       // as `refused`
    std::uint8_t asks;        // pings without an answer
    std::uint8_t refusals;    // ticks in a row in which there were refusals and nothing was taken
    std::uint8_t closed;      // lines that were refused, in a row
    std::uint16_t unfinished; // long transfers of which a part has not been started
    std::uint16_t suspect;    // looks since it refused and took nothing: lines.cc
    std::uint16_t unanswered; // looks since the machine of the peer has said anything to a line
    int line;                 // descriptor, and 1; 0: none
};
inline constexpr std::uint8_t ofi_in_tick = 1;
inline constexpr std::uint8_t ofi_in_look = 2;
inline constexpr std::uint8_t ofi_in_both = 3;
static_assert(sizeof(OfiRoute) <= 64); // the budget of a connected peer is in caps

enum class OfiUse : std::uint8_t { free, send, put, get, value_put, receive };

struct OfiTarget { // what a key says
    std::uint64_t key;
    std::uint64_t base;
};

struct OfiContext {
    fi_context2 provider;
    OfiContext *next; // free, or with an operation
    OfiContext *previous;
    OfiContext *next_off;        // see put_off
    ConduitOperation *operation; // null: nobody waits for it (any more)
    OfiRoute *route;
    fid_mr *registration; // of the caller's memory, where the provider wants one for each transfer
    unsigned char *bytes;
    // Of a long transfer: what has not been started.
    std::size_t rest;
    unsigned char *local;
    std::uint64_t remote;
    OfiTarget key;
    OfiUse use;
    std::uint8_t size_class;
};

struct OfiSender {
    std::uint64_t end; // 0: free
    std::uint64_t proof;
    OfiRoute *back; // for send_back; null until then. Leaders: that of the peer
    fi_addr_t address;
    NodeNumber node;
    std::uint32_t sequence;
    bool leader;
};

struct OfiSenders { // open addressing, a power of two, at most half full
    OfiSender *at;
    std::uint32_t room;
    std::uint32_t count;
};

struct OfiEarly { // a message before its turn; its bytes follow
    OfiEarly *next;
    std::uint64_t end;
    std::int64_t since;
    std::size_t length;
    std::uint32_t sequence;
};

struct OfiRegion {
    fid_mr *registration;
    unsigned char *begin;
    std::size_t bytes;
    OfiRegion *next;
};

struct ConduitRegion : OfiRegion {};

enum class OfiListens : std::uint8_t { unasked, yes, no }; // by TCP, at the address it has

// What tests want a provider to demand, or to lack: modes.cc.
struct OfiModes {
    bool basic;       // virtual addresses and keys of the provider, which some of TCP can be asked for
    bool local;       // local memory registered
    bool allocated;   // only memory that is there can be registered
    bool no_rma;      // messages only
    bool no_delivery; // does not say when a put has arrived
    bool no_inject;
    bool no_order;
    bool hardware;    // short puts are the provider's own, too
    bool table;       // addresses are numbers
    std::size_t most; // bytes of a transfer; 0: as the provider says
};
inline constexpr int ofi_mr_basic = 1; // FI_MR_BASIC, which later versions do not name any more

struct OfiEnd : Conduit {
    ConduitOptions options;
    OfiModes modes;
    ConduitCaps caps;
    ConduitCounters counts;
    unsigned char key[16];
    std::uint64_t end; // number of this end, random
    const ConduitAddress *addresses;
    ConduitAddress address;

    fi_info *info;
    fid_fabric *fabric;
    fid_domain *domain;
    fid_ep *endpoint;
    fid_cq *completions;
    fid_av *av;
    bool local_registration;
    bool virtual_addresses;
    bool provider_keys;
    bool remote_registration; // else others reach this end's memory by messages only
    std::size_t inject;
    std::size_t max_transfer;
    std::uint64_t put_flags;

    OfiRoute **pages;
    OfiSenders senders;
    OfiEarly *early;
    std::size_t early_bytes;
    OfiContext *free[ofi_classes];
    unsigned char *arena; // of the contexts
    std::size_t arena_bytes;
    fid_mr *arena_registration;
    OfiContext *with_operation;   // list
    OfiContext *put_off;          // long transfers whose next part is to be started, by next_off
    ConduitOperation *ended_list; // ended, but not yet told: taken by poll. Linked by provider[0]
    std::uint32_t started;        // and not over, of routes that are not lost
    OfiRegion *regions;

    // A buffer of its own for each message. A buffer that the provider shares out among messages
    // (FI_MULTI_RECV) does not do: it comes back when its room is used up. A message of a sender
    // who has come to a halt in the middle may still be being written to it then.
    unsigned receive_count;
    OfiContext *receives;
    unsigned char *receive_memory;
    std::size_t receive_bytes; // of each
    fid_mr *receive_registration;
    std::uint64_t receives_due; // to be posted, a bit each

    FutexLock lock;
    std::atomic<bool> polling;
    std::atomic<bool> losses;         // some route has a `why`
    std::atomic<bool> has_ended;      // ended_list
    std::atomic<std::uint32_t> polls; // since the last look at the clock
    std::int64_t tick_at;             // next tick
    std::int64_t polled;              // the last look at the clock
    bool gaps;                        // some time since the last tick nobody polled
    bool suspicious;                  // some route refused something lately
    OfiListens listens;               // this end
    std::int64_t look_at;
    int own_line; // as a route's: to this end's own port
    int wait_fd;
    int wake_fd;
    std::atomic<bool> fruitless; // the last poll found nothing
    std::atomic<bool> settling;  // see settle
    fi_cq_data_entry kept;       // taken while falling asleep
    std::atomic<bool> has_kept;
    char provider_text[160];
};

inline OfiEnd &ofi(Conduit &conduit) {
    return static_cast<OfiEnd &>(conduit);
}

class OfiGuard {
public:
    explicit OfiGuard(OfiEnd &end) : end_(end) {
        if (end.options.thread_safe) {
            end.lock.lock();
            ++end.counts.locks;
        }
    }
    ~OfiGuard() {
        if (end_.options.thread_safe) end_.lock.unlock();
    }
    OfiGuard(const OfiGuard &) = delete;
    OfiGuard &operator=(const OfiGuard &) = delete;

private:
    OfiEnd &end_;
};

// open.cc. The second is for providers that do not say when a put has arrived. The third is for
// those that have no transfers, or none to memory that may not be there yet.
extern const ConduitTable ofi_table;
extern const ConduitTable ofi_table_messages;
extern const ConduitTable ofi_table_only_messages;

// modes.cc: words of options.modes, separated by commas; false: there is no such.
bool ofi_modes(const char *text, OfiModes *modes);

// provider.cc: which provider and interface. Text in `error` if there is none.
bool ofi_is_hardware(const fi_info *info);
Status ofi_choose(const ConduitOptions &options, const OfiModes &modes, fi_info **info, char *error,
                  std::size_t error_size);
unsigned ofi_candidates(const ConduitOptions &options, ConduitCandidate *list, unsigned most);
std::uint32_t ofi_protocol(const fi_info *info); // what two ends must agree in

// contexts.cc
Status ofi_contexts_make(OfiEnd &end);
OfiContext *ofi_context_take(OfiEnd &end, std::size_t bytes); // null: none is free
void ofi_context_give(OfiEnd &end, OfiContext *context);
void ofi_attach(OfiEnd &end, OfiContext *context, ConduitOperation &operation);
void ofi_count_start(OfiEnd &end, OfiRoute &route, OfiUse use);
void ofi_count_end(OfiEnd &end, OfiRoute &route, OfiUse use);
void ofi_end_later(OfiEnd &end, ConduitOperation &operation, Status status); // told in the next poll
void ofi_operation_begin(ConduitOperation &operation);

// routes.cc. Under the lock.
OfiRoute *ofi_route(OfiEnd &end, NodeNumber peer); // null: no memory
OfiRoute *ofi_route_if_made(OfiEnd &end, NodeNumber peer);
Status ofi_refused(OfiEnd &end, OfiRoute &route, ssize_t code); // what a call of the provider that was not taken means
void ofi_lose(OfiEnd &end, OfiRoute &route, const char *why);
void ofi_tick(OfiEnd &end); // under the lock
void ofi_send_due(OfiEnd &end, OfiRoute &route, bool counts);
void ofi_report_losses(OfiEnd &end); // not under the lock
template <class Each> void ofi_each_route(OfiEnd &end, Each each) {
    if (!end.pages) return;
    for (NodeNumber page = 0; page <= (end.options.nodes - 1) / ofi_page; ++page)
        for (unsigned i = 0; end.pages[page] && i < ofi_page; ++i)
            if (end.pages[page][i].reached) each(end.pages[page][i]);
    for (std::uint32_t i = 0; i < end.senders.room; ++i)
        if (OfiRoute *back = end.senders.at[i].back; back && !end.senders.at[i].leader) each(*back);
}
// An address of ours is that of the provider behind its protocol.
inline const unsigned char *ofi_provider_part(const ConduitAddress &address) {
    return address.bytes + sizeof(std::uint32_t);
}
OfiSender *ofi_sender(OfiEnd &end, std::uint64_t number); // null: unknown
OfiSender *ofi_sender_add(OfiEnd &end, const OfiWire &wire, const unsigned char *address, std::size_t length);

// lines.cc. Under the lock
void ofi_look(OfiEnd &end, std::int64_t now);
void ofi_line_close(int &line);

// messages.cc
Status ofi_send_on(OfiEnd &end, OfiRoute &route, OfiKind kind, const ConduitMessage &message);
Status ofi_send(Conduit &conduit, NodeNumber peer, const ConduitMessage &message);
Status ofi_send_back(Conduit &conduit, std::uint64_t to, const ConduitMessage &message);
void ofi_receive(OfiEnd &end, const unsigned char *bytes, std::size_t length); // not under the lock
void ofi_check_early(OfiEnd &end, std::int64_t now);                           // under the lock
Status ofi_receives_make(OfiEnd &end);
void ofi_post_receives(OfiEnd &end); // those that are due; under the lock

// transfers.cc
Status ofi_put(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
               std::size_t bytes, ConduitOperation &operation);
Status ofi_get(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, void *local,
               std::size_t bytes, ConduitOperation &operation);
Status ofi_put_inline(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                      std::size_t bytes);
Status ofi_go_on(OfiEnd &end, OfiContext *context); // the next piece; under the lock
bool ofi_flushed(Conduit &conduit, NodeNumber peer);
bool ofi_all_flushed(Conduit &conduit);

// memory.cc
Status ofi_register(Conduit &conduit, void *at, std::size_t bytes, ConduitRegion **region, ConduitKey *key);
void ofi_unregister(Conduit &conduit, ConduitRegion *region);
Status ofi_register_raw(OfiEnd &end, void *at, std::size_t bytes, std::uint64_t access, fid_mr **registration);
// Where the provider wants local memory registered: descriptor of these bytes. May register them,
// for the context.
Status ofi_local(OfiEnd &end, OfiContext &context, const void *at, std::size_t bytes, std::uint64_t access,
                 void **descriptor);

inline std::int64_t ofi_interval(const OfiEnd &end) {
    return end.options.timeout_ns / (ofi_ticks + 1);
}

// progress.cc
unsigned ofi_poll(Conduit &conduit);
void ofi_wait(Conduit &conduit, std::int64_t timeout_ns);
void ofi_wake(Conduit &conduit);

} // namespace polder
