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
enum { WEIGHT = 1 << 22, PAIRS = 1 << 29, LONGEST_MARKS = 10 }; /* of listed games */
enum { TOLD = 256, DEEPEST = PROVABLE }; /* numbers of feedback: 16 times black, plus white; guesses of a tree */
typedef int64_t Cost; /* unit times the total, plus the number of secrets found with the last allowed guess */
static Cost unit = (Cost)1 << 24; /* 0 if the total does not count */
static Cost MOST = (Cost)1 << 36; /* larger numbers in the file mean the same: no total is so large */
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
#define EMPTY {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, {0}, 0}
static Sha sha = EMPTY;
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
static Code *codes; /* all codes for a full proof, else the candidates; of a listed game, the guesses */
static int listed; /* the game is a listed one, of version 2 */
static char symbols[128]; /* of a listed game: the color that each symbol means; all are 0 if codes are numbers */
static enum { HITS, BLACK, SUM, MARKS, TABLE } tells;
static int table_win; /* the highest number of feedback in the table of a listed game */
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
    int digits = !listed && strspn(at, "123456789") == (size_t)pegs && at[pegs] == '"';
    for (int i = 0; i < pegs && *symbols; i++) need(*at > 0 && (code.colors[i] = symbols[(int)*at++]) > 0, "a code is expected");
    for (int i = 0; i < pegs && !*symbols; i++) {
        need(digits || ((listed || colors > 9) && (!i || next_is("-"))), "a code is expected");
        code.colors[i] = (int)(digits ? *at++ - '0' : number(1, colors));
        need(code.colors[i] <= colors, "a code has a color that the game lacks");
    }
    expect("\"");
    need(is_valid(&code), "a color repeats");
    return code;
}
static int read_told(void) {
    int64_t sum = 0;
    expect("\"");
    if (tells == MARKS) for (int i = 0; i < pegs; i++) sum = 3 * sum + (next_is("G") ? 2 : next_is("Y") ? 1 : (expect("."), 0));
    if (tells == TABLE || tells == SUM) sum = tells == SUM && next_is("won") ? pegs + 1 : number(0, tells == SUM ? pegs : table_win);
    if (tells >= SUM) return expect("\""), (int)sum;
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
static int64_t size, start_weight; /* the codes of the game; the weight of the candidates */
/* ---- The lists of a listed game: guesses are codes, a secret is a number of a guess ---- */
static int secret_count, *secrets, *secret_of; /* secret_of: for each guess, its place among the secrets, or -1 */
static int64_t weight_sum, *weights; /* 0 if all count 1; the weight of each secret */
static uint16_t **told_table; /* for each guess, the feedback to each secret, if it is given by a table */
static char digest_of_guesses[65], digest_of_secrets[65];
static int power_of_3(void) { int power = 1; for (int i = 0; i < pegs; i++) power *= 3; return power; }
static int win_number(void) { return tells == TABLE ? table_win : tells == MARKS ? power_of_3() - 1 : tells == SUM ? pegs + 1 : 16 * pegs; }
static void read_digest(char *to) {
    need(strspn(at, "0123456789abcdef") == 64 && at[64] == '"', "a digest is expected");
    memcpy(to, at, 64), at += 65;
}
static int find_guess(const Code *code) { /* -1 if it is none */
    const Code *there = bsearch(code, codes, (size_t)code_count, sizeof *codes, compare_codes);
    return there ? (int)(there - codes) : -1;
}
static int marks_of(const Code *secret, const Code *guess) {
    int left[PEGS], count = 0, number = 0;
    for (int i = 0; i < pegs; i++)
        if (secret->colors[i] != guess->colors[i]) left[count++] = secret->colors[i];
    for (int i = 0, j; i < pegs; i++) {
        if (secret->colors[i] == guess->colors[i]) { number = 3 * number + 2; continue; }
        for (j = 0; j < count && left[j] != guess->colors[i];) j++;
        number = 3 * number + (j < count);
        if (j < count) left[j] = left[--count];
    }
    return number;
}
static int listed_feedback(int guess, int secret) { /* a secret by its place among the secrets */
    const Code *one = &codes[guess], *other = &codes[secrets[secret]];
    if (tells == TABLE) return told_table[guess][secret];
    if (guess == secrets[secret]) return win_number();
    if (tells == MARKS) return marks_of(other, one);
    int told = feedback(one, other);
    return tells == SUM ? told / 16 + told % 16 : told;
}
/* Reads a list of codes in ascending order, and checks its digest, that of the codes with a line for each. */
static void read_listed_codes(int guesses_come, int count) {
    int64_t done = 0;
    need(read_line(), "a list is missing");
    for (expect("["); goes_on(done); done++) {
        Code code = read_code();
        need(done < count, "a list is longer than the header says");
        if (guesses_come) codes[done] = code;
        else need((secrets[done] = find_guess(&code)) >= 0, "a secret is not one of the guesses");
        need(!done || (guesses_come ? compare_codes(&codes[done - 1], &code) < 0 : secrets[done - 1] < secrets[done]), "a list is not in ascending order");
    }
    need(done == count, "a list is shorter than the header says"), expect("\n");
}
static void check_list_digest(const int *list, int count, const char *digest) {
    Sha own = EMPTY;
    char text[PEGS * 9 + 32], found[65], letters[128] = {0};
    for (int i = 0; i < 128; i++) letters[(int)symbols[i]] = (char)i;
    for (int i = 0; i < count; i++) {
        const Code *code = &codes[list ? list[i] : i];
        int length = 0;
        for (int j = 0; j < pegs; j++)
            if (*symbols) text[length++] = letters[code->colors[j]];
            else length += sprintf(text + length, "%s%d", j ? "-" : "", code->colors[j]);
        if (list && weight_sum) length += sprintf(text + length, " %lld", (long long)weights[i]);
        text[length++] = '\n', sha_add(&own, (unsigned char *)text, (size_t)length);
    }
    sha_text(own, found), need(!strcmp(found, digest), "a list has another digest");
}
static void read_lists(void) {
    codes = room(NULL, (size_t)code_count, sizeof *codes), secrets = room(NULL, (size_t)secret_count, sizeof *secrets);
    secret_of = room(NULL, (size_t)code_count, sizeof *secret_of), weights = room(NULL, (size_t)secret_count, sizeof *weights);
    read_listed_codes(1, code_count), read_listed_codes(0, secret_count);
    int64_t sum = 0;
    if (weight_sum) need(read_line(), "the weights are missing"), expect("[");
    for (int i = 0; i < secret_count; sum += weights[i++]) weights[i] = !weight_sum ? 1 : (expect(i ? "," : ""), number(1, WEIGHT));
    if (weight_sum) expect("]\n"), need(sum == weight_sum, "the weights have another sum");
    check_list_digest(NULL, code_count, digest_of_guesses), check_list_digest(secrets, secret_count, digest_of_secrets);
    memset(secret_of, -1, (size_t)code_count * sizeof *secret_of);
    for (int i = 0; i < secret_count; i++) secret_of[secrets[i]] = i;
    if (tells == TABLE) told_table = room(NULL, (size_t)code_count, sizeof *told_table);
    for (int guess = 0, told; guess < code_count && tells == TABLE; guess++) {
        need(read_line(), "a line of the table is missing"), told_table[guess] = room(NULL, (size_t)secret_count, sizeof **told_table);
        for (int i = 0; i < secret_count; i++) {
            expect(i ? "," : "["), told = (int)number(0, table_win);
            need((told == table_win) == (secret_of[guess] == i), "the win is not the feedback of the secret alone");
            told_table[guess][i] = (uint16_t)told;
        }
        expect("]\n");
    }
    start = room(NULL, (size_t)secret_count, sizeof *start);
    for (int j = 0; j < made; j++) need(find_guess(&guesses[j]) >= 0, "the history has a code that is not one of the guesses");
    need(!has_first || find_guess(&first) >= 0, "the prescribed code is not one of the guesses");
    for (int i = 0, fits; i < secret_count; i++) {
        fits = 1;
        for (int j = 0; j < made && fits; j++) fits = listed_feedback(find_guess(&guesses[j]), i) == told_of[j];
        if (fits) start[start_count++] = i, start_weight += weights[i];
    }
}
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
static void read_family(void) {
    int64_t all;
    expect("\"rules\":{\"pegs\":"), pegs = (int)number(1, PEGS), expect(",\"colors\":"), colors = (int)number(1, CODES);
    expect(",\"repeats\":"), repeats = truth(), expect(",\"whites\":"), whites = truth();
    all = repeats || pegs <= colors;
    for (int i = 0; i < pegs; i++) need((all *= repeats ? colors : colors - i) && all <= CODES, "the game has no codes, or more than %d", CODES);
    size = all;
}
/* The rules of a listed game: the lists themselves come on the next lines. */
static void read_listed_family(void) {
    int count = 0;
    expect("\"rules\":{\"pegs\":"), pegs = (int)number(1, PEGS), expect(",\"colors\":"), colors = (int)number(1, CODES);
    repeats = 1, MOST = (Cost)1 << 58, unit = 1, expect(",\"symbols\":");
    if (!next_is("null")) {
        for (expect("\""), *symbols = 1; !next_is("\""); at++)
            need(*at > ' ' && *at <= '~' && *at != '\\' && !symbols[(int)*at] && count < colors, "a symbol is not one of its own"), symbols[(int)*at] = (char)++count;
        need(count == colors, "there is not a symbol for each color");
    }
    expect(",\"feedback\":");
    tells = next_is("\"hits\"") ? HITS : next_is("\"black\"") ? BLACK : next_is("\"total\"") ? SUM : next_is("\"marks\"") ? MARKS : TABLE;
    if (tells == TABLE) table_win = (int)number(1, 1 << 16) - 1;
    need(tells != MARKS || pegs <= LONGEST_MARKS, "so many pegs cannot be marked");
    whites = tells != BLACK;
    expect(",\"guesses\":"), code_count = (int)number(1, LINE / 4), expect(",\"guesses_sha256\":\""), read_digest(digest_of_guesses);
    expect(",\"secrets\":"), secret_count = (int)number(1, LINE / 4), expect(",\"secrets_sha256\":\""), read_digest(digest_of_secrets);
    expect(",\"weights\":"), weight_sum = next_is("null") ? 0 : number(1, WEIGHT);
}
static void read_header(void) {
    int64_t count = 0, sum = 0;
    need(read_line() && next_is("{\"format\":\"pegwise certificate\",\"version\":"), "not a certificate");
    listed = next_is("2,") || (expect("1,"), 0);
    if (listed) read_listed_family();
    else read_family();
    expect("},\"objective\":\""), objective = next_is("total,worst,last") ? LAST : next_is("total") ? TOTAL : next_is("worst,total") ? BOTH : next_is("worst,last") ? FEWEST : (expect("worst"), WORST);
    need(!listed || objective == TOTAL, "the objective of a listed game must be total");
    unit *= objective != FEWEST, expect("\",\"max_guesses\":"), max_guesses = next_is("null") ? ALWAYS : number(1, MOST);
    expect(",\"first\":"), has_first = !next_is("null");
    if (has_first) first = read_code();
    for (expect(",\"history\":["); goes_on(made); made++) {
        guesses = room(guesses, (size_t)made + 1, sizeof *guesses), told_of = room(told_of, (size_t)made + 1, sizeof *told_of);
        expect("["), guesses[made] = read_code(), expect(","), told_of[made] = read_told(), expect("]");
        need(told_of[made] != win_number(), "the history is won");
    }
    candidates_from = ALWAYS;
    if (!listed) expect(",\"candidates_from\":"), candidates_from = next_is("null") ? ALWAYS : number(1, MOST);
    expect(",\"proof\":\""), full = next_is("full") || (expect("tree"), 0);
    need(!full || listed || size <= PROVABLE, "a full proof is for games of up to %d codes", PROVABLE);
    expect("\",\"total\":"), total = number(1, MOST);
    expect(",\"worst\":"), worst = number(1, max_guesses < LINE ? max_guesses : LINE);
    distribution = room(NULL, (size_t)worst + 1, sizeof *distribution);
    for (expect(",\"distribution\":["); goes_on(count) && count < worst; sum += distribution[count++]) distribution[count] = number(0, listed ? WEIGHT : CANDIDATES);
    expect("}\n");
    strcpy(header, line);
    if (listed) read_lists();
    else list_codes(), start_weight = start_count;
    need(count == worst && distribution[worst - 1] && sum == start_weight, "the distribution does not fit the worst case or the candidates");
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
static int compare_keys(const void *one, const void *two) { const uint64_t *a = one, *b = two; return (*a > *b) - (*a < *b); }
/* The same for a listed game: the set consists of places of secrets. */
static void check_listed_node(int *set, int count, int64_t here, int64_t above) {
    uint64_t *told = room(NULL, (size_t)count, sizeof *told); /* the feedback of each, and its place */
    need(read_line() && here <= worst && here <= DEEPEST, "the tree is not complete, or needs more guesses than the header says");
    expect("["), number(here, here), expect(",");
    need((above < 0 ? next_is("null") : read_told() == above) && next_is(","), "this is not the next feedback of the node above");
    Code code = read_code();
    expect("]\n");
    int guess = find_guess(&code), end;
    need(guess >= 0, "a code is not one of the guesses");
    need(here > made + 1 || !has_first || !compare_codes(&code, &first), "the first guess is not the prescribed one");
    for (int i = 0; i < count; i++) told[i] = (uint64_t)listed_feedback(guess, set[i]) << 32 | (uint64_t)set[i];
    qsort(told, (size_t)count, sizeof *told, compare_keys);
    for (int i = 0; i < count; i++) set[i] = (int)(told[i] & 0xffffffff);
    for (int i = 0; i < count; i = end) {
        for (end = i + 1; end < count && told[end] >> 32 == told[i] >> 32;) end++;
        if ((int)(told[i] >> 32) == win_number()) found[here - 1] += weights[set[i]];
        else check_listed_node(set + i, end - i, here + 1, (int64_t)(told[i] >> 32));
    }
    free(told);
}
static void check_tree(void) {
    int64_t sum = 0;
    int *set = memcpy(room(NULL, (size_t)start_count, sizeof *set), start, (size_t)start_count * sizeof *set);
    found = memset(room(NULL, (size_t)worst, sizeof *found), 0, (size_t)worst * sizeof *found);
    if (listed) check_listed_node(set, start_count, made + 1, -1);
    else check_node(set, start_count, made + 1, -1);
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
static int count_bits(uint64_t word) { /* sums of 2, of 4, of 8 bits, and then of all bytes */
    word -= word >> 1 & 0x5555555555555555, word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    return (int)((((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101) >> 56);
}
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
/* ---- The lemmas of a listed game ---- */
typedef struct { const uint16_t *set; int count, only; int64_t guesses; Cost bound; } ListedLemma;
static struct { ListedLemma *at; int count, space; } listed_lemmas;
static unsigned char *rows; /* the feedback of each secret to each guess */
static uint16_t *rank, *secret_at; /* the secrets are numbered anew, the heaviest first */
static Cost *weight_at; /* by the new numbers */
static int *number_of; /* for each guess, the new number of the secret that it is, or -1 */
typedef struct { int count, told[TOLD], from[TOLD + 1]; uint16_t *set; } Parts; /* the classes of a guess, as in `made_now` */
/* A set, and how every guess splits it. There are two: that of the lemma, and that of a look one guess ahead. */
typedef struct { const uint16_t *set; int count, most, others, *parts; char *inside; Cost weight, *least, *sizes; Parts classes; } View;
static View here, ahead;
static uint64_t (*told_masks)[TOLD / 64];
static int compare_weights(const void *one, const void *two) { /* the heaviest first, then as in the list */
    int a = *(const uint16_t *)one, b = *(const uint16_t *)two;
    return weights[a] != weights[b] ? (weights[a] < weights[b] ? 1 : -1) : a - b;
}
static int compare_numbers(const void *one, const void *two) { return *(const uint16_t *)one - *(const uint16_t *)two; }
static unsigned char *listed_row(int secret) { return rows + (size_t)secret * (size_t)code_count; }
static void name_listed_lemma(const uint16_t *set, int count, int64_t guesses_left, Cost bound, int only) {
    if (listed_lemmas.count == listed_lemmas.space)
        listed_lemmas.at = room(listed_lemmas.at, (size_t)(listed_lemmas.space = 2 * listed_lemmas.space + 64), sizeof *listed_lemmas.at);
    need((held += count) <= HELD, "the lemmas have more than %d candidates together", HELD);
    set = memcpy(room(NULL, (size_t)count, sizeof *set), set, (size_t)count * sizeof *set);
    listed_lemmas.at[listed_lemmas.count++] = (ListedLemma){set, count, only, guesses_left, bound};
}
static void make_view(View *view) {
    size_t all = (size_t)code_count, most = (size_t)secret_count;
    view->parts = room(NULL, all, sizeof *view->parts), view->inside = memset(room(NULL, most, 1), 0, most);
    view->least = room(NULL, all, sizeof *view->least), view->sizes = room(NULL, most + 1, sizeof *view->sizes);
    view->classes.set = room(NULL, most, sizeof *view->classes.set);
}
static void name_first_listed_lemma(void) {
    size_t all = (size_t)code_count, most = (size_t)secret_count;
    need(all * most <= PAIRS && win_number() < TOLD, "a full proof is for up to %d pairs of a guess and a secret, and %d feedbacks", PAIRS, TOLD);
    rank = room(NULL, most, sizeof *rank), secret_at = room(NULL, most, sizeof *secret_at), weight_at = room(NULL, most, sizeof *weight_at);
    number_of = room(NULL, all, sizeof *number_of), rows = room(NULL, all * most, 1), told_masks = room(NULL, all, sizeof *told_masks);
    for (int i = 0; i < secret_count; i++) secret_at[i] = (uint16_t)i;
    qsort(secret_at, most, sizeof *secret_at, compare_weights);
    for (int i = 0; i < secret_count; i++) rank[secret_at[i]] = (uint16_t)i, weight_at[i] = weights[secret_at[i]];
    for (int guess = 0; guess < code_count; guess++) number_of[guess] = secret_of[guess] < 0 ? -1 : rank[secret_of[guess]];
    for (int i = 0; i < secret_count; i++)
        for (int guess = 0; guess < code_count; guess++) listed_row(i)[guess] = (unsigned char)listed_feedback(guess, secret_at[i]);
    make_view(&here), make_view(&ahead);
    uint16_t *set = room(NULL, most, sizeof *set);
    for (int i = 0; i < start_count; i++) set[i] = rank[start[i]];
    qsort(set, (size_t)start_count, sizeof *set, compare_numbers);
    name_listed_lemma(set, start_count, max_guesses == ALWAYS ? ALWAYS : max_guesses - made, total - made * start_weight, has_first ? find_guess(&first) : -1);
    free(set);
}
static void see(View *view, const uint16_t *set, int count) {
    Cost *heavy = view->sizes; /* the weight of the heaviest secrets, how many there may be */
    memset(view->inside, 0, (size_t)secret_count);
    view->set = set, view->count = count, view->most = view->others = 0, view->weight = *heavy = 0;
    for (int i = 0; i < count; i++) view->inside[set[i]] = 1, heavy[i + 1] = view->weight += weight_at[set[i]];
    memset(told_masks, 0, (size_t)code_count * sizeof *told_masks);
    for (int first_one = 0, end; first_one < code_count; first_one = end) { /* some guesses, whose masks fit into a cache */
        end = code_count - first_one < 512 ? code_count : first_one + 512;
        for (int i = 0; i < count; i++) {
            const unsigned char *row = listed_row(set[i]);
            for (int guess = first_one; guess < end; guess++) told_masks[guess][row[guess] / 64] |= (uint64_t)1 << row[guess] % 64;
        }
    }
    for (int guess = 0; guess < code_count; guess++) {
        int parts = 0, wins = number_of[guess] >= 0 && view->inside[number_of[guess]];
        for (int i = 0; i < TOLD / 64; i++) parts += count_bits(told_masks[guess][i]);
        if (parts > view->most) view->most = parts;
        if (parts - wins > view->others) view->others = parts - wins;
        view->parts[guess] = parts; /* statement 3, for weights: a class costs twice its weight less its heaviest secret */
        view->least[guess] = 3 * view->weight - (wins ? 2 * weight_at[number_of[guess]] : 0) - heavy[parts - wins];
    }
    for (int i = 0; i <= count; i++) view->sizes[i] = -1;
}
/* The classes of a guess, the win left out. */
static void listed_split(View *view, int guess) {
    int size_of[TOLD] = {0}, to[TOLD], k = 0;
    Parts *classes_of = &view->classes;
    for (int i = 0; i < view->count; i++) size_of[listed_row(view->set[i])[guess]]++;
    size_of[win_number()] = 0, classes_of->from[0] = 0;
    for (int told = 0; told < TOLD; told++)
        if (size_of[told]) to[told] = classes_of->from[k], classes_of->told[k] = told, classes_of->from[k + 1] = to[told] + size_of[told], k++;
    classes_of->count = k;
    for (int i = 0; i < view->count; i++) {
        int told = listed_row(view->set[i])[guess];
        if (told != win_number()) classes_of->set[to[told]++] = view->set[i];
    }
}
static Cost listed_size_bound(View *view, const uint16_t *set, int count, int64_t guesses_left) { /* statement 1 */
    int64_t width = 1, level = 1, i = 0;
    Cost cost = 0;
    if (!weight_sum && view->sizes[count] >= 0) return view->sizes[count]; /* the guesses left are the same for one view */
    for (; i < count && width > 0 && level <= guesses_left; width *= level++ == 1 ? view->most - 1 : view->others) {
        if (width > count) width = count;
        for (int64_t end = i + width < count ? i + width : count; i < end; i++) cost += level * weight_at[set[i]];
    }
    return view->sizes[count] = i < count ? NEVER : cost;
}
static Cost listed_class_bound(View *view, const uint16_t *set, int count, int64_t guesses_left) { /* statement 2 */
    Cost twice = 0, least = 0;
    if (count < 2 || count > view->most) return 0;
    for (int i = 0; i < count; i++) twice += 2 * weight_at[set[i]];
    for (int i = 0, j; i < count && (!i || least > twice - weight_at[*set]); i++) {
        uint64_t seen[TOLD / 64] = {0};
        int guess = secrets[secret_at[set[i]]];
        for (j = 0; j < count; j++) {
            int told = listed_row(set[j])[guess];
            if (seen[told / 64] >> told % 64 & 1) break;
            seen[told / 64] |= (uint64_t)1 << told % 64;
        }
        Cost cost = twice; /* the lightest of the others is found with the third guess, where that is allowed */
        if (j == count) cost = twice - weight_at[set[i]];
        else if (guesses_left > 2) cost = twice - weight_at[set[i]] + weight_at[set[i == count - 1 ? count - 2 : count - 1]];
        if (!i || cost < least) least = cost;
    }
    return least < twice ? least : twice;
}
static Cost bound_of_class(View *view, int k, int64_t guesses_left) {
    const uint16_t *set = view->classes.set + view->classes.from[k];
    int count = view->classes.from[k + 1] - view->classes.from[k];
    Cost one = listed_size_bound(view, set, count, guesses_left), other = one < NEVER ? listed_class_bound(view, set, count, guesses_left) : 0;
    return one > other ? one : other;
}
/* What sets cost by a look one guess ahead. All is forgotten when there is no more room. */
enum { SLOTS = 1 << 21, POOL = 1 << 26 };
static struct Seen { int from, count; int64_t guesses; Cost cost; } *slots;
static uint16_t *pool;
static int pool_used, slots_used;
static struct Seen *find_slot(const uint16_t *set, int count, int64_t guesses_left) {
    uint64_t hash = (uint64_t)guesses_left;
    if (!slots) slots = room(NULL, SLOTS, sizeof *slots), pool = room(NULL, POOL, sizeof *pool), slots_used = SLOTS;
    if (slots_used > SLOTS / 2 || pool_used > POOL - count) memset(slots, 0, SLOTS * sizeof *slots), slots_used = pool_used = 0;
    for (int i = 0; i < count; i++) hash = (hash ^ set[i]) * 0x9E3779B97F4A7C15, hash ^= hash >> 29;
    for (uint64_t i = hash;; i++) {
        struct Seen *slot = &slots[i % SLOTS];
        if (!slot->count || (slot->count == count && slot->guesses == guesses_left && !memcmp(pool + slot->from, set, (size_t)count * sizeof *set))) return slot;
    }
}
/* What the guess costs that splits the set, or `most` or more: first the size bounds, then what the class bounds add. */
static Cost cost_ahead(int64_t guesses_left, Cost most) {
    const Parts *of = &ahead.classes;
    Cost cost = ahead.weight;
    for (int k = 0; k < of->count && cost < most; k++) cost += listed_size_bound(&ahead, of->set + of->from[k], of->from[k + 1] - of->from[k], guesses_left);
    for (int k = 0; k < of->count && cost < most; k++) {
        int count = of->from[k + 1] - of->from[k];
        Cost more = count > 2 ? bound_of_class(&ahead, k, guesses_left) - listed_size_bound(&ahead, of->set + of->from[k], count, guesses_left) : 0;
        if (more > 0) cost += more;
    }
    return cost;
}
static Cost look_ahead(const uint16_t *set, int count, int64_t guesses_left) {
    Cost best = NEVER;
    if (count <= 2) return 0; /* the size bound is what they cost */
    struct Seen *slot = find_slot(set, count, guesses_left);
    if (slot->count) return slot->cost;
    if (guesses_left > 0) see(&ahead, set, count);
    /* The guesses in the order of the least that they can cost: one such cost after the other. */
    for (Cost now = 0, next = 0; guesses_left > 0 && now < best; now = next) {
        next = NEVER;
        for (int guess = 0; guess < code_count; guess++) {
            if (ahead.least[guess] > now && ahead.least[guess] < next) next = ahead.least[guess];
            if (ahead.least[guess] != now || ahead.parts[guess] == 1 || now >= best) continue;
            listed_split(&ahead, guess);
            Cost cost = cost_ahead(fewer(guesses_left), best);
            if (cost < best) best = cost;
        }
    }
    memcpy(pool + pool_used, set, (size_t)count * sizeof *set);
    *slot = (struct Seen){pool_used, count, guesses_left, best}, pool_used += count, slots_used++;
    return best;
}
/* Whether a guess of the lemma costs the bound, by the sizes of its classes; with `cited`, by these bounds, or else a look ahead. */
static int costs_enough(const ListedLemma *lemma, int guess, const Cost *cited) {
    static Cost bounds[TOLD];
    int order[TOLD];
    int64_t left = fewer(lemma->guesses);
    Cost cost = here.weight;
    listed_split(&here, guess);
    const Parts *classes_of = &here.classes;
    for (int k = 0; k < classes_of->count && cost < NEVER; cost += bounds[k++]) {
        bounds[k] = bound_of_class(&here, k, left);
        if (cited && cited[classes_of->told[k]] > bounds[k]) bounds[k] = cited[classes_of->told[k]];
    }
    if (!cited || cost >= lemma->bound) return cost >= lemma->bound;
    for (int k = 0, i; k < classes_of->count; order[i] = k++) /* the largest classes first: they gain the most */
        for (i = k; i && classes_of->from[order[i - 1] + 1] - classes_of->from[order[i - 1]] < classes_of->from[k + 1] - classes_of->from[k]; i--) order[i] = order[i - 1];
    for (int i = 0; i < classes_of->count && cost < lemma->bound; i++) {
        int k = order[i];
        Cost more = cited[classes_of->told[k]] < 0 ? look_ahead(classes_of->set + classes_of->from[k], classes_of->from[k + 1] - classes_of->from[k], left) : 0;
        if (more > bounds[k]) cost += more - bounds[k];
    }
    return cost >= lemma->bound;
}
/* Reads a treated guess. Its classes and citations must show that it costs at least the bound. */
static int read_listed_treatment(const ListedLemma *lemma, int number_of_lemma, int checks) {
    Cost bounds[TOLD];
    Code code = (expect("["), read_code());
    int citations = 0, guess = find_guess(&code);
    need(guess >= 0, "a code is not one of the guesses");
    need(lemma->only < 0 || guess == lemma->only, "the treated guess is not the prescribed one");
    for (int told = 0; told < TOLD; told++) bounds[told] = -1;
    listed_split(&here, guess);
    const Parts *classes_of = &here.classes;
    int wins = number_of[guess] >= 0 && here.inside[number_of[guess]];
    need(classes_of->count + wins > 1 || lemma->only >= 0, "the treated guess makes one class");
    for (expect(",["); goes_on(citations); citations++) {
        int k = 0, told = (expect("["), read_told());
        while (k < classes_of->count && classes_of->told[k] != told) k++;
        need(k < classes_of->count && bounds[told] < 0, "the guess has no such class, or it is cited twice");
        const uint16_t *set = classes_of->set + classes_of->from[k];
        int count = classes_of->from[k + 1] - classes_of->from[k];
        if (expect(","), next_is("[")) {
            int64_t cited = number(0, MOST);
            need(cited < listed_lemmas.count, "the cited lemma has no number yet");
            const ListedLemma *other = &listed_lemmas.at[cited];
            need(other->only < 0, "the cited lemma is about a prescribed guess"); /* it allows enough guesses: see statement 6 */
            need(other->count == count && !memcmp(other->set, set, (size_t)count * sizeof *set), "the cited lemma is about other secrets");
            bounds[told] = other->bound, expect("]");
        } else bounds[told] = next_is("null") ? NEVER : number(0, MOST), name_listed_lemma(set, count, fewer(lemma->guesses), bounds[told], -1);
        expect("]");
    }
    expect("]");
    need(!checks || costs_enough(lemma, guess, bounds), "lemma %d: the treated guess may cost less than the bound", number_of_lemma);
    return guess;
}
/* Whether two guesses make the same classes, and both are candidates or neither is (statement 5). */
static int listed_alike(int one, int two) {
    int twin[TOLD], back[TOLD], win = win_number();
    if (here.parts[one] != here.parts[two]) return 0;
    memset(twin, -1, sizeof twin), memset(back, -1, sizeof back);
    twin[win] = back[win] = win;
    for (int i = 0; i < here.count; i++) {
        int x = listed_row(here.set[i])[one], y = listed_row(here.set[i])[two];
        if (twin[x] < 0 && back[y] < 0) twin[x] = y, back[y] = x;
        if (twin[x] != y) return 0;
    }
    return 1;
}
static void check_listed_lemma(int number_of_lemma, int checks) {
    static int *treated;
    static char *done;
    static Cost nothing[TOLD];
    int count = 0;
    ListedLemma lemma = listed_lemmas.at[number_of_lemma];
    if (!treated) treated = room(NULL, (size_t)code_count, sizeof *treated), done = room(NULL, (size_t)code_count, 1);
    memset(done, 0, (size_t)code_count);
    for (int told = 0; told < TOLD; told++) nothing[told] = -1;
    see(&here, lemma.set, lemma.count);
    need(read_line(), "the proof of lemma %d is missing", number_of_lemma);
    for (expect("["); goes_on(count); count++) {
        int guess = read_listed_treatment(&lemma, number_of_lemma, checks);
        need(!done[guess]++, "a guess is treated twice");
        treated[count] = guess;
    }
    expect("\n");
    for (int guess = 0, i; guess < code_count && checks && lemma.guesses > 0; guess++) {
        if (lemma.only >= 0 ? guess != lemma.only : here.parts[guess] == 1 && lemma.count > 1) continue; /* statement 4 */
        if (done[guess] || here.least[guess] >= lemma.bound || costs_enough(&lemma, guess, NULL)) continue;
        for (i = 0; i < count && !listed_alike(guess, treated[i]);) i++;
        need(i < count || costs_enough(&lemma, guess, nothing), "lemma %d: guess %d in numeric order may cost less than the bound, and is not treated", number_of_lemma, guess + 1);
    }
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
    if (full && listed) name_first_listed_lemma();
    else if (full) name_first_lemmas();
    for (int i = 0; i < lemmas.count; checked += i >= from && i <= to, i++) check_lemma(lemmas.at[i], i, i >= from && i <= to, 1);
    for (int i = 0; i < listed_lemmas.count; checked += i >= from && i <= to, i++) check_listed_lemma(i, i >= from && i <= to);
    int proved = listed ? listed_lemmas.count : lemmas.count;
    need(read_line(), "the last line is missing");
    expect("{\"lines\":"), number(line_number - 1, line_number - 1), expect(",\"sha256\":\"");
    need(next_is(before), "the digest is wrong");
    expect("\"}\n");
    sha_text(sha, digest);
    need(!read_line(), "something follows the last line");
    printf("%saverage %.4f; ", header, (double)total / (double)start_weight);
    if (!full) printf("upper bound certified; lower bound searched, not certified\n");
    else if (checked < proved) printf("upper bound certified; the proofs of %d of %d lemmas checked\n", checked, proved);
    else printf("optimal, certified; %d lemma%s\n", proved, &"s"[proved == 1]);
    printf("sha256 %s\n", digest);
    return 0;
}
