// Values v(b, infinity) of Lane's mancala (play=choice, again=scored, or never with argument), proved.
//   mancala_values T NMAX [never] < positions   (one normal board of 12 numbers per line, the player to move on the first six)
// 1. All positions with at most T pebbles by retrograde iteration, number of pebbles by number of pebbles.
// 2. Above: iterative deepening over turns, ge(b,N,w) = "the mover forces at least w", le(b,N,w) = "the other holds him to w",
//    both pessimistic at the horizon, so that each success is a proof whatever happens later.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
typedef int8_t i8; typedef uint8_t u8; typedef uint32_t u32; typedef uint64_t u64;
static int T, scored = 1;
static u64 C[96][13];
static long long endless_sowings = 0, sowings = 0;

static int sow(u8 *b, int c) {            // returns pebbles taken, -1 if it never ends
    u8 sb[12]; int sc = -1; long lap = 0, mark = 64;
    for (;;) {
        int k = b[c]; b[c] = 0; lap++;
        int q = k / 12, r = k % 12;
        if (q) for (int i = 0; i < 12; i++) b[i] += q;
        int p = c;
        for (int i = 0; i < r; i++) { p = p == 11 ? 0 : p + 1; b[p]++; }
        int x = b[p];
        if (x == 1) return 0;
        if (x == 2 || x == 4) {
            int m = k < 12 ? k : 12, t = 0; u32 take = 0;
            for (int i = 0; i < m; i++) {
                if (b[p] != 2 && b[p] != 4) break;
                take |= 1u << p | 1u << (11 - p);
                p = p ? p - 1 : 11;
            }
            for (int i = 0; i < 12; i++) if (take >> i & 1) { t += b[i]; b[i] = 0; }
            return t;
        }
        c = p;
        if (sc == c && !memcmp(sb, b, 12)) { endless_sowings++; return -1; }   // Brent's cycle test
        if (lap == mark) { mark *= 2; sc = c; memcpy(sb, b, 12); }
    }
}
static void rot(const u8 *b, u8 *o) { memcpy(o, b + 6, 6); memcpy(o + 6, b, 6); }
static int total(const u8 *b) { int n = 0; for (int i = 0; i < 12; i++) n += b[i]; return n; }
static int empty(const u8 *b) { return !(b[0] | b[1] | b[2] | b[3] | b[4] | b[5]); }

// rank among the boards with the same total
static u32 rnk(const u8 *b) {
    u32 r = 0; int s = 0;
    for (int i = 0; i < 11; i++) { s += b[i]; r += (u32)C[s + i][i + 1]; }   // bars at positions s+i
    return r;
}
static i8 *val[40];
static int value_small(const u8 *b, int n) { return val[n][rnk(b)]; }

