/* duodecim_values.c - reference values for Ludus Duodecim Scriptorum.
 *
 * Written only from the rules page. Portable C11, no library but libm.
 *   gcc -std=c11 -O2 -o duodecim_values duodecim_values.c -lm
 * The program reads commands from standard input, one a line, and answers
 * each with lines on standard output; make_duodecim.py drives it.
 *
 * A side is 32 four-bit counts in two 64-bit words: space 0 is the hand,
 * 1..6 home, 7..30 shared, 31 off.  A count is never above 15.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef struct { u64 m[2], o[2]; } Pos;        /* mover, other */

static int cnt(const u64 *a, int s) { return (int)(a[s >> 4] >> (4 * (s & 15))) & 15; }
static void inc(u64 *a, int s) { a[s >> 4] += (u64)1 << (4 * (s & 15)); }
static void dec(u64 *a, int s) { a[s >> 4] -= (u64)1 << (4 * (s & 15)); }
static void die_(const char *msg) { fprintf(stderr, "error: %s\n", msg); exit(1); }
static Pos flip(Pos p) { Pos q; q.m[0]=p.o[0]; q.m[1]=p.o[1]; q.o[0]=p.m[0]; q.o[1]=p.m[1]; return q; }
static int same(const Pos *a, const Pos *b) {
    return a->m[0]==b->m[0] && a->m[1]==b->m[1] && a->o[0]==b->o[0] && a->o[1]==b->o[1];
}

/* ------------------------------------------------------------------ rules */
static int PIECES = 15, STEPS, MOST, EXACT, GATHERED;
static u64 W[3][6];
typedef struct { int f[3]; u64 w; double p; u32 mask[3]; } Throw;  /* faces high to low */
static Throw TH[56]; static int NTH;      /* only those of positive weight */
static u64 TOTAL;
static int hit_ready;
static double *HIT[3];                    /* chance of a usable total in a set of distances, by pieces in hand */

static void make_throws(void) {
    NTH = 0; TOTAL = 1; hit_ready = 0;
    for (int i = 0; i < 3; i++) { u64 s = 0; for (int k = 0; k < 6; k++) s += W[i][k]; TOTAL *= s; }
    for (int a = 1; a <= 6; a++) for (int b = 1; b <= a; b++) for (int c = 1; c <= b; c++) {
        u64 w = 0;
        for (int x = 1; x <= 6; x++) for (int y = 1; y <= 6; y++) for (int z = 1; z <= 6; z++) {
            int f[3] = { x, y, z };
            for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) if (f[j] < f[j+1]) { int t=f[j]; f[j]=f[j+1]; f[j+1]=t; }
            if (f[0] == a && f[1] == b && f[2] == c) w += W[0][x-1] * W[1][y-1] * W[2][z-1];
        }
        if (!w) continue;
        Throw *t = &TH[NTH++];
        t->f[0] = a; t->f[1] = b; t->f[2] = c; t->w = w; t->p = (double)w / (double)TOTAL;
        u32 one = 1u << (a-1) | 1u << (b-1) | 1u << (c-1);
        u32 two = 1u << (a+b-1) | 1u << (a+c-1) | 1u << (b+c-1);
        u32 all = 1u << (a+b+c-1);
        t->mask[0] = one | two | all; t->mask[1] = one | two; t->mask[2] = one;
    }
}
static void make_hit(void) {
    const u32 N = 1u << 18;
    u64 *f = malloc(sizeof(u64) * N);
    for (int h = 0; h < 3; h++) {
        if (!HIT[h]) HIT[h] = malloc(sizeof(double) * N);
        memset(f, 0, sizeof(u64) * N);
        for (int i = 0; i < NTH; i++) f[TH[i].mask[h]] += TH[i].w;
        for (int b = 0; b < 18; b++) for (u32 k = 0; k < N; k++) if (k >> b & 1) f[k] += f[k ^ (1u << b)];
        for (u32 k = 0; k < N; k++) HIT[h][k] = (double)(TOTAL - f[(N-1) & ~k]) / (double)TOTAL;
    }
    free(f); hit_ready = 1;
}

