package io.tfsno.data.hdf5;

import io.jhdf.api.Dataset;
import io.tfsno.data.file.ElementType;
import java.util.Arrays;
import java.util.Map;

/**
 * What a data set is.
 *
 * @param type of its numbers, null if they are none that we read
 * @param typeName what it holds, for people
 * @param chunk the shape of what is stored together; ones where the numbers stand in a run
 * @param address by which attributes of other data sets refer to it
 * @param attributes Double, Long, String, or a list of them
 */
public record Hdf5Description(
    long[] shape,
    ElementType type,
    String typeName,
    long[] chunk,
    long address,
    Map<String, Object> attributes) {

  static Hdf5Description of(Dataset dataset, Map<String, Object> attributes) {
    Hdf5Dataset known = new Hdf5Dataset(dataset);
    long[] shape = dataset.isScalar() ? new long[0] : known.shape();
    ElementType type = known.type();
    long[] ones = new long[shape.length];
    Arrays.fill(ones, 1);
    return new Hdf5Description(
        shape,
        type,
        type == null ? dataset.getDataType().getClass().getSimpleName() : type.text(),
        known.isChunked() ? known.chunkShape() : ones,
        dataset.getAddress(),
        attributes);
  }
}
