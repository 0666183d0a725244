// Peaks and RMS of audio samples with AVX2. Any thread; pure functions.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Lowest value, highest value and sum of squares for each lane: even lanes are left, odd lanes are right. Integers keep their
// scale, except that 24-bit integers are shifted up by 8 bits.
struct peak_floats { float low[8], high[8], squares[8]; };
struct peak_integers { int32_t low[8], high[8]; float squares[8]; };

#if defined(__x86_64__)
#include <immintrin.h>
#define PEAKS_AVX2 static inline __attribute__((target("avx2,fma")))

static inline int peaks_have_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

// Measures `groups` of 16 floats. A NaN is skipped: min and max return the second operand when the first is NaN.
PEAKS_AVX2 void peaks_floats(const void *start, size_t groups, struct peak_floats *out) {
    const float *at = (const float *)start;
    __m256 low = _mm256_set1_ps(__builtin_inff()), high = _mm256_set1_ps(-__builtin_inff()), squares = _mm256_setzero_ps();
    __m256 low2 = low, high2 = high, squares2 = squares;
    for (; groups > 0; groups--, at += 16) {
        const __m256 first = _mm256_loadu_ps(at), second = _mm256_loadu_ps(at + 8);
        low = _mm256_min_ps(first, low), low2 = _mm256_min_ps(second, low2);
        high = _mm256_max_ps(first, high), high2 = _mm256_max_ps(second, high2);
        squares = _mm256_fmadd_ps(first, first, squares), squares2 = _mm256_fmadd_ps(second, second, squares2);
    }
    _mm256_storeu_ps(out->low, _mm256_min_ps(low, low2));
    _mm256_storeu_ps(out->high, _mm256_max_ps(high, high2));
    _mm256_storeu_ps(out->squares, _mm256_add_ps(squares, squares2));
}

// Measures `groups` of 32 integers of 16 bits.
PEAKS_AVX2 void peaks_int16(const void *start, size_t groups, struct peak_integers *out) {
    const __m256i *at = (const __m256i *)start;
    __m256i low = _mm256_set1_epi16(INT16_MAX), high = _mm256_set1_epi16(INT16_MIN), low2 = low, high2 = high;
    // Pairs samples of one channel, so one instruction squares and adds two of them.
    const __m256i order = _mm256_setr_epi8(
        0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15, 0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15);
    // Two squares of the lowest number would overflow; for the RMS that number may be one higher.
    const __m256i floor = _mm256_set1_epi16(-INT16_MAX);
    __m256 squares = _mm256_setzero_ps(), squares2 = squares;
    for (; groups > 0; groups--, at += 2) {
        const __m256i first = _mm256_loadu_si256(at), second = _mm256_loadu_si256(at + 1);
        low = _mm256_min_epi16(low, first), low2 = _mm256_min_epi16(low2, second);
        high = _mm256_max_epi16(high, first), high2 = _mm256_max_epi16(high2, second);
        const __m256i pairs = _mm256_max_epi16(_mm256_shuffle_epi8(first, order), floor);
        const __m256i pairs2 = _mm256_max_epi16(_mm256_shuffle_epi8(second, order), floor);
        squares = _mm256_add_ps(squares, _mm256_cvtepi32_ps(_mm256_madd_epi16(pairs, pairs)));
        squares2 = _mm256_add_ps(squares2, _mm256_cvtepi32_ps(_mm256_madd_epi16(pairs2, pairs2)));
    }
    low = _mm256_min_epi16(low, low2), high = _mm256_max_epi16(high, high2);
    _mm256_storeu_ps(out->squares, _mm256_add_ps(squares, squares2));
    const __m128i lows = _mm_min_epi16(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
    const __m128i highs = _mm_max_epi16(_mm256_castsi256_si128(high), _mm256_extracti128_si256(high, 1));
    _mm256_storeu_si256((__m256i *)out->low, _mm256_cvtepi16_epi32(lows));
    _mm256_storeu_si256((__m256i *)out->high, _mm256_cvtepi16_epi32(highs));
}

// Measures `groups` of 8 integers of 24 bits. Reads 4 bytes past the last group; these bytes must be mapped.
PEAKS_AVX2 void peaks_int24(const void *start, size_t groups, struct peak_integers *out) {
    const uint8_t *at = (const uint8_t *)start;
    __m256i low = _mm256_set1_epi32(INT32_MAX), high = _mm256_set1_epi32(INT32_MIN);
    const __m256i order = _mm256_setr_epi8(
        -1, 0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1, 0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11);
    __m256 squares = _mm256_setzero_ps();
    for (; groups > 0; groups--, at += 24) {
        const __m256i bytes = _mm256_loadu2_m128i((const __m128i *)(at + 12), (const __m128i *)at);
        const __m256i samples = _mm256_shuffle_epi8(bytes, order);
        low = _mm256_min_epi32(low, samples), high = _mm256_max_epi32(high, samples);
        const __m256 value = _mm256_cvtepi32_ps(samples);
        squares = _mm256_fmadd_ps(value, value, squares);
    }
    _mm256_storeu_si256((__m256i *)out->low, low);
    _mm256_storeu_si256((__m256i *)out->high, high);
    _mm256_storeu_ps(out->squares, squares);
}
// Encodes a column for a peak file. The column holds lowest, highest and mean square, left and right of each. The codes are
// square roots: peaks rounded outwards, the RMS to the nearest. The bytes keep the column's order.
PEAKS_AVX2 uint64_t peaks_codes(const float column[8]) {
    const __m256 value = _mm256_loadu_ps(column), sign = _mm256_set1_ps(-0.0f);
    const __m256 once = _mm256_sqrt_ps(_mm256_andnot_ps(sign, value));
    const __m256 scaled = _mm256_mul_ps(_mm256_set1_ps(127), _mm256_blend_ps(once, _mm256_sqrt_ps(once), 0x30));
    const __m256 most = _mm256_setr_ps(127, 127, 127, 127, 255, 255, 0, 0);
    const __m256 root = _mm256_or_ps(_mm256_min_ps(most, scaled), _mm256_and_ps(sign, value));
    const __m256 down = _mm256_floor_ps(_mm256_add_ps(root, _mm256_setr_ps(0, 0, 0, 0, 0.5f, 0.5f, 0, 0)));
    const __m256i codes = _mm256_cvtps_epi32(_mm256_blend_ps(down, _mm256_ceil_ps(root), 0x0c));
    const __m128i low = _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    const uint32_t peaks = (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi8(_mm256_castsi256_si128(codes), low));
    const uint32_t loudness = (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi8(_mm256_extracti128_si256(codes, 1), low));
    return (uint64_t)loudness << 32 | peaks;
}
#else
static inline int peaks_have_avx2(void) { return 0; }
static inline void peaks_floats(const void *start, size_t groups, struct peak_floats *out) {}
static inline void peaks_int16(const void *start, size_t groups, struct peak_integers *out) {}
static inline void peaks_int24(const void *start, size_t groups, struct peak_integers *out) {}
static inline uint64_t peaks_codes(const float column[8]) { return 0; }
#endif
