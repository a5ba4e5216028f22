/**
 * The tensor engine: a small, readable Java face for libtorch and the only place that imports
 * {@code org.bytedeco}. Arrays flow in, tensors live inside a {@link io.tfsno.engine.Scope}, arrays
 * flow out. It knows nothing of equations or models.
 *
 * <p>Ownership in one sentence: every tensor that a method returns is new and belongs to the
 * innermost open scope of the calling thread, which frees it on close unless it was kept.
 */
package io.tfsno.engine;