/* ---------------------------------------------------------------- results */
#define CAP 16384
#define HS 65536
typedef struct { int n; Pos v[CAP]; u32 stamp[HS]; uint16_t idx[HS]; u32 gen; } Set;
static Set *new_set(void) { Set *s = calloc(1, sizeof(Set)); if (!s) die_("memory"); s->gen = 1; return s; }
static void clear_set(Set *s) {
    s->n = 0; if (++s->gen == 0) { memset(s->stamp, 0, sizeof s->stamp); s->gen = 1; }
}
static void add(Set *s, const Pos *p) {
    u64 h = p->m[0] * 0x9E3779B97F4A7C15ull ^ p->m[1] * 0xC2B2AE3D27D4EB4Full;
    h ^= h >> 29; h += p->o[0] * 0x165667B19E3779F9ull ^ p->o[1] * 0xD6E8FEB86659FD93ull;
    h ^= h >> 32; h *= 0x9E3779B97F4A7C15ull; h >>= 48;
    while (s->stamp[h] == s->gen) { if (same(&s->v[s->idx[h]], p)) return; h = (h + 1) & (HS - 1); }
    if (s->n == CAP) die_("too many results");
    s->stamp[h] = s->gen; s->idx[h] = (uint16_t)s->n; s->v[s->n++] = *p;
}
/* canonical order: more own off, 30 ... 1, in hand; then more of the other's in hand, 1 ... 30 */
static int canon(const void *x, const void *y) {
    const Pos *a = x, *b = y;
    if (a->m[1] != b->m[1]) return a->m[1] > b->m[1] ? -1 : 1;
    if (a->m[0] != b->m[0]) return a->m[0] > b->m[0] ? -1 : 1;
    for (int s = 0; s < 32; s++) { int d = cnt(b->o, s) - cnt(a->o, s); if (d) return d; }
    return 0;
}
static int won(const Pos *p) { return cnt(p->m, 31) == PIECES; }

/* can the turn from a to b end this way?  (the key off) */
static int may_end(const Pos *a, const Pos *b) {
    if (!GATHERED || cnt(b->m, 31) == cnt(a->m, 31)) return 1;
    for (int s = 0; s < 25; s++) if (cnt(b->m, s)) return 0;
    return 1;
}
/* destination of a piece on x with v, or -1 */
static int landing(const Pos *start, int x, int v) {
    int t = x + v;
    if (t > 30) return EXACT && t != 31 ? -1 : 31;
    if (t >= 7 && cnt(start->o, t) >= 2) return -1;
    return t;
}
static void land(Pos *p, int t) {
    inc(p->m, t);
    if (t >= 7 && t <= 30 && cnt(p->o, t) == 1) { dec(p->o, t); inc(p->o, 0); }
}

static const Pos *J_start; static Set *J_out; static int J_finish; static int J_found;
/* groups g[0..n-1], of which `need` must still place; free: pieces on the board that have not moved */
static void jump_rec(const int *g, int n, int need, Pos now, const u64 *unmoved) {
    if (n == 0) {
        if (need) return;
        if (!may_end(J_start, &now)) return;
        if (J_finish && !won(&now)) return;
        J_found = 1; add(J_out, &now); return;
    }
    if (need && g[0] <= 6) { Pos q = now; dec(q.m, 0); inc(q.m, g[0]); jump_rec(g+1, n-1, need-1, q, unmoved); }
    if (n > need) {
        for (int x = 1; x <= 30; x++) if (cnt(unmoved, x)) {
            int t = landing(J_start, x, g[0]);
            if (t < 0) continue;
            u64 u[2] = { unmoved[0], unmoved[1] }; dec(u, x);
            Pos q = now; dec(q.m, x); land(&q, t);
            jump_rec(g+1, n-1, need, q, u);
        }
    }
}
static void jump_groups(const int *g, int n) {
    int h = cnt(J_start->m, 0), need = h < n ? h : n;
    jump_rec(g, n, need, *J_start, J_start->m);
}
/* all turns with just these dice; only those that take the last piece off if finish */
static int jump_dice(const Pos *p, const int *d, int n, int finish, Set *out) {
    J_start = p; J_out = out; J_finish = finish; J_found = 0;
    if (n == 3) {
        int a[3] = { d[0], d[1], d[2] }; jump_groups(a, 3);
        int b[2] = { d[0]+d[1], d[2] }; jump_groups(b, 2);
        if (d[1] != d[2]) { int c[2] = { d[0]+d[2], d[1] }; jump_groups(c, 2); }
        if (d[0] != d[1]) { int e[2] = { d[1]+d[2], d[0] }; jump_groups(e, 2); }
        int f[1] = { d[0]+d[1]+d[2] }; jump_groups(f, 1);
    } else if (n == 2) {
        int a[2] = { d[0], d[1] }; jump_groups(a, 2);
        int b[1] = { d[0]+d[1] }; jump_groups(b, 1);
    } else jump_groups(d, 1);
    return J_found;
}
static void jump_results(const Pos *p, const int *d, Set *out) {
    int can_finish = cnt(p->m, 0) == 0 && PIECES - cnt(p->m, 31) <= 2;
    int found = jump_dice(p, d, 3, 0, out);
    if (!can_finish && !(MOST && !found)) return;
    int any = !(MOST && !found);           /* smaller sets of dice: only finishing turns? */
    int got = 0;
    for (int i = 2; i >= 0; i--) { int e[2], k = 0; for (int j = 0; j < 3; j++) if (j != i) e[k++] = d[j];
        got |= jump_dice(p, e, 2, any, out); }
    if (!any && got) any = 1;
    if (any && !can_finish) return;
    for (int i = 0; i < 3; i++) jump_dice(p, d + i, 1, any, out);
}

