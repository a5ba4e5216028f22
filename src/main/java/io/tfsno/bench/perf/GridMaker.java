package io.tfsno.bench.perf;

/** Gives the costs on a grid of so many points and modes per axis, to be added to one list. */
@FunctionalInterface
interface GridMaker {
  GridCosts grid(int points, int modes);
}
