/* What upcc -fpe-threads includes in front of a source, which is C then, not UPC. UPC's words are
 * names in it; each thread of the job has its own copy of its variables, as in UPC. Preprocessed
 * text tells both by this header. */
#ifndef POLDER_PE_THREADS_H
#define POLDER_PE_THREADS_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

#pragma upc c_words
#define __POLDER_PE_THREADS__ 1

#endif