static Set *LV[8];
static void steps_results(const Pos *p, const int *d, Set *out) {
    for (int k = 0; k < 8; k++) { if (!LV[k]) LV[k] = new_set(); clear_set(LV[k]); }
    add(LV[0], p);
    static const int order[7] = { 0, 1, 2, 4, 3, 5, 6 };
    for (int i = 0; i < 7; i++) { int k = order[i];
        for (int e = 0; e < LV[k]->n; e++) { const Pos *s = &LV[k]->v[e];
            if (won(s)) continue;
            for (int j = 0; j < 3; j++) if (!(k >> j & 1)) {
                Set *to = LV[k | 1 << j];
                if (cnt(s->m, 0)) { Pos q = *s; dec(q.m, 0); inc(q.m, d[j]); add(to, &q); continue; }
                for (int x = 1; x <= 30; x++) if (cnt(s->m, x)) {
                    int t = landing(s, x, d[j]); if (t < 0) continue;
                    Pos q = *s; dec(q.m, x); land(&q, t); add(to, &q);
                }
            }
        }
    }
    static const int size[8] = { 0, 1, 1, 2, 1, 2, 2, 3 };
    int full = 0;
    for (int sz = 3; sz >= 1; sz--) {
        int got = 0;
        for (int k = 1; k < 8; k++) if (size[k] == sz) for (int e = 0; e < LV[k]->n; e++) {
            Pos *s = &LV[k]->v[e];
            if (!may_end(p, s)) continue;
            int all = sz == 3 || (MOST && !full);
            if (all || won(s)) { add(out, s); got = 1; }
        }
        if (got) full = 1;
    }
}
static void results(const Pos *p, const int *d, Set *out) {
    clear_set(out);
    if (STEPS) steps_results(p, d, out); else jump_results(p, d, out);
}
static void sorted(const Pos *p, const int *d, Set *out) {
    results(p, d, out);
    if (out->n > 1) qsort(out->v, (size_t)out->n, sizeof(Pos), canon);
}

/* ------------------------------------------------------------- evaluation */
static int pips(const u64 *a) { int s = 0; for (int x = 0; x < 31; x++) s += (31 - x) * cnt(a, x); return s; }
/* risk of side a from side b, which throws */
static double risk(const u64 *a, const u64 *b) {
    int h = cnt(b, 0); if (h >= 3) return 0;
    u64 rev = 0; for (int x = 1; x <= 30; x++) if (cnt(b, x)) rev |= (u64)1 << (30 - x);
    double r = 0;
    for (int s = 7; s <= 30; s++) if (cnt(a, s) == 1) r += s * HIT[h][(rev >> (31 - s)) & 0x3FFFF];
    return r;
}
static int pairs(const u64 *a) { int n = 0; for (int s = 7; s <= 30; s++) n += cnt(a, s) >= 2; return n; }
static int lone(const u64 *a) { int n = 0; for (int s = 7; s <= 30; s++) n += cnt(a, s) == 1; return n; }
static double zval(const Pos *p) {                 /* p->m has just played, p->o is to throw */
    if (won(p)) return INFINITY;
    if (!hit_ready) make_hit();
    double pm = pips(p->m), po = pips(p->o);
    double t = 6 * (po - pm) - 40 - 3 * risk(p->m, p->o) + 2 * risk(p->o, p->m)
             + 5 * (pairs(p->m) - pairs(p->o)) - 30 * (cnt(p->m, 0) - cnt(p->o, 0));
    return t / (10 * sqrt(pm + po + 60));
}
static double vofz(double z) { return z == INFINITY ? 1 : 1 / (1 + exp(-z)); }

static Set *S2;
/* sum over the mover's throws of p * max v over his results */
static double worth(Pos p) {
    if (!S2) S2 = new_set();
    double sum = 0;
    for (int i = 0; i < NTH; i++) {
        results(&p, TH[i].f, S2);
        double z;
        if (!S2->n) z = zval(&p);
        else { z = -INFINITY; for (int k = 0; k < S2->n && z < INFINITY; k++) { double y = zval(&S2->v[k]); if (y > z) z = y; } }
        sum += TH[i].p * vofz(z);
    }
    return sum;
}
static double depth2(const Pos *r) { return won(r) ? 1 : 1 - worth(flip(*r)); }

enum { RANDOM, FIRST, RACER, CAREFUL, GREEDY, SEARCH1, SEARCH2, BEST, NPOL };
static const char *PNAME[NPOL] = { "random", "first", "racer", "careful", "greedy", "search:1", "search:2", "best" };
static int polnum(const char *s) { for (int i = 0; i < NPOL; i++) if (!strcmp(s, PNAME[i])) return i; die_("policy"); return 0; }

