/* Finds least totals of Mastermind by what is known of the secret: patterns of colors asked for and not.
 *     cc -O3 -march=native -DPEGS=3 -o unasked_search unasked_search.c
 *     ./unasked_search repeats|distinct FIRST LAST [tree|proof]
 * With -DBLACK=1 the games tell black hits only. The program prints the least total of each number of colors from
 * FIRST to LAST, and with "tree" a best tree of each: a line for each node, parents first, with the number of the
 * guess, the feedback before it, and the guess. With "proof", lines with lemmas follow that prove that no total is
 * smaller, which checker/patterncheck.py reads: the bound, the colors not asked for, the dead ones, the patterns.
 *
 * Colors that no guess has asked for are alike. So what is known of the secret is a set of patterns: at each peg a
 * color that was asked for, or one of those that were not. Colors that no candidate has are dead, and stand for each
 * other. So positions of games of different numbers of colors are the same position if they have the same patterns,
 * as many colors not asked for, and as many dead colors as a guess can use. If only black hits are told, a color
 * means something at its own peg alone, so each peg has its own colors not asked for, and its own dead ones.
 *
 * The search is branch and bound with a table of all positions met. docs/optimal.md has its bounds and their proofs.
 * It shares nothing with the search of pegwise, and looks at no list of codes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PEGS
#define PEGS 3
#endif
#ifndef BLACK
#define BLACK 0
#endif

typedef uint64_t u64;
typedef uint32_t u32;

#define MOST_COLORS 40              /* of a game */
#define NAMES 64                    /* colors that patterns and guesses name */
#define LABELS ((PEGS + 1) * (BLACK ? 1 : PEGS + 1)) /* what feedback tells, as a number */
#define WIN (LABELS - 1)
#define CLASSES (BLACK ? PEGS + 1 : PEGS * (PEGS + 3) / 2) /* that a guess can make */
#define OPEN (1 << 29)              /* the upper bound where nothing is known */
#define NONE 255                    /* the color of a dead peg of a guess */

#if BLACK
#define KINDS (1 << PEGS)           /* patterns by the pegs that are unknown */
#define ASKS (1 << PEGS)            /* guesses by the pegs that ask for a new color */
#define SPACES PEGS                 /* each peg has its own colors */
#else
#define KINDS (PEGS + 1)            /* patterns by the number of pegs that are unknown */
#define ASKS (PEGS + 1)             /* guesses by the number of new colors */
#define SPACES 1
#endif

#if BLACK || PEGS > 3
typedef unsigned __int128 Bits;
#define BITS_COLORS (BLACK ? 120 : 124 / PEGS) /* names that fit */
#else
typedef u64 Bits;
#define BITS_COLORS (63 / PEGS)
#endif
typedef struct { unsigned short of[KINDS]; } Counts; /* patterns by their kind */

/* A color for each peg, a byte each: 0 for one that was not asked for, else its name. */
typedef u32 Pattern;

typedef struct {
    int unasked[SPACES], dead[SPACES], alive[SPACES];
    int names; /* the highest name in the patterns */
    int64_t size;
    int count;
    Pattern *patterns;
    u64 key[2];
} Position;

typedef struct {
    Pattern guess;
    int ask, bound, code;
    short classes;
    char wins;
} Guess;

/* The patterns of a position after a guess that asks so, before its feedback. */
typedef struct {
    int count;
    Bits *colors, *places;
    unsigned char *kind;
    Pattern *patterns;
} Asked;

typedef struct {
    u64 key[2];
    int lower, upper;
} Entry;

static int repeats = 1;
static int orders[24][PEGS], order_count;

static void *room(size_t bytes) {
    void *found = malloc(bytes ? bytes : 1);
    if (!found) { fputs("out of memory\n", stderr); exit(1); }
    return found;
}

