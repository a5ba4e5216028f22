/**
 * Data sets that many cells of a suite want at once: made by one of them, loaded once, freed with
 * the last. Orders for sets flow in, files and what is loaded from them flow out. It knows nothing
 * of cells.
 */
package io.tfsno.bench.sets;