static int captured_pips(const Pos *a, const Pos *b) {
    int c = 0; for (int s = 7; s <= 30; s++) c += s * (cnt(a->o, s) - cnt(b->o, s)); return c;
}
static double tablevalue(const Pos *r);     /* of the result r for the player who made it */
static double *VAL; static int VALCAP; static double last_value;
static int argmax(const double *v, int n) {
    double b = -INFINITY; for (int i = 0; i < n; i++) if (v[i] > b) b = v[i];
    for (int i = 0; i < n; i++) if (v[i] == b || v[i] >= b - 1e-9) return i;
    return 0;
}
static int dcmp(const void *a, const void *b) { double x = *(const double*)a, y = *(const double*)b; return x < y ? 1 : x > y ? -1 : 0; }
/* index of the chosen result; s is in canonical order and not empty */
static int choose(int pol, const Pos *p, const Set *s) {
    int n = s->n, best = 0;
    if (pol == FIRST) return 0;
    if (pol == RACER || pol == CAREFUL || pol == GREEDY) {
        int bk[3] = { 0, 0, 0 };
        for (int i = 0; i < n; i++) { const Pos *r = &s->v[i]; int k[3] = { 0, 0, 0 };
            if (pol == RACER) { k[0] = cnt(r->m, 31); k[1] = -cnt(r->m, 0); k[2] = -pips(r->m); }
            else if (pol == CAREFUL) { k[0] = -lone(r->m); k[1] = captured_pips(p, r); }
            else { k[0] = captured_pips(p, r); k[1] = -lone(r->m); }
            int better = i == 0;
            for (int j = 0; j < 3 && !better; j++) { if (k[j] > bk[j]) better = 1; else if (k[j] < bk[j]) break; }
            if (better) { best = i; memcpy(bk, k, sizeof k); }
        }
        return best;
    }
    if (VALCAP < n) { VALCAP = CAP; VAL = malloc(2 * sizeof(double) * CAP); }
    if (pol == BEST) { for (int i = 0; i < n; i++) VAL[i] = tablevalue(&s->v[i]); best = argmax(VAL, n); last_value = VAL[best]; return best; }
    for (int i = 0; i < n; i++) VAL[i] = zval(&s->v[i]);
    if (pol == SEARCH1) { best = argmax(VAL, n); last_value = VAL[best]; return best; }
    double lim = -INFINITY, *tmp = VAL + CAP;
    if (n > 8) { memcpy(tmp, VAL, sizeof(double) * (size_t)n); qsort(tmp, (size_t)n, sizeof(double), dcmp); lim = tmp[7]; }
    for (int i = 0; i < n; i++) {
        int cand = n <= 8 || VAL[i] == lim || VAL[i] >= lim - 1e-9;
        VAL[i] = cand ? depth2(&s->v[i]) : -INFINITY;
    }
    best = argmax(VAL, n); last_value = VAL[best]; return best;
}

/* --------------------------------------------------------------- notation */
static void side_str(const u64 *a, char *s) {
    int any = 0; char *b = s;
    for (int x = 1; x <= 30; x++) if (cnt(a, x)) {
        if (any) *b++ = ',';
        any = 1;
        b += sprintf(b, "%d", x); if (cnt(a, x) > 1) b += sprintf(b, "x%d", cnt(a, x));
    }
    if (!any) *b++ = '-';
    if (cnt(a, 31)) b += sprintf(b, "+%d", cnt(a, 31));
    *b = 0;
}
static void pos_str(const Pos *p, char *s) { side_str(p->m, s); s += strlen(s); *s++ = '/'; side_str(p->o, s); }
static const char *parse_side(const char *s, u64 *a) {
    int n = 0; a[0] = a[1] = 0;
    if (*s == '-') s++;
    else for (;;) {
        char *e; long x = strtol(s, &e, 10), c = 1; if (e == s || x < 1 || x > 30) die_("position");
        s = e; if (*s == 'x') { c = strtol(s + 1, &e, 10); s = e; }
        while (c-- > 0) { inc(a, (int)x); n++; }
        if (*s == ',') { s++; continue; }
        break;
    }
    if (*s == '+') { char *e; long k = strtol(s + 1, &e, 10); s = e; while (k-- > 0) { inc(a, 31); n++; } }
    if (n > PIECES) die_("too many pieces");
    while (n++ < PIECES) inc(a, 0);
    return s;
}
static Pos parse_pos(const char *s) {
    Pos p; s = parse_side(s, p.m); if (*s != '/') die_("no slash"); s = parse_side(s + 1, p.o); if (*s) die_("rest"); return p;
}
static void parse_throw(const char *s, int *d) {
    for (int i = 0; i < 3; i++) d[i] = s[i] - '0';
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) if (d[j] < d[j+1]) { int t=d[j]; d[j]=d[j+1]; d[j+1]=t; }
}

