/* Dense solver for Aseb, called by make_aseb.py through ctypes.
       gcc -O2 -shared -fPIC aseb_values.c -o libaseb.so            long double
       gcc -O2 -shared -fPIC -DDOUBLE aseb_values.c -o libaseb5.so  double, for the big tables
   A side is a 16-bit mask of its own path (bit s-1 = square s); O mover, T other, a and b their pieces off.
   W is held between two sides L <= W <= U that start at 0 and 1. One backup uses the other side of the opponent's
   value, is rounded outward by SLACK and never widens, so both stay bounds whatever the order and whenever it stops. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#ifdef DOUBLE
typedef double real;
#define SLACK 1e-15    /* sum of at most 5 products p(1-U): 4 + 3 roundings of 1.2e-16, and that of the slack itself */
#else
typedef long double real;
#define SLACK 2e-18L   /* the same with roundings of 5.5e-20 */
#endif
typedef long double ld;
typedef struct { real L, U; } cell;
#define SHARED 0xFFF0u

static int n, capture, over, same;
static unsigned safe, again;
static real P[2][7], lost;                     /* distribution of seat k, P(lost throw) */
static int nd[2], D[2][6];                     /* throws of positive probability */
static uint32_t N, base[8][8][8][8], gg[9], t3[4096], sh[531441];
static uint8_t pc[65536], rk[16];
static uint32_t bin[17][17];
static cell *W[2];

static int popc(unsigned x) { int c = 0; for (; x; x &= x - 1) c++; return c; }

static void tables(void) {
    static int done; if (done) return; done = 1;
    for (int i = 0; i < 17; i++) for (int j = 0; j < 17; j++)
        bin[i][j] = j == 0 ? 1 : i == 0 ? 0 : bin[i-1][j-1] + bin[i-1][j];
    for (int m = 0; m < 65536; m++) pc[m] = popc(m);
    int r = 0;
    for (int c = 0; c <= 4; c++) for (int m = 0; m < 16; m++) if (pc[m] == c) rk[m] = r++;
    for (int m = 0; m < 9; m++) { gg[m] = 0; for (int x = 0; x < 16; x++) gg[m] += pc[x] <= m; }
    for (int m = 0; m < 4096; m++) { uint32_t v = 0, w = 1; for (int i = 0; i < 12; i++, w *= 3) if (m >> i & 1) v += w; t3[m] = v; }
    for (int X = 0; X < 4096; X++) for (int Z = 0; Z < 4096; Z++) if (!(X & Z)) {
        uint32_t cx = 0, cz = 0; int i, k;
        for (i = 0, k = 0; i < 12; i++) if (X >> i & 1) cx += bin[i][++k];
        int f = 0;
        for (i = 0, k = 0; i < 12; i++) { if (X >> i & 1) continue; if (Z >> i & 1) cz += bin[f][++k]; f++; }
        sh[t3[X] + 2 * t3[Z]] = cx * bin[12 - pc[X]][pc[Z]] + cz;
    }
}

static inline uint32_t idx(int a, int b, unsigned O, unsigned Th) {
    unsigned X = O >> 4, Z = Th >> 4; int p = pc[X], q = pc[Z];
    return base[a][b][p][q] + (sh[t3[X] + 2 * t3[Z]] * gg[n-a-p] + rk[O & 15]) * gg[n-b-q] + rk[Th & 15];
}

