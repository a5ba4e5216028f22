// What tests of kernels share: numbers to try, and the comparison with truth. Comes after prelude.cu.
#pragma once
#include <cstdio>
#include <random>
#include <string>

static int failures = 0;
static std::mt19937 random_(1);

template <class T = float>
static std::vector<T> noise(size_t n) {
  std::normal_distribution<float> normal;
  std::vector<T> v(n);
  for (T &x : v) store1(&x, normal(random_));
  return v;
}

template <class T>
static double value(const T &x) { return load1(&x); }

// Split products are as exact as float32 sums of a few hundred terms; TF32 keeps 10 bits of a factor.
// Fields that come in count as exact; one that goes out as bfloat16 was rounded once, by 2^-9 at most.
template <class T>
static void check(const std::string &name, const std::vector<T> &found, const std::vector<double> &truth,
                  double size = 0) {
  double error = 0;
  for (size_t i = 0; i < truth.size(); i++) {
    double x = value(found[i]);
    error = std::fmax(error, std::isfinite(x) ? std::fabs(x - truth[i]) : 1e30);
    size = std::fmax(size, std::fabs(truth[i]));
  }
  bool good = error <= ((PRODUCTS == 3 ? 5e-6 : 3e-3) + (sizeof(T) == 2 ? 1.0 / 512 : 0)) * size;
  if (!good) failures++;
  printf("%-44s %s  largest error %.1e of %.1e\n", name.c_str(), good ? "ok" : "WRONG", error, size);
}