/* ------------------------------------------------------------------ lines */
static u64 lines(Pos p, int depth, const int *only) {
    static Set *st[8];
    if (cnt(p.m, 31) == PIECES || cnt(p.o, 31) == PIECES) return 0;
    if (!st[depth]) st[depth] = new_set();
    Set *s = st[depth]; u64 sum = 0;
    for (int i = 0; i < NTH; i++) {
        if (only && memcmp(only, TH[i].f, sizeof TH[i].f)) continue;
        results(&p, TH[i].f, s);
        if (depth == 1) { sum += s->n ? (u64)s->n : 1; continue; }
        if (!s->n) sum += lines(flip(p), depth - 1, 0);
        for (int k = 0; k < s->n; k++) sum += lines(flip(s->v[k]), depth - 1, 0);
    }
    return sum;
}

/* ------------------------------------------------------------------ table */
/* sides with at most two pieces left: unordered pairs of spaces 0..31 */
static int SIDE[32][32], SA[528], SB[528], NSIDE, TCAP;
static int *LIVE; static int NLIVE; static int *LIDX;   /* positions side*528+side -> number, or -1; WIN = -2 */
static u32 *ROW; static u32 *SUCC; static size_t NSUCC, SUCCCAP;   /* results of (position, throw), as live numbers of the next position */
#define WINS 0xFFFFFFFFu
static int *FLIP; static double *LO, *HI; static double *PF;       /* chance of forfeiting */
static int SWEEPS; static double GAP, CHANGE;

static int side_index(const u64 *a) {           /* only remaining pieces count */
    int l[2] = { 31, 31 }, n = 0;
    for (int x = 0; x < 31; x++) for (int c = cnt(a, x); c; c--) { if (n == 2) return -1; l[n++] = x; }
    return SIDE[l[0]][l[1]];
}
static void side_make(int i, u64 *a) {
    a[0] = a[1] = 0; inc(a, SA[i]); inc(a, SB[i]);
    for (int k = 2; k < PIECES; k++) inc(a, 31);
    if (PIECES == 1) dec(a, 31);
}
static int live_index(const Pos *p) {
    int a = side_index(p->m), b = side_index(p->o); if (a < 0 || b < 0) return -1;
    return LIDX[a * 528 + b];
}
static double tablevalue(const Pos *r) {
    if (won(r)) return 1;
    Pos q = flip(*r); int i = live_index(&q); if (i < 0) die_("not in the table");
    return 1 - 0.5 * (LO[i] + HI[i]);
}
static int *PIPKEY; static int pipcmp(const void *a, const void *b) {
    int x = *(const int*)a, y = *(const int*)b; int d = PIPKEY[x] - PIPKEY[y]; return d ? d : x - y; }
static Pos live_pos(int i) { Pos p; side_make(LIVE[i] / 528, p.m); side_make(LIVE[i] % 528, p.o); return p; }

