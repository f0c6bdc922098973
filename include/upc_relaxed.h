/* <upc_relaxed.h>: from each inclusion on, shared accesses are relaxed unless qualified otherwise
 * (UPC 1.3, 7.1). */
#pragma upc relaxed
#include <upc.h>
