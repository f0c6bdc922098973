// Handlers of the program's messages (<polder/message.h>), by id: a number of the program's, or one
// computed from a name. All travel as one handler of runtime/am, with the id as a hidden first
// argument; so there may be any number of them.
//
// Ids of names have the highest bit set, numbers do not.
#pragma once

#include <polder/message.h>

namespace polder::api {

// Of a name; no two names of one process have the same, or the job ends with a message.
polder_handler_id handler_id(const char *name);
// A number that programs may use, or an id of a name; else the job ends.
polder_handler_id handler_expect(polder_handler_id id, const char *function);

// The function is known from here on. replace: an earlier one goes.
void handler_put(polder_handler_id id, const char *name, polder_handler function, bool replace);
// Null: not in this process.
polder_handler handler_find(polder_handler_id id);

} // namespace polder::api