static u64 mixed(u64 x) {
    x ^= x >> 30; x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27; x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static inline int color_at(Pattern p, int peg) { return p >> 8 * peg & 255; }
static inline Pattern put(int color, int peg) { return (Pattern)color << 8 * peg; }

static inline int kind_of(Pattern p) {
    int kind = 0;
    for (int peg = 0; peg < PEGS; peg++)
        if (!color_at(p, peg)) kind += BLACK ? 1 << peg : 1;
    return kind;
}

static inline int asked_for(int ask, int space) { return BLACK ? ask >> space & 1 : ask; }

/* The codes of a pattern of a kind when so many colors were not asked for. */
static int64_t codes_of(int kind, const int *unasked, int ask) {
    int64_t codes = 1;
#if BLACK
    for (int peg = 0; peg < PEGS; peg++)
        if (kind >> peg & 1) codes *= unasked[peg] - asked_for(ask, peg);
#else
    for (int i = 0; i < kind; i++) {
        int left = unasked[0] - ask - (repeats ? 0 : i);
        codes *= left > 0 ? left : 0;
    }
#endif
    return codes;
}

/* --- the table --- */

static Entry *table;
static u64 table_size, table_used;

static Entry *entry_of(const u64 *key) {
    if (2 * table_used >= table_size) {
        Entry *old = table;
        u64 before = table_size;
        table_size = before ? 2 * before : 1 << 16;
        table = calloc(table_size, sizeof *table);
        if (!table) { fputs("out of memory\n", stderr); exit(1); }
        for (u64 i = 0; i < before; i++)
            if (old[i].key[0]) {
                u64 at = old[i].key[0] & (table_size - 1);
                while (table[at].key[0]) at = (at + 1) & (table_size - 1);
                table[at] = old[i];
            }
        free(old);
    }
    u64 at = key[0] & (table_size - 1);
    while (table[at].key[0] && (table[at].key[0] != key[0] || table[at].key[1] != key[1]))
        at = (at + 1) & (table_size - 1);
    if (!table[at].key[0]) {
        table[at] = (Entry){{key[0], key[1]}, 0, OPEN};
        table_used++;
    }
    return table + at;
}

/* --- positions that only names and the order of the pegs tell apart --- */

static int by_value(const void *one, const void *other) {
    Pattern a = *(const Pattern *)one, b = *(const Pattern *)other;
    return (a > b) - (a < b);
}

static void sort_patterns(Pattern *some, int count) {
    if (count > 40) { qsort(some, count, sizeof *some, by_value); return; }
    for (int i = 1; i < count; i++) {
        Pattern one = some[i];
        int j = i;
        for (; j && some[j - 1] > one; j--) some[j] = some[j - 1];
        some[j] = one;
    }
}

/* Gives each color of patterns a hash that does not depend on its name, as different as it can. */
static void refine(const Pattern *some, int count, int names, u64 *hash) {
    hash[0] = 12345;
    for (int name = 1; name <= names; name++) hash[name] = 99;
    for (int round = 0, before = 0; round < 4 * names + 8; round++) {
        u64 sums[NAMES] = {0}, sorted[NAMES];
        for (int i = 0; i < count; i++) {
            u64 whole = 7;
            for (int peg = 0; peg < PEGS; peg++) whole = mixed(whole * 31 + hash[color_at(some[i], peg)]);
            for (int peg = 0; peg < PEGS; peg++) {
                int name = color_at(some[i], peg);
                if (name) sums[name] += mixed(whole + peg * 1000003);
            }
        }
        for (int name = 1; name <= names; name++) {
            hash[name] = mixed(sums[name] + hash[name] * 5);
            int j = name - 1;
            for (; j && sorted[j - 1] > hash[name]; j--) sorted[j] = sorted[j - 1];
            sorted[j] = hash[name];
        }
        int different = names > 0;
        for (int i = 1; i < names; i++) different += sorted[i] != sorted[i - 1];
        if (different == names) return;
        if (different == before) { /* some are alike for all that is seen: one of them comes first */
            for (int i = 1; i < names; i++)
                if (sorted[i] == sorted[i - 1]) {
                    int name = 1;
                    while (hash[name] != sorted[i]) name++;
                    hash[name] = mixed(hash[name] + 555);
                    break;
                }
            different = 0;
        }
        before = different;
    }
}

/* Changes patterns into those that stand for all that differ by names and the order of pegs, mostly.

`unasked`, `dead` and `alive` follow the pegs where each has its own colors. */
static void canonical(Pattern *some, int count, int names, int *unasked, int *dead, int *alive) {
    static Pattern *best, *now;
    static int most;
    if (count > most) {
        most = 2 * count;
        free(best); free(now);
        best = room(most * sizeof *best);
        now = room(most * sizeof *now);
    }
    u64 pegs[PEGS], sorted[PEGS], sums[PEGS] = {0};
    static int seen[PEGS][NAMES];
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < count; i++) {
        int blank = 0;
        for (int peg = 0; peg < PEGS; peg++) blank += !color_at(some[i], peg);
        for (int peg = 0; peg < PEGS; peg++) {
            int name = color_at(some[i], peg), same = 0;
            for (int other = 0; other < PEGS; other++) same += color_at(some[i], other) == name;
            seen[peg][name]++;
            sums[peg] += mixed(blank * 16 + same * 4 + !name + 77);
        }
    }
    for (int peg = 0; peg < PEGS; peg++) {
        u64 hash = sums[peg] + mixed(1000 + seen[peg][0]) * 3;
        for (int name = 1; name <= names; name++)
            if (seen[peg][name]) hash += mixed(seen[peg][name]);
        if (SPACES > 1) hash += mixed(7777 + unasked[peg % SPACES] * 64 + dead[peg % SPACES]) * 5;
        pegs[peg] = hash;
        int j = peg;
        for (; j && sorted[j - 1] > hash; j--) sorted[j] = sorted[j - 1];
        sorted[j] = hash;
    }
    int found = -1;
    for (int k = 0; k < order_count; k++) {
        const int *order = orders[k];
        int fits = 1;
        for (int peg = 0; peg < PEGS; peg++) fits &= pegs[order[peg]] == sorted[peg];
        if (!fits) continue;
        for (int i = 0; i < count; i++) {
            now[i] = 0;
            for (int peg = 0; peg < PEGS; peg++) now[i] |= put(color_at(some[i], order[peg]), peg);
        }
        u64 hash[NAMES];
        int rank[NAMES] = {0}, named[NAMES];
        refine(now, count, names, hash);
        for (int name = 1; name <= names; name++) {
            int j = name - 1;
            for (; j && hash[named[j - 1]] > hash[name]; j--) named[j] = named[j - 1];
            named[j] = name;
        }
        for (int j = 0; j < names; j++) rank[named[j]] = j + 1;
        for (int i = 0; i < count; i++) {
            Pattern one = 0;
            for (int peg = 0; peg < PEGS; peg++) one |= put(rank[color_at(now[i], peg)], peg);
            now[i] = one;
        }
        sort_patterns(now, count);
        int less = found < 0;
        for (int i = 0; !less && i < count && now[i] <= best[i]; i++) less = now[i] < best[i];
        if (less) {
            Pattern *kept = best;
            best = now; now = kept;
            found = k;
        }
    }
    memcpy(some, best, count * sizeof *some);
#if BLACK
    int *each[] = {unasked, dead, alive};
    for (int i = 0; i < 3; i++) {
        int before[PEGS];
        memcpy(before, each[i], sizeof before);
        for (int peg = 0; peg < PEGS; peg++) each[i][peg] = before[orders[found][peg]];
    }
#else
    (void)alive;
    (void)found;
#endif
}