/* distributions as integers over one denominator: num[k][d], d = 1..6, num[k][0] = lost */
uint32_t setup(int n_, const int64_t *num, int64_t den, int capture_, unsigned safe_, unsigned again_, int over_, int alloc) {
    tables();
    n = n_; capture = capture_; safe = safe_ & SHARED; again = again_; over = over_;
    same = 1;
    for (int k = 0; k < 2; k++) {
        nd[k] = 0;
        for (int d = 1; d <= 6; d++) {
            P[k][d] = (real)num[7*k+d] / (real)den;
            if (num[7*k+d]) D[k][nd[k]++] = d;
            if (num[d] != num[7+d]) same = 0;
        }
    }
    lost = (real)num[0] / (real)den;
    N = 0;
    for (int a = 0; a < n; a++) for (int b = 0; b < n; b++) for (int p = 0; p <= n - a; p++) for (int q = 0; q <= n - b; q++) {
        base[a][b][p][q] = N;
        N += bin[12][p] * bin[12-p][q] * gg[n-a-p] * gg[n-b-q];
    }
    free(W[0]); free(W[1]); W[0] = W[1] = 0;
    if (alloc) for (int k = 0; k < 2 - same; k++) {
        W[k] = malloc(sizeof(cell) * N);
        if (!W[k]) return 0;
        for (uint32_t i = 0; i < N; i++) { W[k][i].L = 0; W[k][i].U = 1; }
    }
    return N;
}

uint32_t number(int a, int b, unsigned O, unsigned Th) { return idx(a, b, O, Th); }

/* ------------------------------------------------------------ two sides */

static inline void backup(int k, int a, int b, unsigned O, unsigned Th, real *lo, real *up) {
    int k2 = same ? 0 : 1 - k;
    real L = 0, U = 0;
    unsigned stop = Th & SHARED; if (capture) stop &= safe;
    unsigned bad = O | stop;
    int wait = n - a - pc[O] > 0;
    cell pass; int havepass = 0; pass.L = pass.U = 0;
    if (lost > 0) { cell *c = &W[k2][idx(b, a, Th, O)]; pass = *c; havepass = 1; L = lost * (1 - c->U); U = lost * (1 - c->L); }
    for (int i = 0; i < nd[k]; i++) {
        int d = D[k][i];
        real bl = -1, bu = -1;
        unsigned offs = O & (over ? 0xFFFFu & ~((1u << (16-d)) - 1) : 1u << (16-d));
        unsigned mv = O & ~(bad >> d) & ((1u << (16-d)) - 1);
        if (offs) {
            if (a + 1 == n) bl = bu = 1;
            else for (unsigned m = offs; m; m &= m - 1) {
                cell *c = &W[k2][idx(b, a + 1, Th, O ^ (m & -m))];
                if (1 - c->U > bl) bl = 1 - c->U;
                if (1 - c->L > bu) bu = 1 - c->L;
            }
        }
        unsigned ent = wait && !(bad >> (d-1) & 1);
        for (;;) {
            unsigned from, to;
            if (mv) { from = mv & -mv; mv ^= from; to = from << d; }
            else if (ent) { ent = 0; from = 0; to = 1u << (d-1); }
            else break;
            unsigned O2 = (O ^ from) | to, T2 = Th & ~(to & SHARED);
            if (to & again) {
                cell *c = &W[k][idx(a, b, O2, T2)];
                if (c->L > bl) bl = c->L;
                if (c->U > bu) bu = c->U;
            } else {
                cell *c = &W[k2][idx(b, a, T2, O2)];
                if (1 - c->U > bl) bl = 1 - c->U;
                if (1 - c->L > bu) bu = 1 - c->L;
            }
        }
        if (bu < 0) {
            if (!havepass) { pass = W[k2][idx(b, a, Th, O)]; havepass = 1; }
            bl = 1 - pass.U; bu = 1 - pass.L;
        }
        L += P[k][d] * bl; U += P[k][d] * bu;
    }
    *lo = L - SLACK; *up = U + SLACK;
}

