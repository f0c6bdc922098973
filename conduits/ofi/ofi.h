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
#include "conduits/ofi/parts.h"

namespace polder {

struct OfiEnd : Conduit {
    ConduitOptions options;
    OfiModes modes;
    ConduitCaps caps;
    ConduitCounters counts;
    unsigned char key[16];
    std::uint64_t end; // number of this end, random
    const ConduitAddress *addresses;
    ConduitAddress address;

    OfiProvider provider;
    OfiTraits traits;
    OfiPeers peers;
    OfiContexts contexts;
    OfiOperations operations;
    OfiReceives receives;
    OfiRegion *regions;

    FutexLock lock;
    std::atomic<bool> polling;
    OfiWatch watch;
    OfiSleep sleep;
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
    if (!end.peers.pages) return;
    for (NodeNumber page = 0; page <= (end.options.nodes - 1) / ofi_page; ++page)
        for (unsigned i = 0; end.peers.pages[page] && i < ofi_page; ++i)
            if (end.peers.pages[page][i].reached) each(end.peers.pages[page][i]);
    for (std::uint32_t i = 0; i < end.peers.senders.room; ++i)
        if (OfiRoute *back = end.peers.senders.at[i].back; back && !end.peers.senders.at[i].leader) each(*back);
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
