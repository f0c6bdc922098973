/* Module: an executable or shared library that holds UPC code. Each carries one module.c object,
 * whose constructor registers the bounds of its sections. So no registry is needed at link time,
 * and libraries take part like the program.
 * C and C++: module.c must link into plain C libraries. */
#ifndef POLDER_MODULE_MODULE_H
#define POLDER_MODULE_MODULE_H

#include <polder/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* begin == end, or both null, where a module has no such section. */
struct polder_module {
    char *data_begin; /* private, initialised */
    char *data_end;
    char *bss_begin; /* private, zero */
    char *bss_end;
    char *ro_begin; /* const, but with addresses of private data inside */
    char *ro_end;
    const struct polder_shared_object *shared_begin;
    const struct polder_shared_object *shared_end;
    const struct polder_initializer *init_begin;
    const struct polder_initializer *init_end;
    const struct polder_reloc *reloc_begin;
    const struct polder_reloc *reloc_end;
    const struct polder_unit *unit_begin;
    const struct polder_unit *unit_end;
    struct polder_module *next;
};

/* Modules in order of registration: the same in all processes of a job, as all run the same
 * program. */
extern struct polder_module *polder_modules;

void polder_module_register(struct polder_module *module);

#ifdef __cplusplus
}
#endif

#endif
