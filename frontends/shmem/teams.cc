// OpenSHMEM 9.4, 9.5 and 9.9: teams, contexts and sessions. A team is one of the engine with what
// the program may ask of it. A context is a team to count PEs by, and a completion scope (order.h).
// Threads of a PE make and destroy contexts at the same time.
#include "frontends/shmem/order.h"
#include "frontends/shmem/place.h"

#include "base/futex.h"

#include <cstdlib>

namespace polder::shmem {
namespace {

FutexLock contexts; // of all teams

bool in_team(shmem_team_t team, int pe) {
    return pe >= 0 && pe < team->size;
}

int world_pe(shmem_team_t team, int pe) {
    if (team == SHMEM_TEAM_SHARED) return static_cast<int>(team->first) + pe;
    return static_cast<int>(team_thread(*team->engine, static_cast<unsigned>(pe)));
}

// The engine's team becomes one of the program's; null for those in none. Nonzero: no memory.
int present(Team *engine, const shmem_team_config_t *config, long mask, shmem_team_t *team) {
    *team = SHMEM_TEAM_INVALID;
    if (!engine) return 0;
    auto *made = static_cast<polder_shmem_team *>(std::calloc(1, sizeof(polder_shmem_team)));
    if (!made) job_fail(misuse_code, "shmem_team_split: no memory");
    made->engine = engine;
    made->rank = static_cast<int>(engine->rank);
    made->size = static_cast<int>(engine->size);
    if (config && mask & SHMEM_TEAM_NUM_CONTEXTS) made->config = *config;
    *team = made;
    return 0;
}

struct Wanted {
    const shmem_team_config_t *config;
    long mask;
};

// Members with the same colour (not negative) form a team, in the order of their keys.
int split(const char *routine, shmem_team_t parent, int colour, int key, const Wanted &wanted, shmem_team_t *team) {
    Team *engine = nullptr;
    if (team_split(engine_team(routine, parent), colour, key, &engine) != Status::ok)
        job_fail(misuse_code, "shmem_%s: no memory for a team", routine);
    return present(engine, wanted.config, wanted.mask, team);
}

// All of a progression are ranks: its ends are.
bool is_progression(int start, int stride, int size, int pes) {
    if (size < 1 || start < 0 || start >= pes || (stride == 0 && size != 1)) return false;
    const long last = start + static_cast<long>(stride) * (size - 1);
    return last >= 0 && last < pes;
}

int make_context(shmem_team_t team, long options, shmem_ctx_t *ctx) {
    *ctx = SHMEM_CTX_INVALID;
    constexpr long known = SHMEM_CTX_PRIVATE | SHMEM_CTX_SERIALIZED | SHMEM_CTX_NOSTORE;
    if (!team || options & ~known) return 1;
    engine_team("ctx_create", team);
    auto *made = static_cast<polder_shmem_ctx *>(std::malloc(sizeof(polder_shmem_ctx)));
    if (!made) return 1;
    *made = {team, options, nullptr, polder_scope_make()};
    contexts.lock();
    made->next = team->contexts;
    team->contexts = made;
    contexts.unlock();
    *ctx = made;
    return 0;
}

} // namespace

// That of the PEs of a node is made by each of them alone.
Team &engine_team(const char *routine, shmem_team_t team) {
    expect_initialized(routine);
    if (!team) job_fail(misuse_code, "shmem_%s: the team is SHMEM_TEAM_INVALID", routine);
    if (__builtin_expect(!team->engine, 0) &&
        team_progression({team->first, 0, static_cast<unsigned>(team->size)}, &team->engine) != Status::ok)
        job_fail(misuse_code, "shmem_%s: no memory for the team of a node", routine);
    return *team->engine;
}

} // namespace polder::shmem

using namespace polder;
using namespace polder::shmem;

POLDER_ROUTINE(int, team_my_pe, shmem_team_t team) {
    return team ? team->rank : -1;
}
POLDER_ROUTINE(int, team_n_pes, shmem_team_t team) {
    return team ? team->size : -1;
}
POLDER_ROUTINE(int, team_get_config, shmem_team_t team, long config_mask, shmem_team_config_t *config) {
    if (!team) return 1;
    if (config && config_mask & SHMEM_TEAM_NUM_CONTEXTS) config->num_contexts = team->config.num_contexts;
    return 0;
}
POLDER_ROUTINE(int, team_translate_pe, shmem_team_t src_team, int src_pe, shmem_team_t dest_team) {
    expect_initialized("team_translate_pe");
    if (!src_team || !dest_team || !in_team(src_team, src_pe)) return -1;
    const int world = world_pe(src_team, src_pe);
    if (dest_team == SHMEM_TEAM_WORLD) return world;
    if (dest_team == SHMEM_TEAM_SHARED) {
        const int rank = world - static_cast<int>(dest_team->first);
        return in_team(dest_team, rank) ? rank : -1;
    }
    unsigned rank;
    return dest_team->engine->ranks.rank_of(static_cast<unsigned>(world), &rank) ? static_cast<int>(rank) : -1;
}