static uint32_t *items; static uint32_t nitems;
static void layer_items(int a, int b) {            /* farthest advanced first */
    static uint32_t cnt[300];
    static uint8_t pip[65536]; static int done;
    if (!done) { done = 1; for (int m = 0; m < 65536; m++) { pip[m] = 0; for (int i = 0; i < 16; i++) if (m >> i & 1) pip[m] += i + 1; } }
    uint32_t *raw = 0;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t c = 0;
        for (int p = 0; p <= n - a; p++) for (int q = 0; q <= n - b; q++)
        for (int X = 0; X < 4096; X++) if (pc[X] == p)
        for (int Z = 0; Z < 4096; Z++) if (!(X & Z) && pc[Z] == q)
        for (int x = 0; x < 16; x++) if (pc[x] <= n - a - p)
        for (int y = 0; y < 16; y++) if (pc[y] <= n - b - q) {
            if (pass) raw[c] = (uint32_t)(X << 4 | x) | (uint32_t)(Z << 4 | y) << 16;
            c++;
        }
        if (!pass) raw = malloc(4 * (size_t)(c ? c : 1));
        nitems = c;
    }
    items = malloc(4 * (size_t)(nitems ? nitems : 1));
    memset(cnt, 0, sizeof cnt);
    for (uint32_t i = 0; i < nitems; i++) cnt[299 - (pip[raw[i] & 0xFFFF] + pip[raw[i] >> 16])]++;
    uint32_t s = 0; for (int i = 0; i < 300; i++) { uint32_t c = cnt[i]; cnt[i] = s; s += c; }
    for (uint32_t i = 0; i < nitems; i++) items[cnt[299 - (pip[raw[i] & 0xFFFF] + pip[raw[i] >> 16])]++] = raw[i];
    free(raw);
}

/* returns the greatest U - L; freeze: cells at most this wide are skipped; eps: a layer ends when a sweep changes nothing by more */
double solve(double freeze, double eps, int maxsweeps, int verbose, long *sweeps_out) {
    double worst = 0; long total = 0;
    for (int tot = 2 * (n - 1); tot >= 0; tot--)
    for (int a = n - 1; a >= 0; a--) {
        int b = tot - a;
        if (b < 0 || b > a) continue;
        layer_items(a, b);
        int sw; double gap = 0;
        for (sw = 1; sw <= maxsweeps; sw++) {
            double change = 0; gap = 0;
            for (uint32_t i = 0; i < nitems; i++) {
                unsigned O = items[i] & 0xFFFF, Th = items[i] >> 16;
                for (int m = 0; m <= (a != b); m++)
                for (int k = 0; k < 2 - same; k++) {
                    int aa = m ? b : a, bb = m ? a : b; unsigned O1 = m ? Th : O, T1 = m ? O : Th;
                    cell *c = &W[k][idx(aa, bb, O1, T1)];
                    real g = c->U - c->L;
                    if (g > gap) gap = g;
                    if (g <= freeze) continue;
                    real lo, up; backup(k, aa, bb, O1, T1, &lo, &up);
                    if (lo > c->L) { if (lo - c->L > change) change = lo - c->L; c->L = lo; }
                    if (up < c->U) { if (c->U - up > change) change = c->U - up; c->U = up; }
                }
            }
            if (verbose > 1) { fprintf(stderr, "  sweep %d gap %.3g change %.3g\n", sw, gap, change); }
            if (change <= eps) break;
        }
        total += sw;
        if (gap > worst) worst = gap;
        if (verbose) { fprintf(stderr, "layer %d,%d: %u positions, %d sweeps, gap %.3g\n", a, b, nitems, sw, gap); fflush(stderr); }
        free(items); items = 0;
    }
    if (sweeps_out) *sweeps_out = total;
    return worst;
}

/* ------------------------------------------------------------ E of 3.9 */