/* Numbers the names as they come up; how many there are in each space; what each was into `old`. */
static int rename_all(Pattern *some, int count, int *alive, int *old) {
    int given[256] = {0}, names = 0;
    for (int space = 0; space < SPACES; space++) alive[space] = 0;
    for (int i = 0; i < count; i++) {
        Pattern one = 0;
        for (int peg = 0; peg < PEGS; peg++) {
            int name = color_at(some[i], peg);
            if (name && !given[name]) {
                given[name] = ++names;
                if (names >= NAMES) { fputs("too many colors\n", stderr); exit(1); }
                old[names] = name;
                alive[SPACES > 1 ? peg : 0]++;
            }
            one |= put(name ? given[name] : 0, peg);
        }
        some[i] = one;
    }
    return names;
}

/* The patterns of a class become a position: names in order, and what is dead counted.

`asked`: the colors that the position before and the guess name, in each space. `old` as above: names from
`next` on stand for the last color of a space that no guess has asked for. */
static void tidy(Position *p, const int *asked, int next, int *old) {
    int kept = 0, total[SPACES];
    for (int i = 0; i < p->count; i++)
        if (codes_of(kind_of(p->patterns[i]), p->unasked, 0)) p->patterns[kept++] = p->patterns[i];
    p->count = kept;
    memcpy(total, asked, sizeof total);
    for (int space = 0; space < SPACES; space++) {
        int blank = 0;
        for (int i = 0; i < p->count; i++)
            for (int peg = 0; peg < PEGS; peg++)
                blank += (SPACES == 1 || peg == space) && !color_at(p->patterns[i], peg);
        if (blank && p->unasked[space] == 1) {
            for (int i = 0; i < p->count; i++)
                for (int peg = 0; peg < PEGS; peg++)
                    if ((SPACES == 1 || peg == space) && !color_at(p->patterns[i], peg))
                        p->patterns[i] |= put(next + space, peg);
            total[space]++;
            p->unasked[space] = 0;
        } else if (!blank) {
            total[space] += p->unasked[space];
            p->unasked[space] = 0;
        }
    }
    p->names = rename_all(p->patterns, p->count, p->alive, old);
    int useful = BLACK || repeats ? 1 : PEGS;
    for (int space = 0; space < SPACES; space++) {
        p->dead[space] += total[space] - p->alive[space];
        if (p->dead[space] > useful) p->dead[space] = useful;
    }
    p->size = 0;
    for (int i = 0; i < p->count; i++) p->size += codes_of(kind_of(p->patterns[i]), p->unasked, 0);
}

/* The key of a position in the table, and its canonical patterns. */
static void name_position(Position *p) {
    canonical(p->patterns, p->count, p->names, p->unasked, p->dead, p->alive);
    const Pattern *some = p->patterns;
    int count = p->count;
    int unasked[SPACES];
    memcpy(unasked, p->unasked, sizeof unasked);
#if !BLACK
    static Pattern all[16];
    if (p->size <= 12 && unasked[0]) { /* a small set may have several sets of patterns: it is named by its codes */
        int old[NAMES], alive[SPACES], spare[SPACES] = {0};
        count = 0;
        for (int i = 0; i < p->count; i++) {
            int total = 1, kind = kind_of(p->patterns[i]);
            for (int j = 0; j < kind; j++) total *= unasked[0];
            for (int each = 0; each < total; each++) {
                int rest = each, taken[PEGS], used = 0, fits = 1;
                Pattern one = p->patterns[i];
                for (int peg = 0; peg < PEGS; peg++) {
                    if (color_at(p->patterns[i], peg)) continue;
                    taken[used] = rest % unasked[0];
                    rest /= unasked[0];
                    for (int j = 0; j < used; j++) fits &= repeats || taken[j] != taken[used];
                    one |= put(p->names + 1 + taken[used++], peg);
                }
                if (fits) all[count++] = one;
            }
        }
        int names = rename_all(all, count, alive, old);
        canonical(all, count, names, spare, spare, spare);
        some = all;
        unasked[0] = 0;
    }
#endif
    u64 one = 1, two = 987654321;
    for (int space = 0; space < SPACES; space++) {
        one = mixed(one * 3 + unasked[space] * 64 + p->dead[space]);
        two = mixed(two + one);
    }
    for (int i = 0; i < count; i++) {
        one = mixed(one * 3 + some[i]);
        two = mixed(two + some[i] * 0x9E3779B97F4A7C15u);
    }
    p->key[0] = one | 1;
    p->key[1] = two;
}

/* --- guesses --- */

static void bits_of(Pattern p, Bits *colors, Bits *places) {
    *colors = *places = 0;
    int times[256] = {0};
    for (int peg = 0; peg < PEGS; peg++) {
        int name = color_at(p, peg);
        if (!name || name == NONE) continue;
        if (name > BITS_COLORS) { fputs("too many colors\n", stderr); exit(1); }
        if (BLACK) {
            *places |= (Bits)1 << (name - 1);
        } else {
            *colors |= (Bits)1 << ((name - 1) * PEGS + times[name]++);
            *places |= (Bits)1 << (peg * BITS_COLORS + name - 1);
        }
    }
}

static inline int ones(Bits bits) {
#if BLACK || PEGS > 3
    return __builtin_popcountll((u64)bits) + __builtin_popcountll((u64)(bits >> 64));
#else
    return __builtin_popcountll(bits);
#endif
}

static inline int label_of(Bits colors, Bits places, const Asked *a, int i) {
    int black = ones(places & a->places[i]);
    return BLACK ? black : black * (PEGS + 1) + ones(colors & a->colors[i]);
}

