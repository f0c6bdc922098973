// The boundary between the entry of a UPC program (main.cc), which is always linked into it, and
// the runtime, which may be the shared library. Nothing else may be named across it: the program
// would take a second runtime from the archive.
#pragma once

#include "runtime/start/start.h"

/// Runs the program as a job or as this process's part of one. uses_mpi: MPI is started before and
/// ended behind it.
extern "C" [[noreturn]] void polder_enter(const polder::start::Program &program, bool uses_mpi);
