/* POLDER_WATCHED: ThreadSanitizer instruments this unit, so accesses in place are left to the
 * library, which tells it of them. Programs do not include this. */
#ifndef POLDER_INLINE_WATCHED_H
#define POLDER_INLINE_WATCHED_H

#ifdef __SANITIZE_THREAD__
#define POLDER_WATCHED 1
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define POLDER_WATCHED 1
#endif
#endif

#endif
