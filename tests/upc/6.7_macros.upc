// 6.7.2: predefined macros.
#include "check.h"

#if __UPC__ != 1
#error "__UPC__"
#endif
#if __UPC_VERSION__ != 201311L
#error "__UPC_VERSION__"
#endif
#ifndef UPC_MAX_BLOCK_SIZE
#error "UPC_MAX_BLOCK_SIZE"
#endif
#ifndef __UPC_DYNAMIC_THREADS__
#error "__UPC_DYNAMIC_THREADS__"
#endif
#ifdef __UPC_STATIC_THREADS__
#error "__UPC_STATIC_THREADS__"
#endif
#if __UPC_DYNAMIC_THREADS__ != 1 || !defined __STDC__ || __STDC_VERSION__ < 199901L
#error "values"
#endif
#if __UPC_TICK__ != 1 || __UPC_COLLECTIVE__ != 1 || __UPC_ATOMIC__ != 1 || __UPC_CASTABLE__ != 1 || __UPC_IO__ != 1 || __UPC_NB__ != 1
#error "a library is there, so is its feature macro"
#endif

int main(void)
{
    CHECK(sizeof(__FILE__) > 1 && __LINE__ > 10 && sizeof(__func__) == 5);
    PASS();
    return 0;
}