static void ask(const Position *p, int how, Asked *found) {
    int most = 1;
    for (int peg = 0; peg < PEGS; peg++) most *= BLACK ? 2 : how + 1;
    most *= p->count;
    *found = (Asked){0, room(most * sizeof(Bits)), room(most * sizeof(Bits)), room(most),
                     room(most * sizeof(Pattern))};
    for (int i = 0; i < p->count; i++) {
        int total = 1;
        Pattern before = p->patterns[i];
        for (int peg = 0; peg < PEGS; peg++)
            if (!color_at(before, peg)) total *= BLACK ? 1 + asked_for(how, peg) : how + 1;
        for (int each = 0; each < total; each++) {
            int rest = each, fits = 1, used = 0;
            Pattern one = before;
            for (int peg = 0; peg < PEGS; peg++) {
                if (color_at(before, peg)) continue;
                int choices = BLACK ? 1 + asked_for(how, peg) : how + 1, choice = rest % choices;
                rest /= choices;
                if (!choice) continue;
                fits &= repeats || !(used >> choice & 1);
                used |= 1 << choice;
                one |= put(p->names + (BLACK ? 1 + peg : choice), peg);
            }
            int kind = kind_of(one);
            if (!fits || !codes_of(kind, p->unasked, how)) continue;
            int at = found->count++;
            bits_of(one, found->colors + at, found->places + at);
            found->kind[at] = (unsigned char)kind;
            found->patterns[at] = one;
        }
    }
    if (found->count >= 1 << 16) { fputs("too many patterns\n", stderr); exit(1); }
}

static void forget_asked(Asked *some) {
    for (int how = 0; how < ASKS; how++) {
        free(some[how].colors); free(some[how].places); free(some[how].kind); free(some[how].patterns);
    }
}

/* What so many codes cost at least, if no guess makes more classes: statement 1 of docs/certificates.md. */
static int64_t size_bound(int64_t size, int most, int others) {
    int64_t total = 0, fits = 1;
    for (int level = 1; size > 0; level++) {
        int64_t here = size < fits ? size : fits;
        total += level * here;
        size -= here;
        fits *= level == 1 ? (most > 2 ? most - 1 : 1) : others > 1 ? others : 1;
    }
    return total;
}

static int alone(int kind, const int *unasked, int how);

typedef struct {
    const Position *p;
    const Asked *asked;
    Guess *guesses;
    Counts (*classes)[LABELS];
    int count, room, most, others;
    int colors[PEGS];
} Listing;

static void list_one(Listing *l, int how) {
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 256;
        l->guesses = realloc(l->guesses, l->room * sizeof *l->guesses);
        l->classes = realloc(l->classes, l->room * sizeof *l->classes);
        if (!l->guesses || !l->classes) { fputs("out of memory\n", stderr); exit(1); }
    }
    Pattern guess = 0;
    for (int peg = 0; peg < PEGS; peg++) guess |= put(l->colors[peg], peg);
    Bits colors, places;
    bits_of(guess, &colors, &places);
    Counts *counts = l->classes[l->count];
    memset(counts, 0, sizeof *l->classes);
    const Asked *a = l->asked + how;
    int members[LABELS] = {0};
    for (int i = 0; i < a->count; i++) {
        int label = label_of(colors, places, a, i);
        counts[label].of[a->kind[i]]++;
        members[label]++;
    }
    int classes = 0, wins = members[WIN] != 0;
    for (int label = 0; label < LABELS; label++) classes += members[label] != 0;
    if (classes < 2) return; /* it tells nothing */
    if (classes > l->most) l->most = classes;
    if (classes - wins > l->others) l->others = classes - wins;
    l->guesses[l->count++] = (Guess){guess, how, 0, 0, classes, wins};
}

/* Guesses from this peg on; `how` they ask so far, `dead` pegs so far. */
static void list_from(Listing *l, int peg, int how, int dead) {
    const Position *p = l->p;
    if (peg == PEGS) { list_one(l, how); return; }
    int space = SPACES > 1 ? peg : 0;
    if (BLACK || repeats ? p->dead[space] > 0 : dead < p->dead[0]) {
        l->colors[peg] = NONE;
        list_from(l, peg + 1, how, dead + 1);
    }
    for (int name = 1; name <= p->names + (BLACK ? 0 : how); name++) {
        int fits = 1;
#if BLACK
        fits = 0;
        for (int i = 0; i < p->count && !fits; i++) fits = color_at(p->patterns[i], peg) == name;
#else
        for (int other = 0; other < peg; other++) fits &= repeats || l->colors[other] != name;
#endif
        if (!fits) continue;
        l->colors[peg] = name;
        list_from(l, peg + 1, how, dead);
    }
#if BLACK
    if (p->unasked[peg]) {
        l->colors[peg] = p->names + 1 + peg;
        list_from(l, peg + 1, how | 1 << peg, dead);
    }
#else
    if (how < p->unasked[0]) {
        l->colors[peg] = p->names + how + 1;
        list_from(l, peg + 1, how + 1, dead);
    }
#endif
}