/* out: size of E over the (seat, position) pairs, and whether (seat 1, start) is in it */
int endless(int64_t *size, int *start) {
    uint8_t *E[2] = {0, 0}; int64_t left = 0;
    for (int k = 0; k < 2 - same; k++) { E[k] = malloc(N); memset(E[k], 1, N); left += N; }
    for (int changed = 1; changed; ) {
        changed = 0;
        for (int a = n - 1; a >= 0; a--) for (int b = n - 1; b >= 0; b--) {
            layer_items(a, b);
            for (uint32_t i = 0; i < nitems; i++) for (int k = 0; k < 2 - same; k++) {
                unsigned O = items[i] & 0xFFFF, Th = items[i] >> 16;
                uint32_t id = idx(a, b, O, Th);
                if (!E[k][id]) continue;
                int k2 = same ? 0 : 1 - k, stay = 1;
                uint8_t passes = E[k2][idx(b, a, Th, O)];
                if (lost > 0 && !passes) stay = 0;
                for (int j = 0; j < nd[k] && stay; j++) {
                    int d = D[k][j], any = 0, in = 0;
                    for (int s = 0; s <= 16 && !in; s++) {
                        if (s ? !(O >> (s-1) & 1) : n - a - pc[O] <= 0) continue;
                        int t = s + d;
                        unsigned from = s ? 1u << (s-1) : 0;
                        if (t >= 17) {
                            if (t > 17 && !over) continue;
                            any = 1;
                            if (a + 1 < n) in = E[k2][idx(b, a + 1, Th, O ^ from)];
                            continue;
                        }
                        unsigned to = 1u << (t-1);
                        if (O & to) continue;
                        if (t >= 5 && (Th & to) && (!capture || (safe & to))) continue;
                        any = 1;
                        unsigned O2 = (O ^ from) | to, T2 = t >= 5 ? Th & ~to : Th;
                        in = (again & to) ? E[k][idx(a, b, O2, T2)] : E[k2][idx(b, a, T2, O2)];
                    }
                    if (!any) in = passes;
                    if (!in) stay = 0;
                }
                if (!stay) { E[k][id] = 0; left--; changed = 1; }
            }
            free(items); items = 0;
        }
    }
    *size = left; *start = E[0][idx(0, 0, 0, 0)];
    free(E[0]); free(E[1]);
    return left > 0;
}

/* ------------------------------------------------------------ options and policies */

typedef struct { int from, to, cap, ag, a; unsigned O, T; } opt;
enum { RANDOM, FIRST, RUNNER, GREEDY, CAREFUL, BEST };

static int gen(int a, int b, unsigned O, unsigned Th, int d, opt *o) {      /* foremost piece first */
    int m = 0;
    for (int s = 16; s >= 0; s--) {
        if (s ? !(O >> (s-1) & 1) : a + pc[O] >= n) continue;
        int t = s + d; opt v = { s, t, 0, 0, a, O, Th };
        if (s) v.O &= ~(1u << (s-1));
        if (t >= 17) { if (t > 17 && !over) continue; v.to = 17; v.a = a + 1; o[m++] = v; continue; }
        unsigned to = 1u << (t-1);
        if (O & to) continue;
        if (t >= 5 && (Th & to)) { if (!capture || (safe & to)) continue; v.cap = 1; v.T &= ~to; }
        v.O |= to; v.ag = (again & to) != 0;
        o[m++] = v;
    }
    return m;
}

static ld value(int k, int b, const opt *o) {
    int k1 = same ? 0 : k, k2 = same ? 0 : 1 - k;
    if (o->a == n) return 1;
    cell *c = o->ag ? &W[k1][idx(o->a, b, o->O, o->T)] : &W[k2][idx(b, o->a, o->T, o->O)];
    ld v = ((ld)c->L + c->U) / 2;
    return o->ag ? v : 1 - v;
}

static unsigned exposed(int b, unsigned O, unsigned Th, int k) {
    if (!capture) return 0;
    unsigned R = 0;
    for (int i = 0; i < nd[1-k]; i++) { int d = D[1-k][i]; R |= Th << d; if (b + pc[Th] < n) R |= 1u << (d-1); }
    return O & SHARED & ~safe & R;
}

static double nearest_tie = 1;     /* smallest difference of two options' values found above 1e-9, and the greatest below */
static double widest_tie = 0;

