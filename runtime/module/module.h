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
    char *data_begin, *data_end; /* private, initialised */
    char *bss_begin, *bss_end;   /* private, zero */
    char *ro_begin, *ro_end;     /* const, but with addresses of private data inside */
    const struct polder_shared_object *shared_begin, *shared_end;
    const struct polder_initializer *init_begin, *init_end;
    const struct polder_reloc *reloc_begin, *reloc_end;
    const struct polder_unit *unit_begin, *unit_end;
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