/* All guesses that differ, with lower bounds of what they cost; the patterns as each kind of them asks. */
static Guess *list_guesses(const Position *p, int *count, Asked *asked) {
    int64_t codes[ASKS][KINDS], bounds[ASKS][KINDS];
    for (int how = 0; how < ASKS; how++) {
        int possible = 1;
        for (int space = 0; space < SPACES; space++) possible &= asked_for(how, space) <= p->unasked[space];
        asked[how] = (Asked){0};
        if (!possible) continue;
        ask(p, how, asked + how);
        for (int kind = 0; kind < KINDS; kind++) {
            codes[how][kind] = codes_of(kind, p->unasked, how);
            bounds[how][kind] = codes[how][kind] > 0 ? alone(kind, p->unasked, how) : 0;
        }
    }
    Listing l = {p, asked, NULL, NULL, 0, 0, 1, 1, {0}};
    list_from(&l, 0, 0, 0);
    for (int at = 0; at < l.count; at++) {
        int how = l.guesses[at].ask;
        int64_t bound = p->size;
        for (int label = 0; label < LABELS; label++) {
            const Counts *counts = l.classes[at] + label;
            if (label == WIN) continue;
            int64_t size = 0, apart = 0;
            for (int kind = 0; kind < KINDS; kind++) {
                int64_t some = counts->of[kind];
                size += some * codes[how][kind];
                apart += some * bounds[how][kind];
            }
            if (!size) continue;
            int64_t whole = size <= 2 ? 2 * size - 1 : size_bound(size, l.most, l.others);
            bound += whole > apart ? whole : apart;
        }
        l.guesses[at].bound = (int)bound;
    }
    free(l.classes);
    *count = l.count;
    return l.guesses;
}

static void named_colors(const Position *p, int how, int *asked) {
    for (int space = 0; space < SPACES; space++) asked[space] = p->alive[space] + asked_for(how, space);
}

/* The classes of a guess but the win; the label of each. `old`: their names in the position before. */
static int classes_of(
    const Position *p, const Guess *g, const Asked *a, Position *found, int *labels, int (*old)[NAMES]
) {
    Bits colors, places;
    int sizes[LABELS] = {0}, at[LABELS], asked[SPACES], count = 0;
    bits_of(g->guess, &colors, &places);
    named_colors(p, g->ask, asked);
    for (int i = 0; i < a->count; i++) sizes[label_of(colors, places, a, i)]++;
    for (int label = 0; label < LABELS; label++) {
        at[label] = -1;
        if (!sizes[label] || label == WIN) continue;
        Position *part = found + count;
        labels[count] = label;
        at[label] = count++;
        part->patterns = room(sizes[label] * sizeof(Pattern));
        part->count = 0;
        for (int space = 0; space < SPACES; space++) {
            part->unasked[space] = p->unasked[space] - asked_for(g->ask, space);
            part->dead[space] = p->dead[space];
        }
    }
    for (int i = 0; i < a->count; i++) {
        int label = label_of(colors, places, a, i);
        if (at[label] >= 0) found[at[label]].patterns[found[at[label]].count++] = a->patterns[i];
    }
    for (int i = 0; i < count; i++)
        tidy(found + i, asked, p->names + (BLACK ? PEGS : g->ask) + 1, old[i]);
    return count;
}

static void forget(Position *some, int count) {
    for (int i = 0; i < count; i++) free(some[i].patterns);
}

/* --- the search --- */

static int solve(const Position *p, int cap);

static int exact(const Position *p) {
    if (p->size <= 2) return (int)(2 * p->size - 1);
    int lower = entry_of(p->key)->lower, step;
    if (!lower) lower = solve(p, 1);
    for (step = lower / 256 + 1;; step *= 2) {
        Entry *e = entry_of(p->key);
        if (e->lower == e->upper) return e->lower;
        int value = solve(p, lower + step);
        if (value < lower + step) return value;
        lower = value;
    }
}

static int alone_known[BLACK ? MOST_COLORS * MOST_COLORS * MOST_COLORS : PEGS + 1]
                      [BLACK ? (PEGS > 3 ? MOST_COLORS : 1) : MOST_COLORS + 1];

/* The positions of one pattern that were solved, for the proof. */
static Position *alone_list;
static int alone_count, alone_room;

static void keep_alone(const Position *p) {
    if (alone_count == alone_room) {
        alone_room = alone_room ? 2 * alone_room : 64;
        alone_list = realloc(alone_list, alone_room * sizeof *alone_list);
        if (!alone_list) { fputs("out of memory\n", stderr); exit(1); }
    }
    Position *kept = alone_list + alone_count++;
    *kept = *p;
    kept->patterns = room(p->count * sizeof(Pattern));
    memcpy(kept->patterns, p->patterns, p->count * sizeof(Pattern));
}

/* What a pattern costs by itself, if there are dead colors for all pegs. */
static int alone(int kind, const int *unasked, int how) {
    int64_t size = codes_of(kind, unasked, how);
    if (size <= 2) return (int)(2 * size - 1);
    Position p = {.count = 1};
    Pattern one = 0;
    int named = 0, *known;
#if BLACK
    int sorted[4] = {0};
    for (int peg = 0; peg < PEGS; peg++) {
        int left = kind >> peg & 1 ? unasked[peg] - asked_for(how, peg) : 0, j = peg;
        p.unasked[peg] = left;
        for (; j && sorted[j - 1] < left; j--) sorted[j] = sorted[j - 1];
        sorted[j] = left;
    }
    known = &alone_known[(sorted[0] * MOST_COLORS + sorted[1]) * MOST_COLORS + sorted[2]][sorted[3]];
    for (int peg = 0; peg < PEGS; peg++)
        if (!(kind >> peg & 1)) one |= put(++named, peg);
#else
    p.unasked[0] = unasked[0] - how;
    known = &alone_known[kind][p.unasked[0]];
    for (int peg = kind; peg < PEGS; peg++) one |= put(++named, peg);
#endif
    if (*known) return *known;
    *known = (int)size_bound(size, CLASSES, CLASSES); /* while it is searched */
    int asked[SPACES] = {0}, old[NAMES];
    for (int space = 0; space < SPACES; space++) p.dead[space] = PEGS;
    if (SPACES == 1) asked[0] = named;
    else for (int peg = 0; peg < PEGS; peg++) asked[peg % SPACES] = color_at(one, peg) != 0;
    p.patterns = &one;
    tidy(&p, asked, named + 1, old);
    name_position(&p);
    int value = exact(&p);
    *known = value;
    keep_alone(&p);
    return value;
}

