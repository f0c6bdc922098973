// The list of modules; runtime/start/modules.cc appends to it.
#include "runtime/module/module.h"

struct polder_module *polder_modules = nullptr;
