// <shmemx.h>: symmetric addresses and UPC's global ones, teams and the engine's. Both languages use
// one heap and one set of segments, so a conversion is arithmetic.
#include "frontends/shmem/place.h"

#include "runtime/start/image.h"

#include <shmemx.h>

using namespace polder;
using namespace polder::shmem;

extern "C" {
polder_ga shmemx_to_upc(const void *symmetric, int pe) {
    expect_initialized("x_to_upc");
    if (pe < 0 || pe >= here().pes) fail_pe("x_to_upc", pe, here().pes);
    if (!pshmem_addr_accessible(symmetric, pe)) return 0;
    return ga_of_segment(static_cast<unsigned>(pe)) + offset_of("x_to_upc", symmetric, 1);
}

void *shmemx_from_upc(polder_ga address, int *pe) {
    expect_initialized("x_from_upc");
    if (!ga_is_shared(address)) return nullptr;
    char *const heap = here().heap;
    const std::uint64_t offset = ga_offset(address);
    *pe = static_cast<int>(ga_thread(address));
    const std::uint64_t as_named = offset - POLDER_SHMEM_HERE(image_reach);
    if (as_named - POLDER_SHMEM_HERE(image) < POLDER_SHMEM_HERE(image_bytes)) return heap + as_named;
    const bool variable = offset - start::image_place().offset < start::image_place().bytes;
    const bool symmetric = variable || (offset >= node_range.symmetric_data && offset < node_range.symmetric_end);
    return symmetric ? heap + offset : nullptr;
}

polder_team *shmemx_team_to_polder(shmem_team_t team) {
    return team ? reinterpret_cast<polder_team *>(&engine_team("x_team_to_polder", team)) : nullptr;
}
}
