// Headers by the names they declare, and keywords that a slip may have meant (suggestions.h).
#include "compiler/sema/names/suggestions.h"

#include "base/nearest.h"

namespace polder::cc {

namespace {

struct Header {
    std::string_view prefix;
    std::string_view file;
    std::string_view declares; // a name that is known once the header was read
};
constexpr Header headers[] = {
    {"upc_tick", "upc_tick.h", "upc_ticks_now"},
    {"upc_all_broadcast", "upc_collective.h", "upc_all_broadcast"},
    {"upc_all_scatter", "upc_collective.h", "upc_all_broadcast"},
    {"upc_all_gather", "upc_collective.h", "upc_all_broadcast"},
    {"upc_all_exchange", "upc_collective.h", "upc_all_broadcast"},
    {"upc_all_permute", "upc_collective.h", "upc_all_broadcast"},
    {"upc_all_reduce", "upc_collective.h", "upc_all_broadcast"},
    {"upc_all_prefix_reduce", "upc_collective.h", "upc_all_broadcast"},
    {"upc_all_atomicdomain", "upc_atomic.h", "upc_atomic_strict"},
    {"upc_all_free", "upc.h", "upc_threadof"},
    {"upc_all_f", "upc_io.h", "upc_all_fopen"},
    {"upc_file_t", "upc_io.h", "upc_all_fopen"},
    {"upc_atomic", "upc_atomic.h", "upc_atomic_strict"},
    {"upc_cast", "upc_castable.h", "upc_cast"},
    {"upc_thread_info", "upc_castable.h", "upc_cast"},
    {"upc_memcpy_nb", "upc_nb.h", "upc_sync"},
    {"upc_memget_nb", "upc_nb.h", "upc_sync"},
    {"upc_memput_nb", "upc_nb.h", "upc_sync"},
    {"upc_memset_nb", "upc_nb.h", "upc_sync"},
    {"upc_sync", "upc_nb.h", "upc_sync"},
    {"upc_handle_t", "upc_nb.h", "upc_sync"},
    {"upc_flag_t", "upc_types.h", "upc_flag_t"},
    {"upc_type_t", "upc_types.h", "upc_flag_t"},
    {"upc_op_t", "upc_types.h", "upc_flag_t"},
    {"upc_", "upc.h", "upc_threadof"},
    {"bupc_", "bupc_extensions.h", "bupc_poll"},
};

constexpr std::string_view keywords[] = {"THREADS",         "MYTHREAD",      "upc_barrier", "upc_notify",
                                         "upc_wait",        "upc_fence",     "upc_forall",  "upc_blocksizeof",
                                         "upc_localsizeof", "upc_elemsizeof"};

constexpr uint32_t most_suggestions = 200; // each looks at every visible name; nobody reads more

} // namespace

std::string_view Suggestions::header_of(std::string_view name) const {
    for (const Header &h : headers)
        if (name.substr(0, h.prefix.size()) == h.prefix && !scopes_.find(ctx_.source.intern(h.declares))) return h.file;
    return {};
}

void Suggestions::suggest(TokenIndex t) {
    const Source &source = ctx_.source;
    const std::string_view name = source.spelling(t);
    if (++suggested_ > most_suggestions) return;
    if (const std::string_view file = header_of(name); !file.empty()) {
        ctx_.diags.report(DiagId::note_missing_header, t, {name, file});
        return;
    }
    Nearest nearest(name);
    for (std::string_view keyword : keywords) {
        nearest.consider(keyword);
        // UPC 1.0: barrier, notify, barrier_notify ...
        const std::string_view old = name.starts_with("barrier_") ? name.substr(8) : name;
        if (keyword.starts_with("upc_") && keyword.substr(4) == old) nearest.take(keyword);
    }
    scopes_.each_name([&](Name visible) {
        if (source.name(visible).substr(0, 2) != "__") nearest.consider(source.name(visible));
    });
    if (!nearest.found().empty()) ctx_.diags.report(DiagId::note_did_you_mean, t, {nearest.found()});
}

/// Other UPC compilers know these names without a header of their own. Their <upc.h> includes
/// <inttypes.h>, <limits.h>, <stdlib.h> and <assert.h> too. The driver then brings these in
/// (translate.h).
void Suggestions::note_extension(TokenIndex t) {
    const Source &source = ctx_.source;
    const std::string_view name = source.name(source.tokens()[t].name);
    const bool integer = (name.starts_with("int") || name.starts_with("uint")) && name.ends_with("_t");
    if (name.starts_with("bupc_") || name.starts_with("BUPC_") || integer || name == "assert" ||
        name.ends_with("_MAX") || name.ends_with("_MIN"))
        ctx_.misses_extensions = true;
}

} // namespace polder::cc
