/* A library written in UPC: a string that swings, its points spread over all threads. For C, C++ and Fortran. */
#ifndef WAVES_H
#define WAVES_H

#ifdef __cplusplus
extern "C" {
#endif

void waves_create(int points_each); /* all threads together; the string starts as half a sine wave */
void waves_step(int steps);         /* all threads together */
double waves_energy(void);          /* all threads together; the same value in each */
double *waves_mine(int *points);    /* the caller's part of the string, as ordinary memory */

#ifdef __cplusplus
}
#endif

#endif
