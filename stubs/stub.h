// Stubs: stand-ins for libraries of network hardware that this machine does not have. Each is a
// shared library of its own in lib/polder and never part of libpolder.
//
// A libfabric that a distribution builds is linked with the libraries of all networks. Two of them,
// libpsm_infinipath and libpsm2, measure the clock with sleeps when they are loaded. That takes a
// tenth of a second each on a quiet machine, seconds on a busy one. Where no such device is,
// conduits/open/load.cc first loads a library of the same name that does nothing. The dynamic
// linker takes a library that is there already for the one that is needed. Each function of a stub
// refuses, so the provider that would have used it finds no hardware, which is the truth.
//
// Only names of functions are here. A libfabric that needs others does not load over these; then
// load.cc does without.
#pragma once

#define POLDER_STUB(name)                                                                                              \
    __attribute__((visibility("default"))) int name() {                                                                \
        return 1; /* any code but 0 is an error to these libraries */                                                  \
    }
