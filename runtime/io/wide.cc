// Wide characters on the streams of output.cc, which as cookie streams take bytes only. They are
// converted by the locale and go the way of all output. Other streams get the C library's own
// functions.
#include "runtime/io/output.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <dlfcn.h>

#pragma weak dlsym // a static link has none

namespace polder::io {

namespace {

int write_wide(FILE *stream, const wchar_t *text) {
    std::mbstate_t state{};
    const wchar_t *from = text;
    const std::size_t bytes = std::wcsrtombs(nullptr, &from, 0, &state);
    if (bytes == static_cast<std::size_t>(-1)) return -1; // EILSEQ
    char *narrow = static_cast<char *>(std::malloc(bytes + 1));
    if (!narrow) return -1;
    from = text;
    std::wcsrtombs(narrow, &from, bytes + 1, &state);
    const std::size_t written = std::fwrite(narrow, 1, bytes, stream);
    std::free(narrow);
    return written == bytes ? 0 : -1;
}

// The formatted text, to be freed; null on errors of the format or of memory.
wchar_t *format_wide(const wchar_t *format, va_list arguments) {
    constexpr std::size_t longest = std::size_t{1} << 28;
    for (std::size_t room = 256; room < longest; room *= 4) {
        wchar_t *text = static_cast<wchar_t *>(std::malloc(room * sizeof(wchar_t)));
        if (!text) return nullptr;
        va_list copy;
        va_copy(copy, arguments);
        errno = 0;
        const int length = std::vswprintf(text, room, format, copy); // -1 both for "too small" and for errors
        va_end(copy);
        if (length >= 0) return text;
        std::free(text);
        if (errno == EILSEQ) return nullptr;
    }
    return nullptr;
}

int put_wide(FILE *stream, const wchar_t *text) {
    if (output_is_ours(stream)) return write_wide(stream, text);
    flockfile(stream);
    const int result = fputws_unlocked(text, stream);
    funlockfile(stream);
    return result;
}

int print_wide(FILE *stream, const wchar_t *format, va_list arguments) {
    void *next = !output_is_ours(stream) && &dlsym ? dlsym(RTLD_NEXT, "vfwprintf") : nullptr;
    if (next) return reinterpret_cast<int (*)(FILE *, const wchar_t *, va_list)>(next)(stream, format, arguments);
    wchar_t *text = format_wide(format, arguments);
    if (!text) return -1;
    const int length = static_cast<int>(std::wcslen(text));
    const int result = put_wide(stream, text);
    std::free(text);
    return result < 0 ? -1 : length;
}

} // namespace

} // namespace polder::io

using polder::io::print_wide;

extern "C" {
#pragma GCC visibility push(default)

int vfwprintf(FILE *stream, const wchar_t *format, va_list arguments) {
    return print_wide(stream, format, arguments);
}
int vwprintf(const wchar_t *format, va_list arguments) {
    return print_wide(stdout, format, arguments);
}

int fwprintf(FILE *stream, const wchar_t *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int result = print_wide(stream, format, arguments);
    va_end(arguments);
    return result;
}

int wprintf(const wchar_t *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int result = print_wide(stdout, format, arguments);
    va_end(arguments);
    return result;
}

// What -D_FORTIFY_SOURCE makes of these.
int __vfwprintf_chk(FILE *stream, int, const wchar_t *format, va_list arguments) {
    return print_wide(stream, format, arguments);
}

int __fwprintf_chk(FILE *stream, int, const wchar_t *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int result = print_wide(stream, format, arguments);
    va_end(arguments);
    return result;
}

int __wprintf_chk(int, const wchar_t *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int result = print_wide(stdout, format, arguments);
    va_end(arguments);
    return result;
}

int fputws(const wchar_t *text, FILE *stream) {
    return polder::io::put_wide(stream, text);
}

wint_t fputwc(wchar_t character, FILE *stream) {
    if (polder::io::output_is_ours(stream)) {
        const wchar_t text[2] = {character, 0};
        return polder::io::write_wide(stream, text) < 0 ? WEOF : static_cast<wint_t>(character);
    }
    flockfile(stream);
    const wint_t result = fputwc_unlocked(character, stream);
    funlockfile(stream);
    return result;
}

wint_t putwc(wchar_t character, FILE *stream) {
    return fputwc(character, stream);
}
wint_t putwchar(wchar_t character) {
    return fputwc(character, stdout);
}
#pragma GCC visibility pop
}
