/* pegcheck.c: checks certificates of optimal Mastermind strategies. It needs standard C and zlib:
 *     cc -O3 -o pegcheck pegcheck.c -lz && ./pegcheck FILE
 *     ./pegcheck --lemmas A-B FILE    checks the tree, and the proofs of the lemmas A to B only
 * The exit status is 0 if FILE holds, 1 if it is refused, and 2 if it cannot be read. This program was written from
 * docs/certificates.md, which describes the format and proves that these checks are enough ("statement N" is one
 * of its statements). It shares nothing with pegwise or with pegcheck.py. */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
enum { LINE = 1 << 22, PEGS = 15, CODES = 1 << 24, CANDIDATES = 1 << 20, PROVABLE = 20000, HELD = 1 << 27 };
enum { TOLD = 256, DEEPEST = PROVABLE }; /* numbers of feedback: 16 times black, plus white; guesses of a tree */
typedef int64_t Cost; /* unit times the total, plus the number of secrets found with the last allowed guess */
static Cost unit = (Cost)1 << 24; /* 0 if the total does not count */
#define MOST ((Cost)1 << 36)  /* larger numbers in the file mean the same: no total is so large */
#define NEVER ((Cost)1 << 61) /* the cost where no strategy exists */
#define ALWAYS ((Cost)1 << 40) /* how many guesses are allowed where the number has no limit */
static long line_number;
static void refuse(const char *why, ...) {
    va_list values;
    va_start(values, why);
    printf("refused: line %ld: ", line_number), vprintf(why, values), printf("\n"), exit(1);
}
#define need(holds, ...) ((holds) ? (void)0 : refuse(__VA_ARGS__))
static void *room(void *old, size_t count, size_t size) {
    old = realloc(old, (count ? count : 1) * size);
    return old ? old : (fprintf(stderr, "pegcheck: not enough memory\n"), exit(2), old);
}
/* ---- SHA-256, as FIPS 180-4 defines it ---- */
typedef struct { uint32_t state[8]; unsigned char block[64]; uint64_t bytes; } Sha;
static const uint32_t ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74,
    0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d,
    0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e,
    0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
    0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static Sha sha = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, {0}, 0};