static int choose(int pol, int b, unsigned O, unsigned Th, int k, const opt *o, int m) {
    int c = -1;
    if (pol == FIRST) return m - 1;
    if (pol == RUNNER) return 0;
    if (pol == BEST) {
        ld v[8], g = -1;
        for (int i = 0; i < m; i++) { v[i] = value(k, b, &o[i]); if (v[i] > g) g = v[i]; }
        for (int i = 0; i < m; i++) { double e = g - v[i]; if (e <= 1e-9) { if (e > widest_tie) widest_tie = e; } else if (e < nearest_tie) nearest_tie = e; }
        for (int i = 0; i < m; i++) if (g - v[i] <= 1e-9) return i;
    }
    for (int i = 0; i < m; i++) if (o[i].cap && (c < 0 || o[i].to > o[c].to)) c = i;
    if (c >= 0) return c;
    if (pol == GREEDY) return 0;
    for (int i = 0; i < m; i++) if (o[i].to == 17) return i;
    for (int i = m - 1; i >= 0; i--) if (o[i].to < 17 && (safe >> (o[i].to - 1) & 1)) return i;
    unsigned ex = exposed(b, O, Th, k);
    for (int i = 0; i < m; i++) if (o[i].from && (ex >> (o[i].from - 1) & 1)) return i;
    return m - 1;
}

/* for the check: options and the choices of first, runner, greedy, careful */
int list(int k, int a, int b, unsigned O, unsigned Th, int d, int *out, int *pol) {
    opt o[8]; int m = gen(a, b, O, Th, d, o);
    for (int i = 0; i < m; i++) { out[3*i] = o[i].from; out[3*i+1] = o[i].to; out[3*i+2] = o[i].cap; }
    for (int p = FIRST; m && p <= CAREFUL; p++) pol[p - FIRST] = choose(p, b, O, Th, k, o, m);
    return m;
}

void get(int k, uint32_t i, char *mid, double *gap) {
    cell *c = &W[same ? 0 : k][i];
    snprintf(mid, 40, "%.19Lf", ((ld)c->L + c->U) / 2);
    *gap = c->U - c->L;
}

/* ------------------------------------------------------------ chains of two fixed policies */

typedef struct { int32_t to; ld p; } edge;           /* to: state, or -1 seat 1 has won, -2 seat 2 */
typedef struct { uint32_t code; uint8_t k, a, b; int key; uint32_t e0, e1; ld cap, pas, cho; } state;
static state *S; static edge *Ed; static uint32_t nS, nE, capS, capE;
static int32_t *where[2];

static int pipsum(uint32_t c) { int s = 0; for (int i = 0; i < 32; i++) if (c >> i & 1) s += (i & 15) + 1; return s; }

static int32_t find(int k, int a, int b, unsigned O, unsigned Th) {
    int32_t *w = &where[k][idx(a, b, O, Th)];
    if (*w < 0) {
        if (nS == capS) { capS = capS ? 2 * capS : 1024; S = realloc(S, capS * sizeof *S); }
        state *s = &S[nS]; memset(s, 0, sizeof *s);
        s->code = O | (uint32_t)Th << 16; s->k = k; s->a = a; s->b = b; s->key = 1000 * (a + b) + pipsum(s->code);
        *w = nS++;
    }
    return *w;
}
static void link_(int32_t to, ld p) {
    if (nE == capE) { capE = capE ? 2 * capE : 4096; Ed = realloc(Ed, capE * sizeof *Ed); }
    Ed[nE].to = to; Ed[nE++].p = p;
}
static int byorder(const void *x, const void *y) {       /* most off first, farthest advanced first */
    uint32_t i = *(const uint32_t *)x, j = *(const uint32_t *)y;
    if (S[i].key != S[j].key) return S[j].key - S[i].key;
    return (i > j) - (i < j);
}

