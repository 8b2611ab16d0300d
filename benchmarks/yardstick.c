/* The speed to compare with: class sizes of guesses against all codes of a game, in plain C.

   A code is two words: one-hot positions and unary color counts. A pair costs two ANDs, two population
   counts and one update of a histogram. Built by benchmarks/kernels.py with gcc -O3 -march=native.

   Use: yardstick PEGS COLORS DISTINCT(0|1) GUESSES SECONDS
   Prints pairs a second of CPU time, and the sum of squares of all class sizes, to compare answers. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_BINS 1024
#define MOST_PEGS 64

typedef struct {
    int pegs, colors, distinct;
    size_t size;
    uint64_t *position, *content;
} game;

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Writes code `number` as the game's next code, unless a color repeats that may not. */
static void add_code(game *of, size_t number)
{
    int seen[MOST_PEGS] = {0};
    uint64_t position = 0, content = 0;
    for (int peg = of->pegs - 1; peg >= 0; peg--) {
        int color = (int)(number % (size_t)of->colors);
        number /= (size_t)of->colors;
        if (of->distinct && seen[color]) return;
        position |= UINT64_C(1) << (peg * of->colors + color);
        content |= UINT64_C(1) << (of->distinct ? color : color * of->pegs + seen[color]);
        seen[color]++;
    }
    of->position[of->size] = position;
    of->content[of->size++] = content;
}

/* Packs every code, in numeric order. */
static game all_codes(int pegs, int colors, int distinct)
{
    size_t numbers = 1;
    for (int peg = 0; peg < pegs; peg++) numbers *= (size_t)colors;
    game made = {pegs, colors, distinct, 0, malloc(8 * numbers), malloc(8 * numbers)};
    if (!made.position || !made.content) exit(1);
    for (size_t number = 0; number < numbers; number++) add_code(&made, number);
    return made;
}

static void class_sizes(uint64_t position, uint64_t content, const uint64_t *restrict positions,
                        const uint64_t *restrict contents, size_t size, int pegs, uint32_t *restrict sizes)
{
    for (size_t i = 0; i < size; i++) {
        int black = __builtin_popcountll(position & positions[i]);
        int total = __builtin_popcountll(content & contents[i]);
        sizes[pegs * black + total]++;
    }
}

/* The sum of squares for guesses spread over the whole list, as a search would meet them. */
static uint64_t count_all(const game *of, size_t guesses)
{
    int bins = of->pegs * (of->pegs + 1) + 1;
    uint64_t squares = 0;
    for (size_t guess = 0; guess < guesses; guess++) {
        uint32_t sizes[MOST_BINS];
        size_t at = guess * (of->size / guesses);
        memset(sizes, 0, sizeof *sizes * (size_t)bins);
        class_sizes(of->position[at], of->content[at], of->position, of->content, of->size, of->pegs, sizes);
        for (int bin = 0; bin < bins; bin++) squares += (uint64_t)sizes[bin] * sizes[bin];
    }
    return squares;
}

int main(int argc, char **argv)
{
    if (argc != 6) return fprintf(stderr, "use: yardstick PEGS COLORS DISTINCT GUESSES SECONDS\n"), 2;
    int pegs = atoi(argv[1]), colors = atoi(argv[2]), distinct = atoi(argv[3]);
    if (pegs < 1 || colors < 1 || pegs * colors > 64) return fprintf(stderr, "does not fit in words\n"), 2;
    game of = all_codes(pegs, colors, distinct);
    size_t guesses = strtoul(argv[4], NULL, 10);
    if (guesses < 1 || guesses > of.size) guesses = of.size;
    uint64_t squares = count_all(&of, guesses);
    double start = cpu_seconds(), least = atof(argv[5]), took = 0;
    size_t times = 0;
    for (; took < least; took = cpu_seconds() - start, times++)
        if (count_all(&of, guesses) != squares) return 1;
    printf("%.6e %" PRIu64 "\n", (double)of.size * (double)guesses * (double)times / took, squares);
    return 0;
}
