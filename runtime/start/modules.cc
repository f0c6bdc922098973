// How modules come to be listed, and what must hold of their translation units before a job can
// start.
#include "runtime/core/job.h"
#include "runtime/fault/fault.h"
#include "runtime/start/start.h"

extern "C" [[gnu::visibility("default")]] void polder_module_register(struct polder_module *module) {
    if (polder::started())
        polder::job_fail(
            1, "a library with UPC code was loaded (dlopen) after the job had started; link it to the program");
    struct polder_module **end = &polder_modules;
    if (!*end) polder::fault::fault_watch_before_start();
    while (*end)
        end = &(*end)->next;
    *end = module;
}

namespace polder::start {

unsigned modules_static_threads() {
    const polder_unit *first_static = nullptr;
    const polder_unit *first_dynamic = nullptr;
    for (const polder_module *module = polder_modules; module; module = module->next)
        for (const polder_unit *unit = module->unit_begin; unit != module->unit_end; ++unit) {
            if (unit->abi_version != POLDER_ABI_VERSION)
                job_fail(1,
                         "%s was compiled by a upcc whose code (version %u) does not fit this libpolder (version %d); "
                         "compile it again",
                         unit->file, unit->abi_version, POLDER_ABI_VERSION);
            const polder_unit *&slot = unit->static_threads ? first_static : first_dynamic;
            if (slot && slot->static_threads != unit->static_threads)
                job_fail(
                    1,
                    "objects for different numbers of threads are linked: %s is for %u (upcc -fupc-threads), %s for %u",
                    slot->file, slot->static_threads, unit->file, unit->static_threads);
            if (!slot) slot = unit;
        }
    if (first_static && first_dynamic) {
        job_fail(
            1,
            "objects for different numbers of threads are linked: %s is for %u (upcc -fupc-threads), %s for any number",
            first_static->file, first_static->static_threads, first_dynamic->file);
    }
    return first_static ? first_static->static_threads : 0;
}

bool modules_are_checked() {
    for (const polder_module *module = polder_modules; module; module = module->next)
        for (const polder_unit *unit = module->unit_begin; unit != module->unit_end; ++unit)
            if (unit->flags & POLDER_UNIT_CHECKED) return true;
    return false;
}

void modules_fit_nodes() {
    if (nodes() == 1) return;
    for (const polder_module *module = polder_modules; module; module = module->next)
        for (const polder_unit *unit = module->unit_begin; unit != module->unit_end; ++unit)
            if (unit->flags & POLDER_UNIT_ONE_NODE)
                job_fail(1,
                         "%s was compiled for one machine only (upcc -fupc-nodes=one), and this job has %u nodes; "
                         "compile it again without",
                         unit->file, nodes());
}

} // namespace polder::start