static uint32_t turn(uint32_t word, int by) { return word >> by | word << (32 - by); }
static void sha_block(Sha *s) {
    uint32_t w[64] = {0}, h[8];
    for (int i = 0; i < 64; i++) w[i / 4] = w[i / 4] << 8 | s->block[i];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(h, s->state, sizeof h);
    for (int i = 0; i < 64; i++) {
        uint32_t one = h[7] + (turn(h[4], 6) ^ turn(h[4], 11) ^ turn(h[4], 25)) + ((h[4] & h[5]) ^ (~h[4] & h[6])) + ROUND[i] + w[i];
        uint32_t two = (turn(h[0], 2) ^ turn(h[0], 13) ^ turn(h[0], 22)) + ((h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]));
        memmove(h + 1, h, 7 * sizeof *h);
        h[4] += one, h[0] = one + two;
    }
    for (int i = 0; i < 8; i++) s->state[i] += h[i];
}
static void sha_add(Sha *s, const unsigned char *text, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (s->block[s->bytes % 64] = text[i], ++s->bytes % 64 == 0) sha_block(s);
}
static void sha_text(Sha s, char *text) {
    unsigned char end[72] = {0x80};
    size_t pad = (s.bytes % 64 < 56 ? 56 : 120) - s.bytes % 64;
    for (int i = 0; i < 8; i++) end[pad + i] = (unsigned char)(8 * s.bytes >> (56 - 8 * i));
    sha_add(&s, end, pad + 8);
    for (int i = 0; i < 8; i++) sprintf(text + 8 * i, "%08lx", (unsigned long)s.state[i]);
}
/* ---- Lines of a gzip file ---- */
static FILE *file;
static z_stream packed;
static unsigned char in[1 << 16], out[1 << 16], *given = out, inside; /* inside: a gzip member */
static char line[LINE + 2], header[LINE + 2], before[65]; /* before: the digest of the lines before this one */
static int next_byte(void) {
    while (given == packed.next_out) {
        if (packed.avail_in == 0) packed.avail_in = (uInt)fread(packed.next_in = in, 1, sizeof in, file);
        if (ferror(file)) { fprintf(stderr, "pegcheck: %s\n", strerror(errno)); exit(2); }
        need(packed.avail_in || !inside, "not a certificate: the gzip data end too early");
        if (packed.avail_in == 0) return EOF;
        if (!inside) inflateReset(&packed);
        packed.next_out = given = out, packed.avail_out = sizeof out;
        int said = inflate(&packed, Z_NO_FLUSH);
        need(said == Z_OK || said == Z_STREAM_END || said == Z_BUF_ERROR, "not a certificate: not valid gzip data");
        inside = said != Z_STREAM_END;
    }
    return *given++;
}
static char *at; /* goes through a line, piece by piece */
static int read_line(void) { /* 0 at the end of the file */
    size_t length = 0;
    sha_text(sha, before), line_number++;
    for (int byte = 0; byte != '\n' && (byte = next_byte()) != EOF; line[length++] = (char)byte)
        need(length < LINE && byte > 0 && byte < 128, "the line is not ASCII, or longer than %d bytes", LINE);
    sha_add(&sha, (unsigned char *)line, length);
    line[length] = 0, at = line;
    return length > 0;
}
/* ---- The pieces of a line: there is one way only to write a value. If this text comes next, `at` goes past it. ---- */
static int next_is(const char *text) { return strncmp(at, text, strlen(text)) ? 0 : (at += strlen(text), 1); }
static void expect(const char *text) { need(next_is(text), "%s is expected", *text == '\n' ? "the end of the line" : text); }
static int64_t number(int64_t least, int64_t most) {
    int64_t value = 0, sign = next_is("-") ? -1 : 1, digits = (int64_t)strspn(at, "0123456789");
    need(digits > 0 && digits <= 100 && (*at != '0' || (digits == 1 && sign > 0)), "a number is expected");
    for (; digits--; at++) value = value > MOST ? MOST : 10 * value + (*at - '0');
    value = sign * (value > MOST ? MOST : value);
    need(value >= least && value <= most, "a number from %lld to %lld is expected", (long long)least, (long long)most);
    return value;
}
static int truth(void) { return next_is("true") || (expect("false"), 0); }
/* Whether a list goes on, of which `count` values have been read. */
static int goes_on(int64_t count) { return !next_is("]") && (!count || (expect(","), 1)); }
/* ---- Codes and feedback ---- */
typedef struct { int colors[PEGS], sorted[PEGS]; } Code;
static int pegs, colors, repeats, whites, code_count;
static Code *codes; /* all codes for a full proof, else the candidates */
static int compare_codes(const void *one, const void *two) {
    const int *a = ((const Code *)one)->colors, *b = ((const Code *)two)->colors;
    for (int i = 1; i < pegs && *a == *b; i++) a++, b++;
    return *a - *b;
}
static int is_valid(Code *code) { /* sorts the colors, too */
    int valid = 1;
    for (int i = 0, j; i < pegs; code->sorted[j] = code->colors[i++]) {
        for (j = i; j && code->sorted[j - 1] > code->colors[i]; j--) code->sorted[j] = code->sorted[j - 1];
        valid &= repeats || !j || code->sorted[j - 1] != code->colors[i];
    }
    return valid;
}
/* Black + white is the sum over the colors of the smaller count: what the two sorted lists have in common. */
static int feedback(const Code *one, const Code *two) {
    int black = 0, both = 0;
    for (int i = 0; i < pegs; i++) black += one->colors[i] == two->colors[i];
    if (!whites) return 16 * black;
    for (int i = 0, j = 0, gap; i < pegs && j < pegs; i += gap <= 0, j += gap >= 0)
        both += (gap = one->sorted[i] - two->sorted[j]) == 0;
    return 16 * black + both - black;
}
static Code read_code(void) {
    Code code = {{0}, {0}};
    expect("\"");
    int digits = strspn(at, "123456789") == (size_t)pegs && at[pegs] == '"';
    for (int i = 0; i < pegs; i++) {
        need(digits || (colors > 9 && (!i || next_is("-"))), "a code is expected");
        code.colors[i] = (int)(digits ? *at++ - '0' : number(1, colors));
        need(code.colors[i] <= colors, "a code has a color that the game lacks");
    }
    expect("\"");
    need(is_valid(&code), "a color repeats");
    return code;
}
static int read_told(void) {
    expect("\"");
    size_t black = strspn(at, "B"), white = strspn(at + black, "W"), most = (size_t)pegs;
    at += black + white, expect(black + white ? "\"" : "-\"");
    need(black + white <= most && (whites || !white) && !(black + 1 == most && white), "this feedback is impossible");
    return (int)(16 * black + white);
}
/* ---- The header ---- */
static enum { TOTAL, WORST, BOTH, LAST, FEWEST } objective;
static int64_t max_guesses, candidates_from, total, worst, *distribution;
static Code first, *guesses; /* the prescribed next guess; the history: guesses and their feedback */
static int has_first, full, made, *told_of, start_count, *start; /* start: the candidates, as numbers of codes */
/* Lists all codes in numeric order, and the candidates among them; if there is no proof, these alone. */
static void list_codes(void) {
    Code code = {{0}, {0}};
    int space = 0, i = 0;
    code_count = 0;
    for (int j = 0; j < pegs; j++) code.colors[j] = 1;
    while (i >= 0) {
        int valid = is_valid(&code), fits = valid;
        for (int j = 0; j < made && fits; j++) fits = feedback(&guesses[j], &code) == told_of[j];
        if (fits || (valid && full)) {
            if (code_count == space) space = 2 * space + 64, codes = room(codes, (size_t)space, sizeof *codes), start = room(start, (size_t)space, sizeof *start);
            if (fits) start[start_count++] = code_count;
            codes[code_count++] = code;
            need(start_count <= CANDIDATES, "more than %d codes are consistent with the history", CANDIDATES);
        }
        for (i = pegs - 1; i >= 0 && code.colors[i] == colors; i--) code.colors[i] = 1;
        if (i >= 0) code.colors[i]++;
    }
}
static void read_header(void) {
    need(read_line() && next_is("{\"format\":\"pegwise certificate\",\"version\":1,\"rules\":{\"pegs\":"), "not a certificate of version 1");
    pegs = (int)number(1, PEGS), expect(",\"colors\":"), colors = (int)number(1, CODES);
    expect(",\"repeats\":"), repeats = truth(), expect(",\"whites\":"), whites = truth();
    int64_t all = repeats || pegs <= colors, count = 0, sum = 0;
    for (int i = 0; i < pegs; i++) need((all *= repeats ? colors : colors - i) && all <= CODES, "the game has no codes, or more than %d", CODES);
    expect("},\"objective\":\""), objective = next_is("total,worst,last") ? LAST : next_is("total") ? TOTAL : next_is("worst,total") ? BOTH : next_is("worst,last") ? FEWEST : (expect("worst"), WORST);
    unit *= objective != FEWEST, expect("\",\"max_guesses\":"), max_guesses = next_is("null") ? ALWAYS : number(1, MOST);
    expect(",\"first\":"), has_first = !next_is("null");
    if (has_first) first = read_code();
    for (expect(",\"history\":["); goes_on(made); made++) {
        guesses = room(guesses, (size_t)made + 1, sizeof *guesses), told_of = room(told_of, (size_t)made + 1, sizeof *told_of);
        expect("["), guesses[made] = read_code(), expect(","), told_of[made] = read_told(), expect("]");
        need(told_of[made] != 16 * pegs, "the history is won");
    }
    expect(",\"candidates_from\":"), candidates_from = next_is("null") ? ALWAYS : number(1, MOST);
    expect(",\"proof\":\""), full = next_is("full") || (expect("tree"), 0);
    need(!full || all <= PROVABLE, "a full proof is for games of up to %d codes", PROVABLE);
    expect("\",\"total\":"), total = number(1, MOST);
    expect(",\"worst\":"), worst = number(1, max_guesses < LINE ? max_guesses : LINE);
    distribution = room(NULL, (size_t)worst + 1, sizeof *distribution);
    for (expect(",\"distribution\":["); goes_on(count) && count < worst; sum += distribution[count++]) distribution[count] = number(0, CANDIDATES);
    expect("}\n");
    strcpy(header, line), list_codes();
    need(count == worst && distribution[worst - 1] && sum == start_count, "the distribution does not fit the worst case or the candidates");
}
/* ---- The tree: every candidate is followed from the root ---- */
static int64_t *found; /* how many secrets are found at each guess */
static void sort_by_feedback(const Code *guess, int *set, int count, unsigned char *told) {
    int from[TOLD + 1] = {0}, *old = memcpy(room(NULL, (size_t)count, sizeof *old), set, (size_t)count * sizeof *old);
    for (int i = 0; i < count; i++) from[feedback(guess, &codes[old[i]]) + 1]++;
    for (int i = 1; i <= TOLD; i++) from[i] += from[i - 1];
    for (int i = 0; i < count; i++) {
        int one = feedback(guess, &codes[old[i]]), to = from[one]++;
        set[to] = old[i], told[to] = (unsigned char)one;
    }
    free(old);
}
/* Checks the node of the next line, which finds this set, and the nodes below it, in the order of their feedback. */
static void check_node(int *set, int count, int64_t here, int above) {
    unsigned char *told = room(NULL, (size_t)count, 1);
    need(read_line() && here <= worst && here <= DEEPEST, "the tree is not complete, or needs more guesses than the header says");
    expect("["), number(here, here), expect(",");
    need((above < 0 ? next_is("null") : read_told() == above) && next_is(","), "this is not the next feedback of the node above");
    Code guess = read_code();
    expect("]\n");
    need(here > made + 1 || !has_first || !compare_codes(&guess, &first), "the first guess is not the prescribed one");
    sort_by_feedback(&guess, set, count, told);
    int win = told[count - 1] == 16 * pegs, end; /* the last feedback in order, of one code at most */
    need(win || here < candidates_from, "the guess must be a candidate");
    found[here - 1] += win;
    for (int i = 0; i < count - win; i = end) {
        for (end = i + 1; end < count && told[end] == told[i];) end++;
        check_node(set + i, end - i, here + 1, told[i]);
    }
    free(told);
}
static void check_tree(void) {
    int64_t sum = 0;
    int *set = memcpy(room(NULL, (size_t)start_count, sizeof *set), start, (size_t)start_count * sizeof *set);
    found = memset(room(NULL, (size_t)worst, sizeof *found), 0, (size_t)worst * sizeof *found);
    check_node(set, start_count, made + 1, -1);
    for (int64_t i = 0; i < worst; i++) sum += (i + 1) * found[i];
    need(!memcmp(found, distribution, (size_t)worst * sizeof *found) && sum == total, "the tree has another distribution or total");
}
/* ---- The lemmas ---- */
typedef struct { const uint16_t *set; int count, only; int64_t guesses, free_guesses; Cost bound; } Lemma;
typedef struct { int peg[PEGS], *color; } Renaming; /* numbers from 0; for each peg, what each color becomes there */
static struct List { Lemma *at; int count, space; } lemmas, plain; /* plain: the bounds without a line that the last line cites */
static int held; /* the candidates of all of them together */
static unsigned char *table; /* the feedback of all pairs of codes, in numbers from 0 to 63 */
static int short_of[TOLD], win_told; /* these numbers; that of the win */
static char in_set[PROVABLE], marked[PROVABLE]; /* is in the set of the lemma; needs no check */
static uint64_t told_mask[PROVABLE]; /* for each guess, which feedbacks it can have */
static int most_classes, most_others; /* M and W of statement 1 */
static Cost size_bounds[PROVABLE + 1]; /* of each number of candidates */
static int find_code(const Code *code) { return (int)((Code *)bsearch(code, codes, (size_t)code_count, sizeof *codes, compare_codes) - codes); }
static int count_bits(uint64_t word) { int count = 0; for (; word; word &= word - 1) count++; return count; }
static unsigned char *row_of(int code) { return table + (size_t)code * (size_t)code_count; }
static void make_table(void) {
    int numbers = 0;
    memset(short_of, -1, sizeof short_of);
    table = room(NULL, (size_t)code_count * (size_t)code_count, 1);
    for (int i = 0; i < code_count; i++)
        for (int j = 0; j <= i; j++) {
            int told = feedback(&codes[i], &codes[j]);
            if (short_of[told] < 0) short_of[told] = numbers++;
            row_of(i)[j] = row_of(j)[i] = (unsigned char)short_of[told];
        }
    need(numbers <= 64, "the game has more than 64 feedbacks");
    win_told = short_of[16 * pegs];
}
static void name_lemma(struct List *in, const uint16_t *set, int count, int64_t guesses, int64_t free_guesses, Cost bound, int only) {
    if (in->count == in->space) in->at = room(in->at, (size_t)(in->space = 2 * in->space + 64), sizeof *in->at);
    need((held += count) <= HELD, "the lemmas have more than %d candidates together", HELD);
    set = memcpy(room(NULL, (size_t)count, sizeof *set), set, (size_t)count * sizeof *set);
    in->at[in->count++] = (Lemma){set, count, only, guesses, free_guesses, bound};
}
/* The first lemmas, by the table "Objectives". */
static void name_first_lemmas(void) {
    uint16_t set[PROVABLE];
    make_table();
    for (int i = 0; i < start_count; i++) set[i] = (uint16_t)start[i];
    int only = has_first ? find_code(&first) : -1;
    int64_t most = max_guesses == ALWAYS ? ALWAYS : max_guesses - made, here = worst - made;
    int64_t free_guesses = candidates_from == ALWAYS ? ALWAYS : candidates_from > made ? candidates_from - 1 - made : 0;
    Cost cost = (total - (int64_t)made * start_count) * unit;
    int by_total = objective == TOTAL || objective == LAST;
    name_lemma(&lemmas, set, start_count, by_total ? most : here - 1, free_guesses, by_total ? cost : NEVER, only);
    if (objective == BOTH) name_lemma(&lemmas, set, start_count, here, free_guesses, cost, only);
    if (objective == LAST) name_lemma(&lemmas, set, start_count, here - 1, free_guesses, cost + unit, only);
    if (objective == LAST || objective == FEWEST) name_lemma(&lemmas, set, start_count, here, free_guesses, cost + distribution[worst - 1], only);
}
static int64_t fewer(int64_t guesses) { return guesses == ALWAYS || guesses == 0 ? guesses : guesses - 1; }
static Cost size_bound(int count, int64_t guesses) { /* statement 1 */
    int64_t left = count, width = 1, level = 1, here;
    Cost cost = 0;
    if (size_bounds[count] >= 0) return size_bounds[count];
    for (; left > 0 && level <= guesses; left -= here, width *= level++ == 1 ? most_classes - 1 : most_others) {
        here = width = left < width ? left : width;
        cost += here * level * unit + (level == guesses ? here : 0);
    }
    return size_bounds[count] = left > 0 ? NEVER : cost;
}
static Cost class_bound(const uint16_t *set, int count, int64_t guesses) { /* statement 2 */
    if (count < 3 || count > most_classes) return 0;
    uint64_t seen = 0;
    for (int i = 0, j; i < count; i++, seen = 0) {
        for (j = 0; j < count && !(seen >> row_of(set[i])[set[j]] & 1); j++) seen |= (uint64_t)1 << row_of(set[i])[set[j]];
        if (j == count) return 0;
    }
    return 2 * count * unit + (guesses == 2 ? count : 0);
}
/* The classes of a guess: class k has the feedback told[k], and is set[from[k]] to set[from[k + 1] - 1]. */
static struct { int count, told[64], from[65]; uint16_t set[PROVABLE]; } made_now, *const classes = &made_now;
static void split(int guess, const Lemma *lemma) {
    int size[64] = {0}, to[64];
    const unsigned char *row = row_of(guess);
    for (int i = 0; i < lemma->count; i++) size[row[lemma->set[i]]]++;
    classes->count = 0;
    for (int told = 0, k = 0; told < 64; k = classes->count += size[told++] > 0) {
        to[told] = classes->from[k];
        if (size[told]) classes->told[k] = told, classes->from[k + 1] = to[told] + size[told];
    }
    for (int i = 0; i < lemma->count; i++) classes->set[to[row[lemma->set[i]]]++] = lemma->set[i];
}
/* The sum of the bounds of all classes: their size bound, their class bound, or the bound of a cited lemma. */
static Cost cost_of(const Lemma *lemma, const Cost *cited) {
    Cost cost = lemma->count * unit;
    for (int k = 0; k < classes->count && cost < lemma->bound; k++) {
        int count = classes->from[k + 1] - classes->from[k];
        Cost most = cited ? cited[k] : 0, size = size_bound(count, fewer(lemma->guesses));
        if (classes->told[k] == win_told && (cost += lemma->guesses == 1, 1)) continue; /* with the last guess */
        if (size > most) most = size;
        if (cost + most < lemma->bound) size = class_bound(classes->set + classes->from[k], count, fewer(lemma->guesses));
        cost += size > most ? size : most;
    }
    return cost;
}
static void read_permutation(int count, int *to) {
    char seen[PROVABLE + 1] = {0}; /* a game with a proof has no more colors than that */
    for (int i = 0; i < count; i++)
        expect(i ? "," : "["), to[i] = (int)number(1, count) - 1, need(!seen[to[i]]++, "a renaming is not a permutation");
    expect("]");
}
static Renaming read_renaming(void) {
    Renaming renaming = {{0}, room(NULL, (size_t)(pegs * colors), sizeof(int))};
    int lists = repeats && !whites; /* one for each peg; otherwise one for all, which is read again for each */
    read_permutation(pegs, renaming.peg), expect(lists ? ",[" : ",");
    char *start = at;
    for (int j = 0; j < pegs; j++)
        expect(lists && j ? "," : ""), at = lists ? at : start, read_permutation(colors, renaming.color + j * colors);
    return expect(lists ? "]" : ""), renaming;
}
static int renamed(int code, const Renaming *renaming) {
    Code new_code;
    for (int j = 0; j < pegs; j++) new_code.colors[j] = renaming->color[j * colors + codes[code].colors[renaming->peg[j]] - 1] + 1;
    return find_code(&new_code);
}
static int maps(const Renaming *renaming, const uint16_t *set, int count, const Lemma *to) {
    static char there[PROVABLE];
    int holds = count == to->count; /* a renaming maps different codes to different codes */
    for (int i = 0; i < to->count; i++) there[to->set[i]] = 1;
    for (int i = 0; i < count && holds; i++) holds = there[renamed(set[i], renaming)];
    for (int i = 0; i < to->count; i++) there[to->set[i]] = 0;
    return holds;
}
/* Reads the rest of a citation of this class of a guess of the lemma: the bound. Names a lemma, or notes a plain bound. */
static Cost read_citation(const Lemma *of, const uint16_t *set, int count, int checks) {
    int64_t guesses = fewer(of->guesses), free_guesses = fewer(of->free_guesses);
    Cost bound = NEVER;
    if (!next_is("null")) {
        int pair = next_is("[");
        bound = number(0, MOST);
        if (!pair && !strncmp(at, ",[", 2)) { /* the number of a lemma */
            need(bound < lemmas.count, "the cited lemma has no number yet");
            const Lemma *lemma = &lemmas.at[bound];
            Renaming renaming = (expect(","), read_renaming());
            need(lemma->only < 0 && lemma->guesses >= guesses && lemma->free_guesses >= free_guesses, "the cited lemma does not allow as much");
            need(!checks || maps(&renaming, set, count, lemma), "the renaming does not map the class to the set of the cited lemma");
            return free(renaming.color), lemma->bound;
        }
        need(unit || !bound, "a bound must have the total 0, because guesses cost nothing");
        bound = bound * unit + (pair ? (expect(","), number(0, code_count)) : 0);
        if (pair) expect("]");
    }
    name_lemma(next_is(",0") ? &plain : &lemmas, set, count, guesses, free_guesses, bound, -1);
    return bound;
}
/* Reads a treated guess. Its classes and citations must show that it costs at least the bound. */
static int read_treatment(int number_of_lemma, int checks) {
    Lemma lemma = lemmas.at[number_of_lemma];
    Cost bounds[64] = {0};
    Code code = (expect("["), read_code());
    int cited[64] = {0}, citations = 0, guess = find_code(&code);
    need(lemma.only < 0 || guess == lemma.only, "the treated guess is not the prescribed one");
    need(lemma.free_guesses > 0 || !checks || in_set[guess], "the treated guess must be a candidate");
    split(guess, &lemma);
    need(classes->count > 1 || lemma.only >= 0, "the treated guess makes one class");
    for (expect(",["); goes_on(citations); citations++) {
        int k = 0, told = (expect("["), short_of[read_told()]);
        while (k < classes->count && classes->told[k] != told) k++;
        need(told >= 0 && k < classes->count && told != win_told && !cited[k]++, "the guess has no such class, or it is cited twice");
        expect(","), bounds[k] = read_citation(&lemma, classes->set + classes->from[k], classes->from[k + 1] - classes->from[k], checks), expect("]");
    }
    expect("]");
    need(!checks || cost_of(&lemma, bounds) >= lemma.bound, "lemma %d: the treated guess may cost less than the bound", number_of_lemma);
    return guess;
}
/* Counts the classes of every guess: M and W of statement 1. */
static void count_classes(const Lemma *lemma) {
    most_classes = most_others = 0;
    memset(told_mask, 0, sizeof told_mask);
    for (int i = 0; i < lemma->count; i++) {
        const unsigned char *row = row_of(lemma->set[i]);
        for (int guess = 0; guess < code_count; guess++) told_mask[guess] |= (uint64_t)1 << row[guess];
    }
    for (int guess = 0; guess < code_count; guess++) {
        int count = lemma->free_guesses || in_set[guess] ? count_bits(told_mask[guess]) : 0, others = count - in_set[guess];
        if (count > most_classes) most_classes = count;
        if (others > most_others) most_others = others;
    }
    for (int i = 0; i <= lemma->count; i++) size_bounds[i] = -1;
}
/* Whether two guesses make the same classes, and both are candidates or neither is (statement 5). */
static int alike(int one, int two, const Lemma *lemma) {
    int twin[64], back[64];
    const unsigned char *a = row_of(one), *b = row_of(two);
    if (in_set[one] != in_set[two] || count_bits(told_mask[one]) != count_bits(told_mask[two])) return 0;
    memset(twin, -1, sizeof twin), memset(back, -1, sizeof back);
    for (int i = 0; i < lemma->count; i++) {
        int x = a[lemma->set[i]], y = b[lemma->set[i]];
        if (twin[x] < 0 && back[y] < 0) twin[x] = y, back[y] = x;
        if (twin[x] != y) return 0;
    }
    return 1;
}
static void check_guess(const Lemma *lemma, int guess, int number, const int *treated, int treated_count) {
    int count = count_bits(told_mask[guess]);
    if ((3 * (Cost)lemma->count - count - in_set[guess]) * unit >= lemma->bound) return;          /* statement 3 */
    if (count == 1 && lemma->count > 1 && lemma->only < 0) return;                                /* statement 4 */
    split(guess, lemma);
    if (cost_of(lemma, NULL) >= lemma->bound) return;
    for (int i = 0; i < treated_count; i++)
        if (alike(guess, treated[i], lemma)) return;
    refuse("lemma %d%s: guess %d in numeric order may cost less than the bound, and is not treated", number, treated ? "" : ", a plain bound", guess + 1);
}
static void check_lemma(Lemma lemma, int number, int checks, int has_line) { /* a plain bound has no line */
    static int treated[PROVABLE + 1];
    int symmetry_count = 0, treated_count = 0;
    Renaming *symmetries = NULL;
    memset(marked, 0, sizeof marked);
    for (int i = 0; i < lemma.count; i++) in_set[lemma.set[i]] = 1;
    if (checks) count_classes(&lemma);
    need(!has_line || read_line(), "the proof of lemma %d is missing", number);
    for (has_line ? expect("[[") : (void)0; has_line && goes_on(symmetry_count); symmetry_count++) {
        symmetries = room(symmetries, (size_t)symmetry_count + 1, sizeof *symmetries);
        expect("["), symmetries[symmetry_count] = read_renaming(), expect("]");
        need(!checks || maps(&symmetries[symmetry_count], lemma.set, lemma.count, &lemma), "a symmetry does not map the set to itself");
    }
    for (has_line ? expect(",[") : (void)0; has_line && goes_on(treated_count); treated_count++) {
        treated[treated_count] = read_treatment(number, checks);
        need(!marked[treated[treated_count]]++, "a guess is treated twice");
    }
    if (has_line) expect("]\n");
    for (int i = 0, image, all = treated_count; checks && i < all; i++) /* the orbits of the treated guesses (statement 5) */
        for (int k = 0; k < symmetry_count; k++)
            if (!marked[image = renamed(treated[i], &symmetries[k])]) marked[treated[all++] = image] = 1;
    for (int guess = 0; guess < code_count && checks && lemma.guesses > 0; guess++)
        if (!marked[guess] && (lemma.only < 0 ? lemma.free_guesses || in_set[guess] : guess == lemma.only))
            check_guess(&lemma, guess, number, has_line ? treated : NULL, treated_count);
    for (int i = 0; i < lemma.count; i++) in_set[lemma.set[i]] = 0;
    while (symmetry_count) free(symmetries[--symmetry_count].color);
    free(symmetries);
    for (; has_line && plain.count; held -= plain.at[plain.count].count, free((void *)plain.at[plain.count].set))
        check_lemma(plain.at[--plain.count], number, checks, 0);
}
int main(int count, char **words) {
    int from = 0, to = HELD, checked = 0;
    char digest[65], end;
    int parts = count == 4 && !strcmp(words[1], "--lemmas") && sscanf(words[2], "%d-%d%c", &from, &to, &end) == 2;
    if (count != 2 && !parts) return fprintf(stderr, "usage: pegcheck [--lemmas A-B] FILE\n"), 2;
    file = fopen(words[count - 1], "rb");
    packed.next_out = out;
    if (!file || inflateInit2(&packed, 16 + MAX_WBITS) != Z_OK) return fprintf(stderr, "pegcheck: %s: %s\n", words[count - 1], strerror(errno)), 2;
    read_header(), check_tree();
    if (full) name_first_lemmas();
    for (int i = 0; i < lemmas.count; checked += i >= from && i <= to, i++) check_lemma(lemmas.at[i], i, i >= from && i <= to, 1);
    need(read_line(), "the last line is missing");
    expect("{\"lines\":"), number(line_number - 1, line_number - 1), expect(",\"sha256\":\"");
    need(next_is(before), "the digest is wrong");
    expect("\"}\n");
    sha_text(sha, digest);
    need(!read_line(), "something follows the last line");
    printf("%saverage %.4f; ", header, (double)total / start_count);
    if (!full) printf("upper bound certified; lower bound searched, not certified\n");
    else if (checked < lemmas.count) printf("upper bound certified; the proofs of %d of %d lemmas checked\n", checked, lemmas.count);
    else printf("optimal, certified; %d lemma%s\n", lemmas.count, &"s"[lemmas.count == 1]);
    printf("sha256 %s\n", digest);
    return 0;
}