POLDER_ROUTINE(int, team_split_strided, shmem_team_t parent_team, int start, int stride, int size,
               const shmem_team_config_t *config, long config_mask, shmem_team_t *new_team) {
    expect_initialized("team_split_strided");
    const sync::OneCaller caller(__func__ + 1);
    *new_team = SHMEM_TEAM_INVALID;
    if (!parent_team || !is_progression(start, stride, size, parent_team->size)) return 1;
    const int distance = parent_team->rank - start;
    const int place = stride == 0 ? (distance == 0 ? 0 : -1) : distance % stride ? -1 : distance / stride;
    const int colour = place >= 0 && place < size ? 0 : -1;
    return split("team_split_strided", parent_team, colour, place, {config, config_mask}, new_team);
}

// Rank r of the parent has the coordinates x = r % xrange, y = r / xrange.
POLDER_ROUTINE(int, team_split_2d, shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config,
               long xaxis_mask, shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config, long yaxis_mask,
               shmem_team_t *yaxis_team) {
    expect_initialized("team_split_2d");
    const sync::OneCaller caller(__func__ + 1);
    *xaxis_team = *yaxis_team = SHMEM_TEAM_INVALID;
    if (!parent_team || xrange < 1) return 1;
    const int x = parent_team->rank % xrange;
    const int y = parent_team->rank / xrange;
    const int failed = split("team_split_2d", parent_team, y, x, {xaxis_config, xaxis_mask}, xaxis_team);
    return failed | split("team_split_2d", parent_team, x, y, {yaxis_config, yaxis_mask}, yaxis_team);
}

POLDER_ROUTINE(void, team_destroy, shmem_team_t team) {
    if (!team) return;
    expect_initialized("team_destroy");
    const sync::OneCaller caller(__func__ + 1);
    if (team == SHMEM_TEAM_WORLD || team == SHMEM_TEAM_SHARED)
        job_fail(misuse_code, "shmem_team_destroy: a predefined team cannot be destroyed");
    while (shmem_ctx_t context = team->contexts)
        pshmem_ctx_destroy(context);
    team_free(team->engine);
    std::free(team);
}

POLDER_ROUTINE(int, ctx_create, long options, shmem_ctx_t *ctx) {
    return make_context(SHMEM_TEAM_WORLD, options, ctx);
}
POLDER_ROUTINE(int, team_create_ctx, shmem_team_t team, long options, shmem_ctx_t *ctx) {
    return make_context(team, options, ctx);
}
POLDER_ROUTINE(void, ctx_destroy, shmem_ctx_t ctx) {
    if (!ctx) return;
    expect_initialized("ctx_destroy");
    if (ctx == SHMEM_CTX_DEFAULT) job_fail(misuse_code, "shmem_ctx_destroy: the default context cannot be destroyed");
    contexts.lock();
    polder_shmem_ctx **link = &ctx->team->contexts;
    while (*link && *link != ctx)
        link = &(*link)->next;
    if (!*link) job_fail(misuse_code, "shmem_ctx_destroy: no context, or destroyed before");
    *link = ctx->next;
    contexts.unlock();
    quiet(ctx);
    polder_scope_end(ctx->scope);
    std::free(ctx);
}
POLDER_ROUTINE(int, ctx_get_team, shmem_ctx_t ctx, shmem_team_t *team) {
    *team = ctx ? ctx->team : SHMEM_TEAM_INVALID;
    return !ctx;
}

// Hints, which change nothing here.
POLDER_ROUTINE(void, ctx_session_start, shmem_ctx_t ctx, long, const shmem_ctx_session_config_t *, long) {
    expect_initialized("ctx_session_start");
    if (!ctx) job_fail(misuse_code, "shmem_ctx_session_start: the context is SHMEM_CTX_INVALID");
}
POLDER_ROUTINE(void, ctx_session_stop, shmem_ctx_t ctx) {
    expect_initialized("ctx_session_stop");
    if (!ctx) job_fail(misuse_code, "shmem_ctx_session_stop: the context is SHMEM_CTX_INVALID");
}