/* all states reached by play from the given one, in the order of byorder; returns the index of the given one */
static uint32_t build(int p1, int p2, int k0, int a0, int b0, unsigned O0, unsigned T0) {
    int pol[2] = { p1, p2 };
    nS = nE = 0;
    for (int k = 0; k < 2; k++) { where[k] = malloc(4 * (size_t)N); memset(where[k], 255, 4 * (size_t)N); }
    find(k0, a0, b0, O0, T0);
    for (uint32_t i = 0; i < nS; i++) {
        int k = S[i].k, a = S[i].a, b = S[i].b; unsigned O = S[i].code & 0xFFFF, Th = S[i].code >> 16;
        ld cap = 0, pas = 0, cho = 0;
        S[i].e0 = nE;
        if (lost > 0) { link_(find(1-k, b, a, Th, O), lost); pas += lost; }
        for (int j = 0; j < nd[k]; j++) {
            opt o[8]; int d = D[k][j], m = gen(a, b, O, Th, d, o);
            ld p = P[k][d];
            if (!m) { link_(find(1-k, b, a, Th, O), p); pas += p; continue; }
            if (m > 1) cho += p;
            int c = pol[k] == RANDOM ? -1 : choose(pol[k], b, O, Th, k, o, m);
            for (int x = 0; x < m; x++) if (c < 0 || x == c) {
                ld q = c < 0 ? p / m : p;
                if (o[x].cap) cap += q;
                if (o[x].a == n) link_(-1 - k, q);
                else link_(o[x].ag ? find(k, o[x].a, b, o[x].O, o[x].T) : find(1-k, b, o[x].a, o[x].T, o[x].O), q);
            }
        }
        S[i].e1 = nE; S[i].cap = cap; S[i].pas = pas; S[i].cho = cho;
    }
    for (int k = 0; k < 2; k++) { free(where[k]); where[k] = 0; }
    uint32_t *ord = malloc(4 * (size_t)nS), *place = malloc(4 * (size_t)nS), e = 0;
    state *S2 = malloc(nS * sizeof *S2); edge *E2 = malloc((nE + 1) * sizeof *E2);
    for (uint32_t i = 0; i < nS; i++) ord[i] = i;
    qsort(ord, nS, 4, byorder);
    for (uint32_t i = 0; i < nS; i++) place[ord[i]] = i;
    for (uint32_t i = 0; i < nS; i++) {
        S2[i] = S[ord[i]]; S2[i].e0 = e;
        for (uint32_t j = S[ord[i]].e0; j < S[ord[i]].e1; j++) { E2[e] = Ed[j]; if (Ed[j].to >= 0) E2[e].to = place[Ed[j].to]; e++; }
        S2[i].e1 = e;
    }
    uint32_t first = place[0];
    free(S); free(Ed); S = S2; Ed = E2; capS = nS; capE = nE + 1;
    free(ord); free(place);
    return first;
}

/* out: P(seat 1 wins), mean and variance of the number of turns, captures of seat 1, 2, passes of seat 1, 2, choices; returns the number of states */
int chain(int p1, int p2, int k0, int a0, int b0, unsigned O0, unsigned T0, double *outd) {
    enum { V = 8 };
    ld out[V];
    uint32_t first = build(p1, p2, k0, a0, b0, O0, T0);
    ld (*x)[V] = calloc(nS, sizeof *x);
    for (uint32_t i = 0, j; i < nS; i = j) {
        int tot = S[i].a + S[i].b;
        for (j = i; j < nS && S[j].a + S[j].b == tot; j++) ;
        for (int sw = 0; sw < 100000; sw++) {
            ld change = 0;
            for (uint32_t r = i; r < j; r++) {
                state *s = &S[r]; ld *w = x[r], y[V] = {0};
                for (uint32_t e = s->e0; e < s->e1; e++) {
                    ld p = Ed[e].p;
                    if (Ed[e].to < 0) { if (Ed[e].to == -1) y[0] += p; continue; }
                    ld *z = x[Ed[e].to];
                    for (int v = 0; v < V; v++) y[v] += p * z[v];
                }
                y[2] += 1 + 2 * y[1]; y[1] += 1;
                y[3 + s->k] += s->cap; y[5 + s->k] += s->pas; y[7] += s->cho;
                for (int v = 0; v < V; v++) { ld c = fabsl(y[v] - w[v]) / (1 + fabsl(y[v])); if (c > change) change = c; w[v] = y[v]; }
            }
            if (change < 1e-17L) break;
        }
    }
    memcpy(out, x[first], sizeof out);
    out[2] -= out[1] * out[1];
    for (int v = 0; v < V; v++) outd[v] = out[v];
    free(x);
    return nS;
}

void ties(double *nearest, double *widest) { *nearest = nearest_tie; *widest = widest_tie; }
