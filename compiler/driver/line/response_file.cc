// @file: more arguments in a file. The rules are those of gcc. White space separates words, but not
// inside '...' and "...". A backslash protects the next character anywhere. An @file that cannot be
// read stays a word. Files may name files.
#include "compiler/driver/line/command_line.h"

#include <cctype>
#include <cstdio>

namespace polder::cc {
namespace {

constexpr int max_depth = 32;

bool read_whole(const std::string &path, std::string &text) {
    FILE *f = fopen(path.c_str(), "rb");
    if (!f) return false;
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
        text.append(buffer, n);
    const bool good = !ferror(f);
    fclose(f);
    return good;
}

std::vector<std::string> split_words(const std::string &text) {
    std::vector<std::string> words;
    std::string word;
    bool inside = false;
    char quote = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && i + 1 < text.size()) {
            word += text[++i];
            inside = true;
        } else if (quote) {
            if (c == quote)
                quote = 0;
            else
                word += c;
        } else if (c == '\'' || c == '"') {
            quote = c;
            inside = true;
        } else if (isspace(static_cast<unsigned char>(c))) {
            if (inside) words.push_back(std::move(word));
            word.clear();
            inside = false;
        } else {
            word += c;
            inside = true;
        }
    }
    if (inside) words.push_back(std::move(word));
    return words;
}

void expand(const std::vector<std::string> &from, std::vector<std::string> &to, int depth) {
    for (const std::string &word : from) {
        std::string text;
        if (depth < max_depth && word.size() > 1 && word[0] == '@' && read_whole(word.substr(1), text))
            expand(split_words(text), to, depth + 1);
        else
            to.push_back(word);
    }
}

} // namespace

std::vector<std::string> expand_response_files(const std::vector<std::string> &arguments) {
    std::vector<std::string> result;
    expand(arguments, result, 0);
    return result;
}

std::string quoted_for_response_file(const std::string &word) {
    if (word.empty()) return "\"\"";
    std::string text;
    for (const char c : word) {
        if (c == '\\' || c == '\'' || c == '"' || isspace(static_cast<unsigned char>(c))) text += '\\';
        text += c;
    }
    return text;
}

} // namespace polder::cc