static int by_bound(const void *one, const void *other) {
    const Guess *a = one, *b = other;
    if (a->bound != b->bound) return a->bound < b->bound ? -1 : 1;
    if (a->wins != b->wins) return b->wins - a->wins;
    if (a->classes != b->classes) return b->classes - a->classes;
    return (a->guess > b->guess) - (a->guess < b->guess);
}

static int by_size(const void *one, const void *other) {
    const Position *a = one, *b = other;
    return a->size != b->size ? (a->size < b->size ? 1 : -1) : (a->key[0] > b->key[0]) - (a->key[0] < b->key[0]);
}

/* What is known of a class, at least what its size and its patterns cost. */
static int cheap(const Position *p) {
    if (p->size <= 2) return (int)(2 * p->size - 1);
    int lower = entry_of(p->key)->lower;
    if (lower) return lower;
    int64_t apart = 0, whole = size_bound(p->size, CLASSES, CLASSES);
    for (int i = 0; i < p->count; i++) apart += alone(kind_of(p->patterns[i]), p->unasked, 0);
    return (int)(whole > apart ? whole : apart);
}

/* Raises the bounds of the classes of a guess until their sum is at least `cap`, or exact. */
static int64_t raise(const Position *classes, int count, int64_t sum, int cap, int *lower) {
    for (int i = count - 1; i >= 0 && sum < cap; i--) /* one look at each that was never listed */
        if (classes[i].size > 2 && !entry_of(classes[i].key)->lower) {
            int value = solve(classes + i, 1);
            if (value > lower[i]) { sum += value - lower[i]; lower[i] = value; }
        }
    for (int step = 4, open = 1; open && sum < cap; step *= 2) {
        open = 0;
        for (int i = 0; i < count && sum < cap; i++) {
            if (classes[i].size <= 2) continue;
            Entry *e = entry_of(classes[i].key);
            int value = e->lower;
            if (e->lower != e->upper) {
                open = 1;
                int missing = (int)(cap - sum);
                value = solve(classes + i, lower[i] + (step < missing ? step : missing));
            }
            if (value > lower[i]) { sum += value - lower[i]; lower[i] = value; }
        }
    }
    return sum;
}

/* The least total if it is below `cap`, else a lower bound that is at least `cap`. */
static int solve(const Position *p, int cap) {
    Entry *e = entry_of(p->key);
    if (e->lower == e->upper || e->lower >= cap) return e->lower;
    if (e->upper < cap) cap = e->upper + 1;
    Asked asked[ASKS];
    int count;
    Guess *guesses = list_guesses(p, &count, asked);
    if (!count) { fputs("no guess tells anything\n", stderr); exit(1); }
    qsort(guesses, count, sizeof *guesses, by_bound);
    e = entry_of(p->key);
    if (guesses[0].bound > e->lower) e->lower = guesses[0].bound;
    int best = cap, least = OPEN, found = 0, slots = 64, lower[CLASSES + 1];
    if (e->lower < cap) {
        while (slots < 2 * count) slots *= 2;
        u64 *seen = calloc(slots, sizeof *seen);
        if (!seen) { fputs("out of memory\n", stderr); exit(1); }
        for (int at = 0; at < count; at++) {
            const Guess *g = guesses + at;
            if (g->bound >= best) { if (g->bound < least) least = g->bound; break; }
            Position classes[CLASSES + 1];
            int labels[CLASSES + 1], old[CLASSES + 1][NAMES];
            int parts = classes_of(p, g, asked + g->ask, classes, labels, old);
            u64 same = 2 + g->wins;
            for (int i = 0; i < parts; i++) {
                if (classes[i].size > 2) name_position(classes + i);
                else classes[i].key[0] = classes[i].key[1] = 0;
                same += mixed(classes[i].size > 2 ? classes[i].key[0] : (u64)classes[i].size);
            }
            int slot = (int)(same & (slots - 1));
            while (seen[slot] && seen[slot] != same) slot = (slot + 1) & (slots - 1);
            if (!seen[slot]) { /* no guess before it leaves classes alike */
                seen[slot] = same;
                qsort(classes, parts, sizeof *classes, by_size);
                int64_t sum = p->size;
                for (int i = 0; i < parts; i++) sum += lower[i] = cheap(classes + i);
                if (sum < best && g->bound < best) sum = raise(classes, parts, sum, best, lower);
                if (sum < g->bound) sum = g->bound;
                if (sum < best) { best = (int)sum; found = 1; }
                else if (sum < least) least = (int)sum;
            }
            forget(classes, parts);
        }
        free(seen);
    }
    free(guesses);
    forget_asked(asked);
    e = entry_of(p->key);
    if (found) return e->lower = e->upper = best;
    if (e->lower < cap && least > e->lower) e->lower = least < cap ? cap : least;
    return e->lower;
}

/* --- the tree: at each position the first guess that attains the total, candidates first, then by code --- */

static int colors_of_game;

typedef struct {
    int color[NAMES];                          /* of each name */
    char unasked[SPACES][MOST_COLORS + 1];
} Names;

