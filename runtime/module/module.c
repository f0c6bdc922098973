/* One copy of this object lies in every module (see module.h). It is in libpolder.a for
 * executables, and upcc adds it to the shared libraries it links. The linker defines __start_ and
 * __stop_ of a section whose name is a C identifier. They are hidden, so that each module sees its
 * own, and weak, as a module need not have every section. Each section is opened here, empty. Else
 * a program without a section would meet the symbols that GNU ld exports from a library which has
 * it. A hidden reference may not be bound there. */
#include "runtime/module/module.h"

#define BOUNDS(type, name)                                                                                             \
    extern type __start_polder_##name[] __attribute__((weak, visibility("hidden")));                                   \
    extern type __stop_polder_##name[] __attribute__((weak, visibility("hidden")));

__asm__(".pushsection polder_data,\"aw\"\n.popsection\n"
        ".pushsection polder_bss,\"aw\",@nobits\n.popsection\n"
        ".pushsection polder_ro,\"aw\"\n.popsection\n"
        ".pushsection polder_shared,\"aw\"\n.popsection\n"
        ".pushsection polder_init,\"aw\"\n.popsection\n"
        ".pushsection polder_reloc,\"aw\"\n.popsection\n"
        ".pushsection polder_unit,\"aw\"\n.popsection\n");

BOUNDS(char, data)
BOUNDS(char, bss)
BOUNDS(char, ro)
BOUNDS(const struct polder_shared_object, shared)
BOUNDS(const struct polder_initializer, init)
BOUNDS(const struct polder_reloc, reloc)
BOUNDS(const struct polder_unit, unit)

/* Lets the program's main pull this object out of libpolder.a. */
__attribute__((visibility("hidden"))) const char polder_module_present = 1;

__attribute__((constructor)) static void register_module(void) {
    static struct polder_module module;
    module.data_begin = __start_polder_data;
    module.data_end = __stop_polder_data;
    module.bss_begin = __start_polder_bss;
    module.bss_end = __stop_polder_bss;
    module.ro_begin = __start_polder_ro;
    module.ro_end = __stop_polder_ro;
    module.shared_begin = __start_polder_shared;
    module.shared_end = __stop_polder_shared;
    module.init_begin = __start_polder_init;
    module.init_end = __stop_polder_init;
    module.reloc_begin = __start_polder_reloc;
    module.reloc_end = __stop_polder_reloc;
    module.unit_begin = __start_polder_unit;
    module.unit_end = __stop_polder_unit;
    polder_module_register(&module);
}