static void build(int verbose) {
    for (int n = 0; n <= T; n++) {
        u32 m = (u32)C[n + 11][11];
        val[n] = malloc(m);
        if (n < 2) { u8 b[12]; memset(b, 0, 12); if (!n) { val[0][0] = 0; continue; }
            for (int i = 0; i < 12; i++) { b[i] = 1; val[1][rnk(b)] = i < 6 ? 1 : -1; b[i] = 0; } continue; }
        i8 *fix = malloc(m); u32 (*in)[6] = malloc((size_t)m * 24); u8 *ni = calloc(m, 1), *kind = calloc(m, 1);
        u8 b[12]; memset(b, 0, 12); b[11] = n;
        for (;;) {                                                     // all compositions
            u32 i = rnk(b); fix[i] = -128;
            if (empty(b)) {
                kind[i] = 1;
                for (int c = 6; c < 12; c++) if (b[c] >= 2) { u8 x[12], y[12]; memcpy(x, b, 12); x[c]--; x[1]++; rot(x, y); in[i][ni[i]++] = rnk(y); }
                if (!ni[i]) { u8 y[12]; rot(b, y); in[i][ni[i]++] = rnk(y); }
            } else {
                int any = 0;
                for (int c = 0; c < 6; c++) if (b[c]) {
                    u8 x[12], y[12]; memcpy(x, b, 12); int g = sow(x, c), e;
                    if (g < 0) continue;
                    any = 1;
                    if (!g) { rot(x, y); in[i][ni[i]++] = rnk(y); continue; }
                    if (scored) e = g + value_small(x, n - g); else { rot(x, y); e = g - value_small(y, n - g); }
                    if (e > fix[i]) fix[i] = e;
                }
                if (!any) { u8 y[12]; rot(b, y); in[i][ni[i]++] = rnk(y); }
            }
            int j = 10; while (j >= 0 && !b[11]) { if (b[j]) break; j--; }
            // next composition (last part moves left)
            if (b[11]) { b[10]++; b[11]--; }
            else { while (j >= 0 && !b[j]) j--; if (j <= 0) break; int t = b[j]; b[j] = 0; b[j - 1]++; b[11] = t - 1; }
        }
        i8 *cur = malloc(m), *nxt = malloc(m); int it = 0, ch;
        for (u32 i = 0; i < m; i++) cur[i] = 0;
        for (;; it++) {
            ch = 0;
            for (u32 i = 0; i < m; i++) {
                int v;
                if (kind[i]) { v = 127; for (int k = 0; k < ni[i]; k++) if (-cur[in[i][k]] < v) v = -cur[in[i][k]]; }
                else { v = fix[i]; for (int k = 0; k < ni[i]; k++) if (-cur[in[i][k]] > v) v = -cur[in[i][k]]; }
                nxt[i] = v; if (v != cur[i]) ch = 1;
            }
            i8 *t = cur; cur = nxt; nxt = t;
            if (!ch) break;
        }
        memcpy(val[n], cur, m);
        // does endless play matter? all values doubled, endless play -1 for the mover (A) or +1 for the mover (B)
        i8 *A = malloc(m), *B = malloc(m), *A2 = malloc(m), *B2 = malloc(m); memset(A, -1, m); memset(B, 1, m);
        for (ch = 1; ch;) {
            ch = 0;
            for (u32 i = 0; i < m; i++) {
                int a, c;
                if (kind[i]) { a = c = 127; for (int k = 0; k < ni[i]; k++) { u32 j = in[i][k]; if (-B[j] < a) a = -B[j]; if (-A[j] < c) c = -A[j]; } }
                else { a = c = fix[i] == -128 ? -127 : 2 * fix[i]; for (int k = 0; k < ni[i]; k++) { u32 j = in[i][k]; if (-B[j] > a) a = -B[j]; if (-A[j] > c) c = -A[j]; } }
                A2[i] = a; B2[i] = c; ch |= a != A[i] || c != B[i];
            }
            i8 *t = A; A = A2; A2 = t; t = B; B = B2; B2 = t;
        }
        u32 diff = 0, won = 0, drawn = 0; for (u32 i = 0; i < m; i++) { diff += A[i] != B[i] || A[i] != 2 * cur[i]; won += cur[i] > 0; drawn += cur[i] == 0; }
        if (verbose) fprintf(stderr, "pebbles %d positions %u won %u drawn %u lost %u  turns until nothing changes %d  drawn only by endless play: %u  never-ending sowings %lld\n", n, m, won, drawn, m - won - drawn, it, diff, endless_sowings);
        free(A); free(B); free(A2); free(B2); free(fix); free(in); free(ni); free(kind); free(cur); free(nxt);
    }
}