static void build_table(int cap) {
    TCAP = cap; NSIDE = 0;
    for (int a = 0; a < 32; a++) for (int b = a; b < 32; b++) { SIDE[a][b] = NSIDE; SA[NSIDE] = a; SB[NSIDE] = b; NSIDE++; }
    if (!LIDX) { LIDX = malloc(sizeof(int) * 528 * 528); LIVE = malloc(sizeof(int) * 528 * 528); PIPKEY = malloc(sizeof(int) * 528 * 528); }
    NLIVE = 0;
    int full = SIDE[31][31];
    for (int i = 0; i < 528 * 528; i++) {
        LIDX[i] = -1; int a = i / 528, b = i % 528;
        if (a == full || b == full) continue;
        if (cap == 1 && (SB[a] != 31 || SB[b] != 31)) continue;
        int clash = 0;
        int la[2] = { SA[a], SB[a] }, lb[2] = { SA[b], SB[b] };
        for (int x = 0; x < 2; x++) for (int y = 0; y < 2; y++) if (la[x] == lb[y] && la[x] >= 7 && la[x] <= 30) clash = 1;
        if (clash) continue;
        PIPKEY[i] = 31*4 - SA[a] - SB[a] - SA[b] - SB[b];
        LIVE[NLIVE++] = i;
    }
    qsort(LIVE, (size_t)NLIVE, sizeof(int), pipcmp);
    for (int i = 0; i < NLIVE; i++) LIDX[LIVE[i]] = i;
    FLIP = realloc(FLIP, sizeof(int) * (size_t)NLIVE); LO = realloc(LO, sizeof(double) * (size_t)NLIVE);
    HI = realloc(HI, sizeof(double) * (size_t)NLIVE); PF = realloc(PF, sizeof(double) * (size_t)NLIVE);
    ROW = realloc(ROW, sizeof(u32) * ((size_t)NLIVE * (size_t)NTH + 1));
    NSUCC = 0;
    static Set *s; if (!s) s = new_set();
    for (int i = 0; i < NLIVE; i++) {
        Pos p = live_pos(i), f = flip(p); FLIP[i] = live_index(&f); PF[i] = 0; LO[i] = 0; HI[i] = 1;
        for (int t = 0; t < NTH; t++) {
            ROW[(size_t)i * NTH + t] = (u32)NSUCC;
            sorted(&p, TH[t].f, s);
            if (!s->n) PF[i] += TH[t].p;
            if (NSUCC + (size_t)s->n > SUCCCAP) { SUCCCAP = (SUCCCAP + (size_t)s->n) * 3 / 2 + 4096; SUCC = realloc(SUCC, sizeof(u32) * SUCCCAP); if (!SUCC) die_("memory"); }
            for (int k = 0; k < s->n; k++) {
                if (won(&s->v[k])) { SUCC[NSUCC++] = WINS; continue; }
                Pos q = flip(s->v[k]); int j = live_index(&q); if (j < 0) die_("table not closed");
                SUCC[NSUCC++] = (u32)j;
            }
        }
    }
    ROW[(size_t)NLIVE * NTH] = (u32)NSUCC;
}
/* contribution of the throws that are not forfeited, with the bound opp for the other's chance */
static double partial(int i, const double *opp) {
    double sum = 0; const u32 *row = ROW + (size_t)i * NTH;
    for (int t = 0; t < NTH; t++) {
        u32 a = row[t], b = row[t+1]; if (a == b) continue;
        double m = 2;
        for (u32 k = a; k < b; k++) { double x = SUCC[k] == WINS ? 0 : opp[SUCC[k]]; if (x < m) m = x; }
        sum += TH[t].p * (1 - m);
    }
    return sum;
}
static void loop2(double a, double q, double b, double r, double *x, double *y) {
    /* x = a + q(1-y), y = b + r(1-x) */
    double den = 1 - q * r;
    if (den <= 1e-15) return;                  /* both forfeit for ever: bounds stay */
    *x = (a + q * (1 - b - r)) / den; *y = b + r * (1 - *x);
}
static void solve_table(double tol, int maxsweep) {
    for (SWEEPS = 1; SWEEPS <= maxsweep; SWEEPS++) {
        CHANGE = 0; GAP = 0;
        for (int i = 0; i < NLIVE; i++) {
            int f = FLIP[i]; double ol = LO[i], oh = HI[i];
            double li = partial(i, HI), hi = partial(i, LO);
            if (PF[i] > 0) {
                if (PF[f] > 0) {
                    double lf = partial(f, HI), hf = partial(f, LO);
                    double x = LO[i], y = HI[f]; loop2(li, PF[i], hf, PF[f], &x, &y); LO[i] = x; HI[f] = y;
                    y = LO[f]; x = HI[i]; loop2(lf, PF[f], hi, PF[i], &y, &x); LO[f] = y; HI[i] = x;
                } else { LO[i] = li + PF[i] * (1 - HI[f]); HI[i] = hi + PF[i] * (1 - LO[f]); }
            } else { LO[i] = li; HI[i] = hi; }
            double c = fabs(LO[i] - ol), d = fabs(HI[i] - oh); if (c > CHANGE) CHANGE = c; if (d > CHANGE) CHANGE = d;
        }
        for (int i = 0; i < NLIVE; i++) if (HI[i] - LO[i] > GAP) GAP = HI[i] - LO[i];
        if (GAP <= tol || CHANGE == 0) break;
    }
}

/* ------------------------------------------------------------- simulation */
static u64 RS[4];
static u64 rotl(u64 x, int k) { return x << k | x >> (64 - k); }
static u64 rnd(void) { u64 r = rotl(RS[1] * 5, 7) * 9, t = RS[1] << 17;
    RS[2] ^= RS[0]; RS[3] ^= RS[1]; RS[1] ^= RS[2]; RS[0] ^= RS[3]; RS[2] ^= t; RS[3] = rotl(RS[3], 45); return r; }
