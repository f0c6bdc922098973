// Fetching lines (lines.h): one for a read that misses, more if reads go through memory line by
// line.
//
// Streams. A miss at the line behind the last one fetched is a stream. It fetches four lines, then
// eight and so on, and begins a fetch of as many behind these, which nobody waits for yet (ahead).
// Whoever comes to the lines of such a fetch begins the next one. So a fetch is under way while the
// program reads the lines of the one before.
//
// History. Programs go over the same data again and again, with synchronisation in between. A miss
// at a line that is here from an earlier epoch fetches the lines around it as well that were read
// in that epoch. One get brings 32 lines, and all gets begin before the first is waited for. So a
// loop that reads at random has its lines soon after its begin, while the owner is still in its own
// phase. It does not fetch them one by one while the owner computes.
//
// Lines that were brought and not read have no history, so what is asked for in vain is asked for
// once. A line with a history begins no stream, as what lies behind it was not wanted then.
#include "runtime/cache/lines.h"
#include "runtime/net/net.h"
#include "runtime/put/put_pool.h"
#include "runtime/segment/growth.h"

#include <algorithm>
#include <cstdlib>

namespace polder::cache {

namespace {

bool is_valid(const FarCache &c, unsigned place) {
    return c.line[place].epoch == c.epoch.load(std::memory_order_relaxed);
}

sync::WaitReason reason(polder_ga at) {
    return {WaitKind::copy, at, ga_thread(at), true};
}

bool has_arrived(const FarFetch &fetch) {
    return fetch.operation.left.load(std::memory_order_acquire) == 0;
}

// One that nobody uses, or whose lines have arrived; else the next in turn, which is waited for if
// `wait`. Null: none.
FarFetch *free_fetch(FarCache &c, bool wait) {
    for (FarFetch &fetch : c.fetch) {
        if (fetch.lines && has_arrived(fetch)) fetch_finish(c, fetch);
        if (!fetch.lines) return &fetch;
    }
    if (!wait) return nullptr;
    FarFetch &fetch = c.fetch[c.turn++ % most_fetches];
    fetch_finish(c, fetch);
    return &fetch;
}

// A place is made free for another line.
void evict(FarCache &c, unsigned place) {
    FarLine &line = c.line[place];
    if (line.flight) fetch_finish(c, c.fetch[line.flight - 1]);
    if (line.pending) line_flush(c, place);
    if (is_valid(c, place)) version_next(c);
    line.at = 0;
    line.epoch = 0;
}

bool can_take(const FarCache &c, unsigned place) {
    return place != c.keep && !c.line[place].flight;
}

// Behind the line before it, if that is here; else where nothing is lost; else in turn.
unsigned choose_place(FarCache &c, polder_ga at) {
    const unsigned first = place_of(c, at);
    const unsigned second = first + c.places();
    const unsigned before = find_line(c, at - far_line_bytes);
    if (before != no_place && (before + 1 == first || before + 1 == second) && can_take(c, before + 1))
        return before + 1;
    for (const unsigned place : {first, second})
        if (can_take(c, place) && !c.line[place].pending && !is_valid(c, place)) return place;
    const unsigned turn = c.turn++ & 1 ? second : first;
    const unsigned other = turn ^ first ^ second;
    return turn == c.keep || (c.line[turn].flight && other != c.keep) ? other : turn;
}

unsigned make_room(FarCache &c, polder_ga at) {
    const unsigned place = choose_place(c, at);
    evict(c, place);
    c.line[place].at = at;
    return place;
}

// Makes `place`, the one behind the place of the line before `at`, free for it; false if it is not
// to be fetched with that.
bool extend(FarCache &c, unsigned place, polder_ga at) {
    const unsigned first = place_of(c, at);
    const unsigned second = first + c.places();
    if ((place != first && place != second) || !can_take(c, place)) return false; // places wrap, or are in use
    const unsigned found = find_line(c, at);
    if (found != no_place && (c.line[found].flight || c.line[found].pending || is_valid(c, found))) return false;
    if (found != no_place) c.line[found].at = 0;
    evict(c, place);
    c.line[place].at = at;
    return true;
}

// How many lines from `at` on can be fetched at once, `most` at most; their places are made free.
// The first one is.
unsigned run_of(FarCache &c, unsigned place, polder_ga at, unsigned most) {
    const polder_ga end = at - ga_offset(at) + growth_certain(ga_offset(at));
    unsigned lines = 1;
    while (lines < most && at + (lines + 1) * far_line_bytes <= end &&
           extend(c, place + lines, at + lines * far_line_bytes))
        ++lines;
    return lines;
}

void abandon(FarCache &c, FarFetch &fetch) {
    for (unsigned i = 0; i < fetch.lines; ++i) {
        c.line[fetch.place + i].at = 0;
        c.line[fetch.place + i].flight = 0;
    }
    fetch.lines = 0;
}

void mark(FarCache &c, FarFetch &fetch) {
    for (unsigned i = 0; i < fetch.lines; ++i) {
        c.line[fetch.place + i].epoch = 0;
        c.line[fetch.place + i].flight = static_cast<std::uint16_t>(&fetch - c.fetch + 1);
    }
}

// Of free places. The epoch is read before the get begins. False: the conduit would not start one
// that nobody waits for.
bool fetch_start(FarCache &c, FarFetch &fetch, unsigned place, unsigned lines, bool ahead) {
    const polder_ga at = c.line[place].at;
    const std::size_t bytes = lines * far_line_bytes;
    fetch.place = place;
    fetch.lines = lines;
    fetch.ahead = ahead;
    fetch.epoch = c.epoch.load(std::memory_order_relaxed);
    fetch.operation.done = nullptr;
    mark(c, fetch);
    if (ga_is_near(at)) {
        std::memcpy(c.bytes_of(place), near_pointer(at), bytes);
        fetch.operation.left.store(0, std::memory_order_relaxed);
    } else {
        put::put_pool_order(at, bytes, false);
        const auto start = [&] {
            return net::net_get(ga_node(at), at, c.bytes_of(place), bytes, fetch.operation) != Status::again;
        };
        if (!start()) {
            if (ahead) {
                abandon(c, fetch);
                return false;
            }
            net::net_wait(reason(at), start);
        }
    }
    if (c.section.open) section_note(c, at, lines);
    ++c.counts.fetches;
    c.counts.lines += lines;
    c.counts.ahead += ahead;
    return true;
}

FarStream *find_stream(FarCache &c, polder_ga next) {
    for (FarStream &stream : c.stream)
        if (stream.next == next) return &stream;
    return nullptr;
}

// The next lines of a stream, unless they are here or cannot be fetched now.
void fetch_ahead(FarCache &c, FarStream &stream) {
    const polder_ga at = stream.next;
    if (ga_offset(at) == 0 || growth_certain(ga_offset(at - 1)) <= ga_offset(at - 1) + 1) return;
    const unsigned found = find_line(c, at);
    if (found != no_place && (c.line[found].flight || c.line[found].pending || is_valid(c, found))) return;
    FarFetch *fetch = free_fetch(c, false);
    if (!fetch) return;
    const unsigned place = found == no_place ? make_room(c, at) : found;
    const unsigned lines = run_of(c, place, at, stream.run);
    if (!fetch_start(c, *fetch, place, lines, true)) return;
    stream.next = at + lines * far_line_bytes;
    if (stream.run < most_lines_a_fetch) stream.run *= 2;
}

// Lines around a missing one that were read in the same epoch as it, itself included; empty if it
// was not.
struct History {
    polder_ga first;
    polder_ga end;
};

bool was_read(const FarCache &c, polder_ga at, std::uint64_t epoch) {
    const unsigned place = find_line(c, at);
    return place != no_place && !c.line[place].flight && !c.line[place].pending && c.line[place].epoch == epoch &&
           c.line[place].left != reads_a_line;
}

History history_of(const FarCache &c, polder_ga at) {
    const std::uint64_t epoch = c.line[find_line(c, at)].epoch;
    const polder_ga reach = polder_ga{c.places()} * far_line_bytes;
    if (epoch == 0 || !was_read(c, at, epoch)) return {at, at};
    History history = {at, at + far_line_bytes};
    while (history.end - at < reach && was_read(c, history.end, epoch))
        history.end += far_line_bytes;
    while (at - history.first < reach && was_read(c, history.first - far_line_bytes, epoch))
        history.first -= far_line_bytes;
    return history;
}

unsigned lines_between(polder_ga first, polder_ga end) {
    return static_cast<unsigned>(std::min<polder_ga>((end - first) / far_line_bytes, most_lines_a_fetch));
}

// As much of [at, end) as can be asked for now and is not here, or under way.
void fetch_again(FarCache &c, polder_ga at, polder_ga end) {
    while (at < end) {
        const unsigned place = find_line(c, at);
        if (place == no_place || c.line[place].flight || c.line[place].pending || is_valid(c, place)) {
            at += far_line_bytes;
            continue;
        }
        FarFetch *fetch = free_fetch(c, false);
        if (!fetch) return;
        const unsigned lines = run_of(c, place, at, lines_between(at, end));
        if (!fetch_start(c, *fetch, place, lines, true)) return;
        at += lines * far_line_bytes;
    }
}

void fetch_history(FarCache &c, unsigned place, const History &history) {
    const polder_ga at = c.line[place].at;
    const unsigned lines = run_of(c, place, at, std::max({lines_between(at, history.end), c.wanted, least_lines}));
    fetch_start(c, *free_fetch(c, true), place, lines, false);
    fetch_again(c, at + lines * far_line_bytes, history.end);
    fetch_again(c, history.first, at);
    for (FarFetch &each : c.fetch)
        if (each.lines) fetch_finish(c, each);
}

// A stream begins with two lines, as what adjoins is often read next, and has no fetch ahead before
// its second miss.
void fetch_now(FarCache &c, unsigned place) {
    const polder_ga at = c.line[place].at;
    const History history = history_of(c, at);
    if (history.end != history.first) return fetch_history(c, place, history);
    FarStream *stream = find_stream(c, at);
    const bool goes_on = stream != nullptr;
    if (!stream) {
        stream = &c.stream[c.next_stream++ % cache_streams];
        *stream = {at, 2};
    }
    FarFetch &fetch = *free_fetch(c, true);
    const unsigned lines = run_of(c, place, at, std::max(stream->run, c.wanted));
    fetch_start(c, fetch, place, lines, false);
    stream->next = at + lines * far_line_bytes;
    if (goes_on) fetch_ahead(c, *stream);
    stream->run = std::min(std::max(stream->run * 2, lines), most_lines_a_fetch);
    if (c.line[place].flight) fetch_finish(c, fetch);
}

// A line that is on its way: whoever is the first to come to lines fetched ahead begins the next
// fetch.
void arrive(FarCache &c, unsigned place) {
    FarFetch &fetch = c.fetch[c.line[place].flight - 1];
    const polder_ga end = c.line[fetch.place].at + fetch.lines * far_line_bytes;
    const bool goes_on = fetch.ahead && fetch.epoch == c.epoch.load(std::memory_order_relaxed);
    if (FarStream *stream = goes_on ? find_stream(c, end) : nullptr) fetch_ahead(c, *stream);
    if (c.line[place].flight) fetch_finish(c, fetch); // else it has been, to make room
}

void bring(FarCache &c, unsigned place) {
    c.keep = place;
    if (c.line[place].flight) arrive(c, place);
    if (!is_valid(c, place)) {
        if (c.line[place].pending) line_flush(c, place);
        fetch_now(c, place);
    }
    line_used(c.line[place]);
    c.keep = no_place;
}

} // namespace

void fetch_finish(FarCache &c, FarFetch &fetch) {
    if (!has_arrived(fetch)) net::net_wait(reason(c.line[fetch.place].at), [&] { return has_arrived(fetch); });
    for (unsigned i = 0; i < fetch.lines; ++i) {
        FarLine &line = c.line[fetch.place + i];
        line.flight = 0;
        line.epoch = fetch.epoch;
        line.left = reads_a_line;
    }
    fetch.lines = 0;
}

// What has just been fetched is good for the access that asked, also if a handler has begun a new
// epoch meanwhile.
unsigned line_fetched(FarCache &c, polder_ga at) {
    unsigned place = find_line(c, at);
    if (place == no_place) place = make_room(c, at);
    bring(c, place);
    return place;
}

void line_install(FarCache &c, polder_ga at, const void *bytes) {
    const unsigned found = find_line(c, at);
    if (found != no_place && (c.line[found].flight || c.line[found].pending)) return;
    const unsigned place = found == no_place ? make_room(c, at) : found;
    std::memcpy(c.bytes_of(place), bytes, far_line_bytes);
    c.line[place].epoch = c.epoch.load(std::memory_order_relaxed);
    c.line[place].left = reads_a_line;
}

void line_ahead(FarCache &c, polder_ga at) {
    const unsigned found = find_line(c, at);
    if (found != no_place && (c.line[found].flight || c.line[found].pending || is_valid(c, found))) return;
    FarFetch *fetch = free_fetch(c, false);
    if (!fetch) return;
    const unsigned place = found == no_place ? make_room(c, at) : found;
    const unsigned lines = run_of(c, place, at, std::max(lines_between(at, history_of(c, at).end), least_lines));
    fetch_start(c, *fetch, place, lines, true);
}

unsigned line_writable(FarCache &c, polder_ga at) {
    const unsigned place = find_line(c, at);
    if (place == no_place) return make_room(c, at);
    if (c.line[place].flight) fetch_finish(c, c.fetch[c.line[place].flight - 1]);
    return place;
}

bool lines_make(FarCache &c, std::size_t bytes) {
    c.bits = 2;
    while ((std::size_t{cache_ways} * far_line_bytes << (c.bits + 1)) <= bytes)
        ++c.bits;
    c.mask = (1u << c.bits) - 1;
    const std::size_t places = std::size_t{cache_ways} * c.places();
    c.line = static_cast<FarLine *>(std::aligned_alloc(alignof(FarLine), places * sizeof(FarLine)));
    c.written = static_cast<FarMask *>(std::calloc(places, sizeof(FarMask)));
    c.data = static_cast<char *>(std::aligned_alloc(4096, places * far_line_bytes));
    if (!c.line || !c.written || !c.data) {
        std::free(c.line);
        std::free(c.written);
        std::free(c.data);
        return false;
    }
    std::memset(static_cast<void *>(c.line), 0, places * sizeof(FarLine));
    c.keep = no_place;
    c.wanted = 1;
    c.epoch.store(1, std::memory_order_relaxed);
    return true;
}

} // namespace polder::cache