// ---- proofs above the table
typedef struct { u8 b[12]; u8 N, kind; i8 yes, no; } Ent;    // ge: true for w<=yes, false for w>=no;  le: true for w>=yes, false for w<=no
static Ent *tt; static u64 ttmask; static long long nodes;
static u64 hash(const u8 *b, int N, int kind) {
    u64 x, y = 0; memcpy(&x, b, 8); memcpy(&y, b + 8, 4); y |= (u64)N << 32 | (u64)kind << 40;
    x ^= y * 0x9E3779B97F4A7C15ull; x ^= x >> 29; x *= 0xBF58476D1CE4E5B9ull; x ^= x >> 32; x *= 0x94D049BB133111EBull; x ^= x >> 29; return x;
}
static int ge(const u8 *b, int N, int w);
static int le(const u8 *b, int N, int w);
typedef struct { u8 b[12]; int g, n; } Opt;
static int opts(const u8 *b, Opt *o) {
    int k = 0;
    for (int c = 0; c < 6; c++) if (b[c]) { memcpy(o[k].b, b, 12); int g = sow(o[k].b, c); sowings++; if (g < 0) continue; o[k].g = g; k++; }
    for (int i = 1; i < k; i++) for (int j = i; j && o[j].g > o[j - 1].g; j--) { Opt t = o[j]; o[j] = o[j - 1]; o[j - 1] = t; }
    return k;
}
static int gifts(const u8 *b, u8 g[6][12]) {   // boards after gift and forced move, for the giver; or after a pass
    int k = 0;
    for (int c = 6; c < 12; c++) if (b[c] >= 2) { u8 x[12]; memcpy(x, b, 12); x[c]--; x[1]++; rot(x, g[k++]); }
    if (!k) rot(b, g[k++]);
    return k;
}
static int trivial(const u8 *b, int w, int isge, int *r) {
    int n = total(b);
    if (isge) { if (w <= -n) { *r = 1; return 1; } if (w > n) { *r = 0; return 1; } }
    else { if (w >= n) { *r = 1; return 1; } if (w < -n) { *r = 0; return 1; } }
    if (n <= T) { int v = value_small(b, n); *r = isge ? v >= w : v <= w; return 1; }
    return 0;
}
static int ge(const u8 *b, int N, int w) {
    int r; if (trivial(b, w, 1, &r)) return r;
    if (!N) return 0;
    u64 h = hash(b, N, 0) & ttmask; Ent *e = tt + h;
    int hit = e->N == N && e->kind == 0 && !memcmp(e->b, b, 12);
    if (hit) { if (w <= e->yes) return 1; if (w >= e->no) return 0; }
    nodes++;
    if (empty(b)) { u8 g[6][12]; int k = gifts(b, g); r = 1; for (int i = 0; i < k && r; i++) r = le(g[i], N - 1, -w); }
    else {
        Opt o[6]; int k = opts(b, o); r = 0;
        if (!k) { u8 y[12]; rot(b, y); r = le(y, N - 1, -w); }
        for (int i = 0; i < k && !r; i++) if (o[i].g && scored) r = ge(o[i].b, N, w - o[i].g); else { u8 y[12]; rot(o[i].b, y); r = le(y, N - 1, o[i].g - w); }
    }
    e = tt + h; hit = e->N == N && e->kind == 0 && !memcmp(e->b, b, 12);
    if (!hit) { memcpy(e->b, b, 12); e->N = N; e->kind = 0; e->yes = -127; e->no = 127; }
    if (r) { if (w > e->yes) e->yes = w; } else if (w < e->no) e->no = w;
    return r;
}
static int le(const u8 *b, int N, int w) {
    int r; if (trivial(b, w, 0, &r)) return r;
    if (!N) return 0;
    u64 h = hash(b, N, 1) & ttmask; Ent *e = tt + h;
    int hit = e->N == N && e->kind == 1 && !memcmp(e->b, b, 12);
    if (hit) { if (w >= e->yes) return 1; if (w <= e->no) return 0; }
    nodes++;
    if (empty(b)) { u8 g[6][12]; int k = gifts(b, g); r = 0; for (int i = 0; i < k && !r; i++) r = ge(g[i], N - 1, -w); }
    else {
        Opt o[6]; int k = opts(b, o); r = 1;
        if (!k) { u8 y[12]; rot(b, y); r = ge(y, N - 1, -w); }
        for (int i = 0; i < k && r; i++) if (o[i].g && scored) r = le(o[i].b, N, w - o[i].g); else { u8 y[12]; rot(o[i].b, y); r = ge(y, N - 1, o[i].g - w); }
    }
    e = tt + h; hit = e->N == N && e->kind == 1 && !memcmp(e->b, b, 12);
    if (!hit) { memcpy(e->b, b, 12); e->N = N; e->kind = 1; e->yes = 127; e->no = -127; }
    if (r) { if (w < e->yes) e->yes = w; } else if (w > e->no) e->no = w;
    return r;
}
int main(int argc, char **argv) {
    if (!strcmp(argv[1], "sow")) {             // check mode: lines "cell board" -> "takes board"
        int c, a[12];
        while (scanf("%d %d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d", &c, a, a+1, a+2, a+3, a+4, a+5, a+6, a+7, a+8, a+9, a+10, a+11) == 13) {
            u8 b[12]; for (int i = 0; i < 12; i++) b[i] = a[i];
            printf("%d ", sow(b, c)); for (int i = 0; i < 12; i++) printf("%d%c", b[i], i < 11 ? ',' : '\n');
        }
        return 0;
    }
    T = atoi(argv[1]); int NMAX = atoi(argv[2]); if (argc > 3 && !strcmp(argv[3], "never")) scored = 0;
    long long limit = argc > 4 ? atoll(argv[4]) : 3000000000ll;
    for (int i = 0; i < 96; i++) for (int j = 0; j <= 12; j++) C[i][j] = j == 0 ? 1 : i == 0 ? 0 : C[i - 1][j - 1] + C[i - 1][j];
    build(1);
    ttmask = (1ull << 25) - 1; tt = calloc(ttmask + 1, sizeof(Ent));
    int a[12]; char line[500];
    while (fgets(line, 500, stdin)) {
        if (sscanf(line, "%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d", a, a+1, a+2, a+3, a+4, a+5, a+6, a+7, a+8, a+9, a+10, a+11) != 12) continue;
        u8 b[12]; for (int i = 0; i < 12; i++) b[i] = a[i];
        int n = total(b), L = -n, U = n, N = 0; nodes = 0;
        if (n <= T) { L = U = value_small(b, n); }
        else for (N = 1; N <= NMAX; N++) {
            int hi = U, lo = L;
            while (lo < hi) { int m = (lo + hi + 1) >> 1; if (ge(b, N, m)) lo = m; else hi = m - 1; }
            L = lo;
            lo = L; hi = U;
            while (lo < hi) { int m = (lo + hi) >> 1; if (hi == lo) break; if (le(b, N, m)) hi = m; else lo = m + 1; }
            U = hi;
            if (L == U || nodes > limit) break;
        }
        printf("%d %d %d %lld\n", L, U, N, nodes); fflush(stdout);
    }
    return 0;
}
