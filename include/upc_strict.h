/* <upc_strict.h>: from each inclusion on, shared accesses are strict unless qualified otherwise
 * (UPC 1.3, 7.1). */
#pragma upc strict
#include <upc.h>
