// The runtime's getopt family answers as the C library's does: same results, same state, same order
// of the words afterwards.
#include <gtest/gtest.h>

#include <getopt.h>
#include <string>
#include <vector>

extern "C" {
char **polder_optarg(void);
int *polder_optind(void);
int *polder_opterr(void);
int *polder_optopt(void);
int polder_getopt(int argc, char *const *argv, const char *letters);
int polder_getopt_long(int argc, char *const *argv, const char *letters, const option *names, int *index);
int polder_getopt_long_only(int argc, char *const *argv, const char *letters, const option *names, int *index);
}

namespace {

int flag_value;
const option names[] = {{"alpha", no_argument, nullptr, 'a'},       {"beta", required_argument, nullptr, 'b'},
                        {"gamma", optional_argument, nullptr, 'g'}, {"alpine", no_argument, nullptr, 'l'},
                        {"set", no_argument, &flag_value, 7},       {nullptr, 0, nullptr, 0}};

enum class Form { plain, longer, only };

std::string arg(const char *text) {
    return text ? text : "(null)";
}

struct Words {
    explicit Words(const std::vector<std::string> &list) : texts(list) {
        for (std::string &text : texts)
            pointers.push_back(text.data());
        pointers.push_back(nullptr);
    }
    std::vector<std::string> texts;
    std::vector<char *> pointers;
    int count() const { return static_cast<int>(texts.size()); }
};

std::string order(const Words &words) {
    std::string result;
    for (char *word : words.pointers)
        if (word) result += std::string(word) + ' ';
    return result;
}

std::string run_library(Form form, const std::vector<std::string> &list, const char *letters) {
    Words words(list);
    std::string log;
    optind = 0;
    opterr = 0;
    for (int turn = 0; turn < 50; ++turn) {
        int index = -1;
        const int c = form == Form::plain ? getopt(words.count(), words.pointers.data(), letters)
                      : form == Form::longer
                          ? getopt_long(words.count(), words.pointers.data(), letters, names, &index)
                          : getopt_long_only(words.count(), words.pointers.data(), letters, names, &index);
        log += std::to_string(c) + ',' + arg(optarg) + ',' + std::to_string(optind) + ',' +
               (c == '?' ? std::to_string(optopt) : "") + ',' + std::to_string(index) + ';';
        if (c == -1) break;
    }
    return log + order(words);
}

std::string run_ours(Form form, const std::vector<std::string> &list, const char *letters) {
    Words words(list);
    std::string log;
    *polder_optind() = 0;
    *polder_opterr() = 0;
    for (int turn = 0; turn < 50; ++turn) {
        int index = -1;
        const int c = form == Form::plain ? polder_getopt(words.count(), words.pointers.data(), letters)
                      : form == Form::longer
                          ? polder_getopt_long(words.count(), words.pointers.data(), letters, names, &index)
                          : polder_getopt_long_only(words.count(), words.pointers.data(), letters, names, &index);
        log += std::to_string(c) + ',' + arg(*polder_optarg()) + ',' + std::to_string(*polder_optind()) + ',' +
               (c == '?' ? std::to_string(*polder_optopt()) : "") + ',' + std::to_string(index) + ';';
        if (c == -1) break;
    }
    return log + order(words);
}

// Every list of up to four of these words, with every set of letters and each of the three
// functions.
TEST(getopt, answers_as_the_library) {
    const std::vector<std::string> vocabulary = {
        "x",    "-",      "--",      "-a",     "-ab",   "-b",   "-bval",  "-c", "--beta", "--beta=v", "--alpha=v",
        "--al", "--alpi", "--gamma", "--ga=q", "--set", "--no", "-alpha", "-q", "-g",     "-beta"};
    int compared = 0;
    for (const char *letters : {"ab:c", "+ab:c", "-ab:c", ":ab:cg::", "ag::"})
        for (Form form : {Form::plain, Form::longer, Form::only})
            for (const std::string &one : vocabulary)
                for (const std::string &two : vocabulary)
                    for (const std::string &three : vocabulary) {
                        const std::vector<std::string> list = {"prog", one, two, three, "y"};
                        ASSERT_EQ(run_library(form, list, letters), run_ours(form, list, letters))
                            << letters << ' ' << static_cast<int>(form) << ' ' << one << ' ' << two << ' ' << three;
                        ++compared;
                    }
    EXPECT_GT(compared, 100000);
}

} // namespace