static void seed(u64 x) { for (int i = 0; i < 4; i++) { x += 0x9E3779B97F4A7C15ull; u64 z = x;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull; z = (z ^ z >> 27) * 0x94D049BB133111EBull; RS[i] = z ^ z >> 31; } }
static u32 below(u32 n) { u64 lim = UINT64_MAX - UINT64_MAX % n, r; do r = rnd(); while (r >= lim); return (u32)(r % n); }
static void roll(int *d) {
    for (int i = 0; i < 3; i++) { u64 s = 0; for (int k = 0; k < 6; k++) s += W[i][k];
        u64 r = below((u32)s); int k = 0; while (r >= W[i][k]) r -= W[i][k++]; d[i] = k + 1; }
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) if (d[j] < d[j+1]) { int t=d[j]; d[j]=d[j+1]; d[j+1]=t; }
}
typedef struct { int winner; long turns; long cap[2], forf[2], choice, opts, nonf, left; } Game;
static void play(int p0, int p1, Pos p, Game *g) {
    static Set *s; if (!s) s = new_set();
    int pol[2] = { p0, p1 }; memset(g, 0, sizeof *g); g->winner = -1;
    for (int seat = 0; g->turns < 20000; seat ^= 1) {
        int d[3]; roll(d); g->turns++;
        sorted(&p, d, s);
        if (!s->n) { g->forf[seat]++; p = flip(p); continue; }
        g->nonf++; g->opts += s->n; if (s->n > 1) g->choice++;
        int k = s->n == 1 ? 0 : pol[seat] == RANDOM ? (int)below((u32)s->n) : choose(pol[seat], &p, s);
        Pos r = s->v[k];
        g->cap[seat] += cnt(r.o, 0) - cnt(p.o, 0);
        if (won(&r)) { g->winner = seat; g->left = PIECES - cnt(r.o, 31); return; }
        p = flip(r);
    }
}
static void ratio(const char *name, const double *x, const double *y, int n) {   /* sum x / sum y with its standard error */
    double sx = 0, sy = 0; for (int i = 0; i < n; i++) { sx += x[i]; sy += y ? y[i] : 1; }
    double r = sx / sy, v = 0; for (int i = 0; i < n; i++) { double e = x[i] - r * (y ? y[i] : 1); v += e * e; }
    printf(" %s %.10g %.3g", name, r, sqrt(v / (n - 1.0) * n) / sy);
}
static void simulate(int a, int b, int n, Pos p) {
    enum { K = 12 }; double *x[K]; for (int k = 0; k < K; k++) x[k] = calloc((size_t)n, sizeof(double));
    Game g; long longest = 0; int never = 0;
    for (int i = 0; i < n; i++) {
        play(a, b, p, &g);
        x[0][i] = g.winner == 0; x[1][i] = g.winner == 1; x[2][i] = (double)g.turns; x[3][i] = (double)g.cap[0]; x[4][i] = (double)g.cap[1];
        x[5][i] = (double)g.forf[0]; x[6][i] = (double)g.forf[1]; x[7][i] = (double)(g.forf[0] + g.forf[1]); x[8][i] = (double)g.choice;
        x[9][i] = (double)g.opts; x[10][i] = (double)g.nonf; x[11][i] = (double)g.left;
        if (g.turns > longest) longest = g.turns;
        if (g.winner < 0) never++;
    }
    double m = 0; for (int i = 0; i < n; i++) m += x[2][i];
    m /= n; double s2 = 0, s4 = 0; for (int i = 0; i < n; i++) { double e = (x[2][i] - m) * (x[2][i] - m); s2 += e; s4 += e * e; }
    double var = s2 / (n - 1.0), sd = sqrt(var), sdse = sqrt((s4 / n - var * var) / n) / (2 * sd);
    printf("games %d never %d longest %ld length_sd %.10g %.3g", n, never, longest, sd, sdse);
    ratio("share1", x[0], 0, n); ratio("share2", x[1], 0, n); ratio("length_mean", x[2], 0, n);
    ratio("captures1", x[3], 0, n); ratio("captures2", x[4], 0, n); ratio("forfeits1", x[5], 0, n); ratio("forfeits2", x[6], 0, n);
    ratio("forfeit_share", x[7], x[2], n); ratio("choice_share", x[8], x[2], n); ratio("options_mean", x[9], x[10], n);
    ratio("left_mean", x[11], 0, n);
    printf("\n");
    for (int k = 0; k < K; k++) free(x[k]);
}

