// Is this code compiled with a sanitizer? gcc says so by macros, clang by features.
#pragma once

namespace polder {

#if defined(__has_feature)
inline constexpr bool address_instrumented = __has_feature(address_sanitizer);
inline constexpr bool thread_instrumented = __has_feature(thread_sanitizer);
#else
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool address_instrumented = true;
#else
inline constexpr bool address_instrumented = false;
#endif
#if defined(__SANITIZE_THREAD__)
inline constexpr bool thread_instrumented = true;
#else
inline constexpr bool thread_instrumented = false;
#endif
#endif

} // namespace polder