/* The lowest code that a guess may be, its colors into `code`. */
static int lowest_code(const Position *p, Pattern guess, const Names *names, int *code) {
    int number = 0, given[NAMES] = {0};
    char dead[SPACES][MOST_COLORS + 1], fresh[SPACES][MOST_COLORS + 1];
    memcpy(fresh, names->unasked, sizeof fresh);
    for (int space = 0; space < SPACES; space++)
        for (int color = 1; color <= colors_of_game; color++) dead[space][color] = !fresh[space][color];
    for (int i = 0; i < p->count; i++)
        for (int peg = 0; peg < PEGS; peg++)
            if (color_at(p->patterns[i], peg))
                dead[SPACES > 1 ? peg : 0][names->color[color_at(p->patterns[i], peg)]] = 0;
    for (int peg = 0; peg < PEGS; peg++) {
        int space = SPACES > 1 ? peg : 0, name = color_at(guess, peg), color = 1;
        if (name == NONE) {
            while (!dead[space][color]) color++;
            if (!repeats) dead[space][color] = 0;
        } else if (name <= p->names) {
            color = names->color[name];
        } else if (given[name]) {
            color = given[name];
        } else {
            while (!fresh[space][color]) color++;
            fresh[space][color] = 0;
            given[name] = color;
        }
        code[peg] = color;
        number = number * (colors_of_game + 1) + color;
    }
    return number;
}

static int by_code(const void *one, const void *other) {
    const Guess *a = one, *b = other;
    if (a->wins != b->wins) return b->wins - a->wins;
    return (a->code > b->code) - (a->code < b->code);
}

static void print_node(int depth, int label, const int *code) {
    printf("%d ", depth);
    if (label < 0) putchar('*');
    else if (!label) putchar('-');
    else {
        int black = BLACK ? label : label / (PEGS + 1), hits = BLACK ? label : label % (PEGS + 1);
        for (int i = 0; i < black; i++) putchar('B');
        for (int i = black; i < hits; i++) putchar('W');
    }
    for (int peg = 0; peg < PEGS; peg++) printf("%c%d", peg ? '-' : ' ', code[peg]);
    putchar('\n');
}

static int total_of(const Position *p) {
    if (p->size <= 2) return (int)(2 * p->size - 1);
    Position same = *p;
    same.patterns = room(p->count * sizeof(Pattern));
    memcpy(same.patterns, p->patterns, p->count * sizeof(Pattern));
    name_position(&same);
    int total = exact(&same);
    free(same.patterns);
    return total;
}

/* Whether a guess attains the total. */
static int attains(const Position *p, const Guess *g, const Asked *asked, int total) {
    if (g->bound > total) return 0;
    Position classes[CLASSES + 1];
    int labels[CLASSES + 1], old[CLASSES + 1][NAMES], lower[CLASSES + 1];
    int parts = classes_of(p, g, asked + g->ask, classes, labels, old);
    int64_t sum = p->size;
    for (int i = 0; i < parts; i++) {
        if (classes[i].size > 2) name_position(classes + i);
        sum += lower[i] = cheap(classes + i);
    }
    if (sum <= total) sum = raise(classes, parts, sum, total + 1, lower);
    forget(classes, parts);
    return sum <= total;
}

static void print_tree(const Position *p, const Names *names, int depth, int label) {
    int code[PEGS], count, at = 0;
    if (p->size == 1) {
        lowest_code(p, p->patterns[0], names, code);
        print_node(depth, label, code);
        return;
    }
    Asked asked[ASKS];
    int total = total_of(p);
    Guess *guesses = list_guesses(p, &count, asked);
    for (int i = 0; i < count; i++) guesses[i].code = lowest_code(p, guesses[i].guess, names, code);
    qsort(guesses, count, sizeof *guesses, by_code);
    while (!attains(p, guesses + at, asked, total))
        if (++at == count) { fputs("no guess attains the total\n", stderr); exit(1); }
    Guess g = guesses[at];
    free(guesses);
    lowest_code(p, g.guess, names, code);
    print_node(depth, label, code);
    Position classes[CLASSES + 1];
    int labels[CLASSES + 1], old[CLASSES + 1][NAMES];
    int parts = classes_of(p, &g, asked + g.ask, classes, labels, old);
    forget_asked(asked);
    Names after = *names;
    int colors[NAMES];
    memcpy(colors, names->color, sizeof colors);
    for (int peg = 0; peg < PEGS; peg++) {
        int name = color_at(g.guess, peg);
        if (name == NONE || name <= p->names) continue;
        colors[name] = code[peg];
        after.unasked[SPACES > 1 ? peg : 0][code[peg]] = 0;
    }
    for (int i = 0; i < parts; i++) {
        Names here = after;
        for (int name = 1; name <= classes[i].names; name++) {
            int before = old[i][name], next = p->names + (BLACK ? PEGS : g.ask) + 1;
            if (before < next) {
                here.color[name] = colors[before];
            } else { /* the last that was not asked for */
                int space = before - next, color = 1;
                while (!after.unasked[space][color]) color++;
                here.color[name] = color;
            }
        }
        for (int space = 0; space < SPACES; space++)
            if (!classes[i].unasked[space]) memset(here.unasked[space], 0, sizeof here.unasked[space]);
        print_tree(classes + i, &here, depth + 1, labels[i]);
    }
    forget(classes, parts);
}

/* --- the proof: positions with the bounds that other positions of the proof show --- */

typedef struct { u64 key[2]; } Key;

static Position *open_list;
static int open_count, open_room;
static Key *shown;
static u64 shown_size, shown_used;

/* Whether a position is in the proof; puts it there if `add`. */
static int is_shown(const u64 *key, int add) {
    if (2 * shown_used >= shown_size) {
        Key *old = shown;
        u64 before = shown_size;
        shown_size = before ? 2 * before : 1 << 12;
        shown = calloc(shown_size, sizeof *shown);
        if (!shown) { fputs("out of memory\n", stderr); exit(1); }
        for (u64 i = 0; i < before; i++)
            if (old[i].key[0]) {
                u64 at = old[i].key[0] & (shown_size - 1);
                while (shown[at].key[0]) at = (at + 1) & (shown_size - 1);
                shown[at] = old[i];
            }
        free(old);
    }
    u64 at = key[0] & (shown_size - 1);
    while (shown[at].key[0] && (shown[at].key[0] != key[0] || shown[at].key[1] != key[1]))
        at = (at + 1) & (shown_size - 1);
    if (shown[at].key[0]) return 1;
    if (add) {
        memcpy(shown[at].key, key, sizeof shown[at].key);
        shown_used++;
    }
    return 0;
}

