/* <intrinsics.h>: where Cray's compiler declares its atomic operations; see <upc_cray.h>. */
#ifndef POLDER_INTRINSICS_H
#define POLDER_INTRINSICS_H
#include <upc_cray.h>
#endif
