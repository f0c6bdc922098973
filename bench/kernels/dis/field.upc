/* The Field Stressmark (see field.h). The field is dealt out in one block a thread. Each thread
 * searches its block, which it reads by a private pointer, and two overhangs of the words beside
 * it. A token that begins in the block is the thread's, one that begins in front of it only covers
 * words. Prints the time of one word of one token's search of one thread.
 *
 * The first set of a block goes on from the block in front, the last one goes on behind. So a
 * thread publishes both, and thread 0 joins them while the others change what they found.
 *
 * No word is written before all have read: a barrier parts search and change. */
#include <upc_relaxed.h>

#include "field.h"

typedef shared [] field_word *block_t;

/* What a thread found of a token. */
struct part {
    long places;   /* of the token, in the block */
    long first;    /* the first of them */
    uint64_t mark; /* of the sets between them */
    struct field_set head; /* up to the first place */
    struct field_set tail; /* behind the last one */
};

/* A thread's view of its part of the field. */
struct view {
    long first; /* of the block */
    long end;
    const field_word *own;
    long *place;
    field_word *changed; /* of each place, its words */
};

shared block_t block_of[THREADS];
shared struct part part_of_thread[THREADS];
shared uint64_t mark_of[THREADS];

static block_t *block; /* a copy of the directory */

static shared [] field_word *word_at(const struct field_sizes *sizes, long i) {
    const int owner = part_of(sizes->words, THREADS, i);
    return block[owner] + (i - part_first(sizes->words, THREADS, owner));
}

static struct view field_create(const struct field_sizes *sizes) {
    const long first = part_first(sizes->words, THREADS, MYTHREAD);
    const long end = part_first(sizes->words, THREADS, MYTHREAD + 1);
    const size_t most = (size_t)((end - first) / sizes->length + 1);
    struct view view = {.first = first, .end = end};
    block_of[MYTHREAD] = upc_alloc((size_t)(end - first) + 1);
    upc_barrier;
    block = program_memory(THREADS * sizeof *block);
    for (int t = 0; t < THREADS; t++) block[t] = block_of[t];
    for (long i = first; i < end; i++) block[MYTHREAD][i - first] = field_start(sizes, i);
    view.own = (const field_word *)block[MYTHREAD];
    view.place = program_memory(most * sizeof *view.place);
    view.changed = program_memory(most * (size_t)sizes->length);
    upc_barrier;
    return view;
}

/* Word i for a thread that looks at its block and the overhangs beside it. */
static field_word word_seen(const struct field_sizes *sizes, const struct view *view, long i) {
    return i >= view->first && i < view->end ? view->own[i - view->first] : *word_at(sizes, i);
}

/* Whether the token begins at word i; its last words may lie in other blocks. */
static int token_found(const struct field_sizes *sizes, const struct view *view, const field_word *token, long i) {
    if (i > sizes->words - sizes->length) return 0;
    if (i >= view->first && i + sizes->length <= view->end)
        return field_found(view->own + (i - view->first), token, sizes->length);
    long same = 0;
    while (same < sizes->length && word_seen(sizes, view, i + same) == token[same]) same++;
    return same == sizes->length;
}

/* The first word of the block that no token of the blocks in front covers; its end if they cover
 * all. */
static long uncovered_first(const struct field_sizes *sizes, const struct view *view, const field_word *token) {
    const long overhang = sizes->length - 1;
    for (long i = view->first > overhang ? view->first - overhang : 0; i < view->first; i++)
        if (token_found(sizes, view, token, i)) return i + sizes->length < view->end ? i + sizes->length : view->end;
    return view->first;
}

static void place_change(const struct field_sizes *sizes, const struct view *view, long i, field_word *changed) {
    for (long j = 0; j < sizes->length; j++)
        changed[j] = field_changed(sizes, word_seen(sizes, view, i + j),
                                   word_seen(sizes, view, (i + j + sizes->offset) % sizes->words));
}

static struct part block_search(const struct field_sizes *sizes, const struct view *view, const field_word *token,
                                long number) {
    struct part part = {.first = sizes->words, .head = field_set_empty};
    struct field_set set = field_set_empty;
    const field_word *const own = view->own;
    for (long i = uncovered_first(sizes, view, token); i < view->end;) {
        const field_word word = own[i - view->first];
        if (word != token[0] || !token_found(sizes, view, token, i)) {
            field_set_add(&set, word);
            i++;
            continue;
        }
        if (part.places == 0) {
            part.head = set;
            part.first = i;
        } else {
            part.mark += field_set_mark(&set, number, i);
        }
        place_change(sizes, view, i, view->changed + part.places * sizes->length);
        view->place[part.places++] = i;
        set = field_set_empty;
        i += sizes->length;
    }
    part.tail = set;
    return part;
}

static void places_write(const struct field_sizes *sizes, const struct view *view, long places) {
    for (long p = 0; p < places; p++)
        for (long j = 0; j < sizes->length; j++)
            *word_at(sizes, view->place[p] + j) = view->changed[p * sizes->length + j];
}

/* What all sets of a token add to the checksum. */
static uint64_t parts_join(const struct field_sizes *sizes, long number) {
    struct field_set set = field_set_empty;
    uint64_t mark = 0;
    for (int t = 0; t < THREADS; t++) {
        const struct part part = part_of_thread[t];
        if (part.places == 0) {
            set = field_set_joined(set, part.tail);
            continue;
        }
        set = field_set_joined(set, part.head);
        mark += field_set_mark(&set, number, part.first) + part.mark;
        set = part.tail;
    }
    return mark + field_set_mark(&set, number, sizes->words);
}

/* Of this thread's words. */
static uint64_t block_mark(const struct view *view) {
    uint64_t mark = 0;
    for (long i = view->first; i < view->end; i++) mark += field_word_mark(i, view->own[i - view->first]);
    return mark;
}

static int checksum_right(const struct field_sizes *sizes, uint64_t found) {
    field_word *copy = program_memory((size_t)sizes->words);
    for (long i = 0; i < sizes->words; i++) copy[i] = field_start(sizes, i);
    const uint64_t expected = field_serial(sizes, copy);
    free(copy);
    return found == expected;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    struct field_sizes sizes = field_class(name).sizes;
    if (!sizes.words) return program_unknown_class("field", name);
    if (!field_sizes_read(&sizes, words, word, MYTHREAD == 0)) return 1;
    const struct view view = field_create(&sizes);
    uint64_t checksum = 0;
    const double start = bench_now_ns();
    for (long number = 0; number < sizes.tokens; number++) {
        field_word token[FIELD_LENGTH_MOST];
        field_token(&sizes, number, token);
        const struct part part = block_search(&sizes, &view, token, number);
        part_of_thread[MYTHREAD] = part;
        upc_barrier;
        places_write(&sizes, &view, part.places);
        if (MYTHREAD == 0) checksum += parts_join(&sizes, number);
        upc_barrier;
    }
    const double taken = bench_now_ns() - start;
    mark_of[MYTHREAD] = block_mark(&view);
    upc_barrier;
    for (int t = 0; MYTHREAD == 0 && t < THREADS; t++) checksum += mark_of[t];
    upc_barrier;
    upc_free(block[MYTHREAD]);
    free(block);
    free(view.place);
    free(view.changed);
    if (MYTHREAD != 0) return 0;
    bench_print("field", taken * THREADS / ((double)sizes.words * (double)sizes.tokens));
    dis_checksum_print("field", checksum);
    return program_verdict("field", name, checksum_right(&sizes, checksum));
}
