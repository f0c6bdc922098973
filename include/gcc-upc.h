/* <gcc-upc.h>: GNU UPC reads it before every source; nothing in it is missing here. */
#ifndef POLDER_GCC_UPC_H
#define POLDER_GCC_UPC_H
#include <upc.h>
#endif
