// Parts of an end of ofi: what it keeps, by what it is for. The vocabulary is in ofi.h, and so is
// the end that is made of them.
#pragma once

#include "conduits/conduit.h"

#include <atomic>
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

// The objects of libfabric.
struct OfiProvider {
    fi_info *info;
    fid_fabric *fabric;
    fid_domain *domain;
    fid_ep *endpoint;
    fid_cq *completions;
    fid_av *av;
    char text[160]; // for people
};

// What the provider demands of its user, and what it can do.
struct OfiTraits {
    bool local_registration;
    bool virtual_addresses;
    bool provider_keys;
    bool remote_registration; // else others reach this end's memory by messages only
    std::size_t inject;
    std::size_t max_transfer;
    std::uint64_t put_flags;
};

// Where things go to, and who they come from.
struct OfiPeers {
    OfiRoute **pages;
    OfiSenders senders;
    OfiEarly *early;
    std::size_t early_bytes;
    std::atomic<bool> losses; // some route has a `why`
};

// Contexts of what this end starts.
struct OfiContexts {
    OfiContext *free[ofi_classes];
    unsigned char *arena; // of the contexts
    std::size_t arena_bytes;
    fid_mr *arena_registration;
    OfiContext *with_operation; // list
    OfiContext *put_off;        // long transfers whose next part is to be started, by next_off
};

struct OfiOperations {
    ConduitOperation *ended;     // but not yet told: taken by poll. Linked by provider[0]
    std::atomic<bool> has_ended; // some have
    std::uint32_t started;       // and not over, of routes that are not lost
};

// A buffer of its own for each message. A buffer that the provider shares out among messages
// (FI_MULTI_RECV) does not do: it comes back when its room is used up. A message of a sender who
// has come to a halt in the middle may still be being written to it then.
struct OfiReceives {
    unsigned count;
    OfiContext *contexts;
    unsigned char *memory;
    std::size_t bytes; // of each
    fid_mr *registration;
    std::uint64_t due; // to be posted, a bit each
};

// When peers are looked at.
struct OfiWatch {
    std::atomic<std::uint32_t> polls; // since the last look at the clock
    std::int64_t tick_at;             // next tick
    std::int64_t polled;              // the last look at the clock
    bool gaps;                        // some time since the last tick nobody polled
    bool suspicious;                  // some route refused something lately
    OfiListens listens;               // this end
    std::int64_t look_at;
    int own_line; // as a route's: to this end's own port
};

// How a thread sleeps until there is something to take.
struct OfiSleep {
    int wait_fd;
    int wake_fd;
    std::atomic<bool> fruitless; // the last poll found nothing
    std::atomic<bool> settling;  // see settle
    fi_cq_data_entry kept;       // taken while falling asleep
    std::atomic<bool> has_kept;
};

} // namespace polder
