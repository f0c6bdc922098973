// 9.4, 9.5, 9.9: world, shared, split_strided, split_2d, translate, config, destroy; contexts of
// teams; sessions.
#include "check.h"

static int me, pes;
static long word, sum, mine;

static void expect_members(shmem_team_t team, int start, int stride, int size) {
    const int distance = me - start;
    const int rank = stride ? distance / stride : 0;
    const int member = (stride ? distance % stride == 0 : distance == 0) && rank >= 0 && rank < size;
    if (!member) {
        CHECK(team == SHMEM_TEAM_INVALID);
        return;
    }
    CHECK(shmem_team_my_pe(team) == rank && shmem_team_n_pes(team) == size);
    long expected = 0;
    for (int i = 0; i < size; i++) {
        CHECK(shmem_team_translate_pe(team, i, SHMEM_TEAM_WORLD) == start + i * stride);
        CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, start + i * stride, team) == i);
        expected += start + i * stride;
    }
    CHECK(shmem_team_translate_pe(team, size, SHMEM_TEAM_WORLD) == -1);
    mine = me;
    CHECK(shmem_long_sum_reduce(team, &sum, &mine, 1) == 0);
    CHECK(sum == expected);
    shmem_team_sync(team);
    shmem_ctx_t context;
    CHECK(shmem_team_create_ctx(team, 0, &context) == 0);
    shmem_team_t of;
    CHECK(shmem_ctx_get_team(context, &of) == 0 && of == team);
    shmem_ctx_long_p(context, &word, 1000 + rank, (rank + 1) % size);
    shmem_ctx_session_start(context, SHMEM_CTX_SESSION_BATCH, NULL, 0);
    shmem_ctx_quiet(context);
    shmem_ctx_session_stop(context);
    shmem_team_sync(team);
    CHECK(word == 1000 + (rank + size - 1) % size);
    CHECK(shmem_ctx_long_g(context, &word, 0) == 1000 + size - 1);
    shmem_team_sync(team);
    if (rank % 2) shmem_ctx_destroy(context); /* the others end with the team */
}

int main(void) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    CHECK(shmem_team_my_pe(SHMEM_TEAM_WORLD) == me && shmem_team_n_pes(SHMEM_TEAM_WORLD) == pes);
    CHECK(shmem_team_my_pe(SHMEM_TEAM_INVALID) == -1 && shmem_team_n_pes(SHMEM_TEAM_INVALID) == -1);
    CHECK(shmem_team_translate_pe(SHMEM_TEAM_INVALID, 0, SHMEM_TEAM_WORLD) == -1);
    for (int start = 0; start < pes; start++)
        for (int stride = -pes; stride <= pes; stride++)
            for (int size = 1; size <= pes; size++) {
                const int last = start + stride * (size - 1);
                shmem_team_t team = SHMEM_TEAM_WORLD;
                const shmem_team_config_t config = {3};
                const int failed = shmem_team_split_strided(SHMEM_TEAM_WORLD, start, stride, size, &config,
                                                            SHMEM_TEAM_NUM_CONTEXTS, &team);
                if (last < 0 || last >= pes || (stride == 0 && size > 1)) {
                    CHECK(failed && team == SHMEM_TEAM_INVALID);
                    continue;
                }
                CHECK(!failed);
                expect_members(team, start, stride, size);
                if (team != SHMEM_TEAM_INVALID) {
                    shmem_team_config_t found = {0};
                    CHECK(shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &found) == 0);
                    CHECK(found.num_contexts == 3);
                }
                shmem_team_destroy(team);
            }

    for (int width = 1; width <= pes + 1; width++) {
        shmem_team_t x, y;
        CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, width, NULL, 0, &x, NULL, 0, &y) == 0);
        const int column = me % width, row = me / width, first = row * width;
        expect_members(x, first, 1, pes - first < width ? pes - first : width);
        expect_members(y, column, width, (pes - 1 - column) / width + 1);
        /* and of a team that is not the world */
        shmem_team_t part;
        CHECK(shmem_team_split_strided(x, 0, 1, 1, NULL, 0, &part) == 0);
        CHECK((part != SHMEM_TEAM_INVALID) == (column == 0));
        shmem_team_destroy(part);
        shmem_team_destroy(x);
        shmem_team_destroy(y);
    }

    /* All of the shared team can be reached, and nobody else. */
    const int near = shmem_team_n_pes(SHMEM_TEAM_SHARED);
    int reached = 0;
    for (int pe = 0; pe < pes; pe++) {
        const int rank = shmem_team_translate_pe(SHMEM_TEAM_WORLD, pe, SHMEM_TEAM_SHARED);
        CHECK((shmem_ptr(&word, pe) != NULL) == (rank >= 0));
        reached += rank >= 0;
    }
    CHECK(reached == near);
    CHECK(shmem_team_translate_pe(SHMEM_TEAM_SHARED, shmem_team_my_pe(SHMEM_TEAM_SHARED), SHMEM_TEAM_WORLD) == me);
    mine = 1;
    shmem_long_sum_reduce(SHMEM_TEAM_SHARED, &sum, &mine, 1);
    CHECK(sum == near);
    CHECK(shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &(shmem_team_t){0}) != 0);
    shmem_team_destroy(SHMEM_TEAM_INVALID);
    return check_end();
}