/* ------------------------------------------------------------------- main */
int main(void) {
    static char line[65536], buf[512]; static Set *s; s = new_set();
    for (int i = 0; i < 3; i++) for (int k = 0; k < 6; k++) W[i][k] = 1;
    make_throws(); seed(1);
    while (fgets(line, sizeof line, stdin)) {
        char *tok[64]; int n = 0;
        for (char *t = strtok(line, " \n"); t && n < 64; t = strtok(0, " \n")) tok[n++] = t;
        if (!n) continue;
        const char *c = tok[0];
        if (!strcmp(c, "rules")) {              /* pieces steps most exact gathered, 18 weights */
            PIECES = atoi(tok[1]); STEPS = atoi(tok[2]); MOST = atoi(tok[3]); EXACT = atoi(tok[4]); GATHERED = atoi(tok[5]);
            u64 w[3][6]; for (int i = 0; i < 18; i++) w[i / 6][i % 6] = strtoull(tok[6 + i], 0, 10);
            if (memcmp(w, W, sizeof W)) { memcpy(W, w, sizeof W); make_throws(); }
        } else if (!strcmp(c, "count")) {       /* per throw: faces:results:does some capture? */
            Pos p = parse_pos(tok[1]);
            for (int i = 0; i < NTH; i++) { results(&p, TH[i].f, s); int h = 0;
                for (int k = 0; k < s->n; k++) if (cnt(s->v[k].o, 0) > cnt(p.o, 0)) h = 1;
                printf("%d%d%d:%d:%d ", TH[i].f[0], TH[i].f[1], TH[i].f[2], s->n, h); }
            printf("%d %d\n", pips(p.m), pips(p.o));
        } else if (!strcmp(c, "next") || !strcmp(c, "sum")) {
            Pos p = parse_pos(tok[1]); int d[3]; parse_throw(tok[2], d); sorted(&p, d, s);
            u64 h = 0xCBF29CE484222325ull; int list = *c == 'n';
            if (list) printf("%d", s->n);
            for (int k = 0; k < (s->n ? s->n : 1); k++) {
                Pos q = flip(s->n ? s->v[k] : p); pos_str(&q, buf);
                if (list) { if (s->n) printf(" %s", buf); }
                else { for (char *b = buf; ; b++) { h ^= *b ? (unsigned char)*b : '\n'; h *= 0x100000001B3ull; if (!*b) break; } }
            }
            if (list) printf("\n"); else printf("%d %016llx\n", s->n, (unsigned long long)h);
        } else if (!strcmp(c, "policies")) {    /* chosen next of first ... search:2, z, value */
            Pos p = parse_pos(tok[1]); int d[3]; parse_throw(tok[2], d); sorted(&p, d, s); double z1 = 0, v2 = 0;
            printf("%d", s->n);
            for (int k = FIRST; k <= SEARCH2; k++) { int i = choose(k, &p, s); if (k == SEARCH1) z1 = last_value;
                if (k == SEARCH2) v2 = last_value;
                Pos q = flip(s->v[i]); pos_str(&q, buf); printf(" %s", buf); }
            printf(" %.17g %.17g\n", z1, v2);
        } else if (!strcmp(c, "pick")) {        /* position, throw, policy: number of results, next position */
            Pos p = parse_pos(tok[1]); int d[3]; parse_throw(tok[2], d); sorted(&p, d, s); int pol = polnum(tok[3]);
            Pos q = flip(p); int over = 0;
            if (s->n) { int i = s->n == 1 ? 0 : pol == RANDOM ? (int)below((u32)s->n) : choose(pol, &p, s); over = won(&s->v[i]); q = flip(s->v[i]); }
            pos_str(&q, buf); printf("%d %d %s\n", s->n, over, buf);
        } else if (!strcmp(c, "worth")) { printf("%.17g\n", worth(parse_pos(tok[1])));
        } else if (!strcmp(c, "z")) { Pos p = parse_pos(tok[1]); printf("%.17g\n", zval(&p));
        } else if (!strcmp(c, "depth2")) {      /* all results with z and depth-2 value */
            Pos p = parse_pos(tok[1]); int d[3]; parse_throw(tok[2], d); sorted(&p, d, s); printf("%d", s->n);
            for (int k = 0; k < s->n; k++) { Pos q = flip(s->v[k]); pos_str(&q, buf); printf(" %s %.17g %.17g", buf, zval(&s->v[k]), depth2(&s->v[k])); }
            printf("\n");
        } else if (!strcmp(c, "lines")) {
            Pos p = parse_pos(tok[1]); int d[3]; if (n > 3) parse_throw(tok[3], d);
            printf("%llu\n", (unsigned long long)lines(p, atoi(tok[2]), n > 3 ? d : 0));
        } else if (!strcmp(c, "table")) {       /* cap [sweeps]: solve */
            build_table(atoi(tok[1])); solve_table(1e-14, n > 2 ? atoi(tok[2]) : 3000);
            double m = 0, m1 = 0; int n1 = 0, open = 0, nf = 0;
            for (int i = 0; i < NLIVE; i++) { double v = 0.5 * (LO[i] + HI[i]); m += v; if (HI[i] - LO[i] > 1e-12) open++; if (LO[i] <= 0 && HI[i] >= 1) nf++;
                if (SB[LIVE[i] / 528] == 31 && SB[LIVE[i] % 528] == 31) { m1 += v; n1++; } }
            printf("%d %d %.17g %.3g %.3g %.17g %d %d %d\n", NLIVE, SWEEPS, m / NLIVE, GAP, CHANGE, m1 / n1, n1, open, nf);
        } else if (!strcmp(c, "value")) { Pos p = parse_pos(tok[1]); int i = live_index(&p); if (i < 0) die_("not live"); printf("%.17g %.17g\n", LO[i], HI[i]);
        } else if (!strcmp(c, "open")) {        /* up to N positions whose bounds do not meet, spread */
            int want = atoi(tok[1]), tot = 0; for (int i = 0; i < NLIVE; i++) tot += HI[i] - LO[i] > 1e-12;
            int k = 0, out = 0; for (int i = 0; i < NLIVE && tot; i++) if (HI[i] - LO[i] > 1e-12) {
                if ((long)k * want / tot >= out && out < want) { Pos p = live_pos(i); pos_str(&p, buf); printf("%s ", buf); out++; } k++; }
            printf("\n");
        } else if (!strcmp(c, "seed")) { seed(strtoull(tok[1], 0, 10)); printf("ok\n");
        } else if (!strcmp(c, "sim")) { simulate(polnum(tok[1]), polnum(tok[2]), atoi(tok[3]), parse_pos(n > 4 ? tok[4] : "-/-"));
        } else die_("command");
        fflush(stdout);
    }
    return 0;
}
