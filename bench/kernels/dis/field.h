/* The Field Stressmark: a field of random words is searched for tokens, one after the other. The
 * places of a token delimit sets of words, whose number, sum, least and largest word are found.
 * Then each place is changed: to each of its words the one `offset` words on is added, as it was
 * before. The field is a ring for this. Its sizes are words, letters, length, tokens and offset.
 *
 * The first letter of a token is no other of its letters, so no two places of it overlap. Thus the
 * order of the search does not matter.
 *
 * The checksum is of all sets, and of all words at the end. */
#ifndef BENCH_DIS_FIELD_H
#define BENCH_DIS_FIELD_H

#include "dis.h"

typedef uint8_t field_word;

enum { FIELD_LENGTH_MOST = 64 };

struct field_sizes {
    long words;
    long letters; /* what a word is below */
    long length;  /* of a token */
    long tokens;
    long offset;
};

struct field_class {
    struct field_sizes sizes;
    uint64_t checksum;
};

/* No words: no such class. */
static inline struct field_class field_class(char name) {
    switch (name) {
    case 'S': return (struct field_class){{1L << 14, 16, 3, 4, 37}, 0x6d924ef01ce97c4a};
    case 'W': return (struct field_class){{1L << 20, 16, 3, 8, 37}, 0x4e502d261228dcc7};
    case 'A': return (struct field_class){{1L << 24, 16, 3, 16, 37}, 0x6108a3378ce2c22a};
    default: return (struct field_class){{0, 0, 0, 0, 0}, 0};
    }
}

static inline int field_sizes_read(struct field_sizes *sizes, int words, char **word, int speaks) {
    const struct dis_size all[] = {{"words", &sizes->words, FIELD_LENGTH_MOST, 1L << 40},
                                   {"letters", &sizes->letters, 2, 256},
                                   {"length", &sizes->length, 1, FIELD_LENGTH_MOST},
                                   {"tokens", &sizes->tokens, 1, 1L << 20},
                                   {"offset", &sizes->offset, 0, 1L << 40}};
    return dis_sizes_read("field", words, word, all, 5, speaks);
}

static inline field_word field_start(const struct field_sizes *sizes, long i) {
    return (field_word)(dis_mix((uint64_t)i) % (uint64_t)sizes->letters);
}

static inline void field_token(const struct field_sizes *sizes, long number, field_word *token) {
    const uint64_t letters = (uint64_t)sizes->letters;
    const uint64_t first = dis_mix2(3, (uint64_t)number) % letters;
    token[0] = (field_word)first;
    for (long j = 1; j < sizes->length; j++)
        token[j] = (field_word)((first + 1 + dis_mix2((uint64_t)number, (uint64_t)j) % (letters - 1)) % letters);
}

/* A word of a place, changed. */
static inline field_word field_changed(const struct field_sizes *sizes, field_word old, field_word on) {
    return (field_word)((old + on) % sizes->letters);
}

/* A set of words, or a part of one. */
struct field_set {
    long count;
    long sum;
    long least;
    long most;
};

static const struct field_set field_set_empty = {0, 0, 256, -1};

static inline void field_set_add(struct field_set *set, field_word word) {
    set->count++;
    set->sum += word;
    set->least = word < set->least ? word : set->least;
    set->most = word > set->most ? word : set->most;
}

/* Two parts of one set. */
static inline struct field_set field_set_joined(struct field_set a, struct field_set b) {
    const struct field_set set = {a.count + b.count, a.sum + b.sum, a.least < b.least ? a.least : b.least,
                                  a.most > b.most ? a.most : b.most};
    return set;
}

/* What a set adds to the checksum. Its end: the place of the token, or the number of words. */
static inline uint64_t field_set_mark(const struct field_set *set, long token, long end) {
    const uint64_t counted = dis_mix2((uint64_t)set->count, (uint64_t)set->sum);
    return dis_mix2(dis_mix2(counted, (uint64_t)(set->least * 512 + set->most + 1)),
                    dis_mix2((uint64_t)token, (uint64_t)end));
}

static inline uint64_t field_word_mark(long i, field_word word) {
    return dis_mix2((uint64_t)i, word);
}

/* Whether the token begins here; the first words that differ end the comparison. */
static inline int field_found(const field_word *words, const field_word *token, long length) {
    long same = 0;
    while (same < length && words[same] == token[same])
        same++;
    return same == length;
}

/* Of one token; `changed` has room for all words. */
static inline uint64_t field_serial_token(const struct field_sizes *sizes, field_word *field, field_word *changed,
                                          long number) {
    field_word token[FIELD_LENGTH_MOST];
    struct field_set set = field_set_empty;
    uint64_t checksum = 0;
    field_token(sizes, number, token);
    memcpy(changed, field, (size_t)sizes->words);
    for (long i = 0; i < sizes->words;) {
        if (i > sizes->words - sizes->length || !field_found(field + i, token, sizes->length)) {
            field_set_add(&set, field[i++]);
            continue;
        }
        checksum += field_set_mark(&set, number, i);
        set = field_set_empty;
        for (const long end = i + sizes->length; i < end; i++)
            changed[i] = field_changed(sizes, field[i], field[(i + sizes->offset) % sizes->words]);
    }
    memcpy(field, changed, (size_t)sizes->words);
    return checksum + field_set_mark(&set, number, sizes->words);
}

static inline uint64_t field_serial(const struct field_sizes *sizes, field_word *field) {
    field_word *changed = program_memory((size_t)sizes->words);
    uint64_t checksum = 0;
    for (long number = 0; number < sizes->tokens; number++)
        checksum += field_serial_token(sizes, field, changed, number);
    for (long i = 0; i < sizes->words; i++)
        checksum += field_word_mark(i, field[i]);
    free(changed);
    return checksum;
}

#endif