static void show(const Position *p) {
    if (p->size <= 2 || is_shown(p->key, 1)) return;
    if (open_count == open_room) {
        open_room = open_room ? 2 * open_room : 1024;
        open_list = realloc(open_list, open_room * sizeof *open_list);
        if (!open_list) { fputs("out of memory\n", stderr); exit(1); }
    }
    Position *kept = open_list + open_count++;
    *kept = *p;
    kept->patterns = room(p->count * sizeof(Pattern));
    memcpy(kept->patterns, p->patterns, p->count * sizeof(Pattern));
}

/* What a checker sees that a class costs, without the proof of its own bound. */
static int seen_cost(const Position *p) {
    int64_t apart = 0, whole = p->size <= 2 ? 2 * p->size - 1 : size_bound(p->size, CLASSES, CLASSES);
    for (int i = 0; i < p->count; i++) apart += alone(kind_of(p->patterns[i]), p->unasked, 0);
    return (int)(whole > apart ? whole : apart);
}

static void show_classes(const Position *p, const Guess *g, const Asked *asked, int bound) {
    Position classes[CLASSES + 1];
    int labels[CLASSES + 1], old[CLASSES + 1][NAMES], gain[CLASSES + 1], taken[CLASSES + 1] = {0};
    int parts = classes_of(p, g, asked + g->ask, classes, labels, old);
    int64_t missing = bound - p->size;
    for (int i = 0; i < parts; i++)
        if (classes[i].size > 2) name_position(classes + i);
    qsort(classes, parts, sizeof *classes, by_size);
    for (int i = 0; i < parts; i++) {
        int seen = seen_cost(classes + i);
        missing -= seen;
        gain[i] = cheap(classes + i) - seen;
    }
    for (int round = 0; round < 2; round++) /* those in the proof first, then small ones */
        for (int i = parts - 1; i >= 0 && missing > 0; i--)
            if (gain[i] > 0 && !taken[i] && (round || is_shown(classes[i].key, 0))) {
                taken[i] = 1;
                missing -= gain[i];
            }
    if (missing > 0) { fputs("the table does not prove a bound\n", stderr); exit(1); }
    for (int i = 0; i < parts; i++)
        if (taken[i] && !is_shown(classes[i].key, 0) && missing + gain[i] <= 0) {
            taken[i] = 0;
            missing += gain[i];
        }
    for (int i = 0; i < parts; i++)
        if (taken[i]) show(classes + i);
    forget(classes, parts);
}

static void print_proof(void) {
    for (int i = 0; i < alone_count; i++) show(alone_list + i);
    for (int at = 0; at < open_count; at++) {
        Position p = open_list[at];
        int bound = entry_of(p.key)->lower, count;
        printf("%d", bound);
        for (int space = 0; space < SPACES; space++) printf("%c%d", space ? '/' : ' ', p.unasked[space]);
        for (int space = 0; space < SPACES; space++) printf("%c%d", space ? '/' : ' ', p.dead[space]);
        for (int i = 0; i < p.count; i++)
            for (int peg = 0; peg < PEGS; peg++) printf("%c%d", peg ? '-' : ' ', color_at(p.patterns[i], peg));
        putchar('\n');
        Asked asked[ASKS];
        Guess *guesses = list_guesses(&p, &count, asked);
        for (int i = 0; i < count; i++)
            if (guesses[i].bound < bound) show_classes(&p, guesses + i, asked, bound);
        free(guesses);
        forget_asked(asked);
    }
}

static void make_orders(int *order, int peg) {
    if (peg == PEGS) { memcpy(orders[order_count++], order, sizeof *orders); return; }
    for (int i = 0; i < PEGS; i++) {
        int fits = 1;
        for (int j = 0; j < peg; j++) fits &= order[j] != i;
        if (fits) { order[peg] = i; make_orders(order, peg + 1); }
    }
}

int main(int count, char **words) {
    if (count < 4) { fputs("usage: unasked_search repeats|distinct FIRST LAST [tree|proof]\n", stderr); return 2; }
    int order[PEGS], last = atoi(words[3]);
    repeats = strcmp(words[1], "distinct") != 0;
    if (last >= MOST_COLORS) { fputs("too many colors\n", stderr); return 2; }
    make_orders(order, 0);
    for (int colors = atoi(words[2]); colors <= last; colors++) {
        Position p = {.count = 1};
        Pattern one = 0;
        int asked[SPACES] = {0}, old[NAMES];
        for (int space = 0; space < SPACES; space++) p.unasked[space] = colors;
        p.patterns = &one;
        tidy(&p, asked, 1, old);
        printf("%d colors: %d\n", colors, total_of(&p));
        fflush(stdout);
        if (count > 4 && !strcmp(words[4], "proof")) {
            name_position(&p);
            show(&p);
        } else if (count > 4) {
            Names names = {{0}, {{0}}};
            colors_of_game = colors;
            for (int space = 0; space < SPACES; space++)
                for (int color = 1; color <= colors; color++) names.unasked[space][color] = 1;
            print_tree(&p, &names, 1, -1);
        }
    }
    if (count > 4 && !strcmp(words[4], "proof")) print_proof();
    fprintf(stderr, "%llu positions\n", (unsigned long long)table_used);
    return 0;
}
