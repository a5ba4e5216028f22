package io.tfsno.data.hdf5;

import io.jhdf.AbstractNode;
import io.jhdf.ObjectHeader;
import io.jhdf.api.Dataset;
import io.jhdf.api.dataset.ContiguousDataset;
import io.jhdf.dataset.chunked.Chunk;
import io.jhdf.dataset.chunked.ChunkOffset;
import io.jhdf.dataset.chunked.ChunkedDatasetBase;
import io.jhdf.dataset.chunked.ChunkedDatasetV3;
import io.jhdf.dataset.chunked.ChunkedDatasetV4;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import io.jhdf.object.datatype.OrderedDataType;
import io.jhdf.object.message.FilterPipelineMessage;
import io.jhdf.storage.HdfBackingStorage;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.Shapes;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/**
 * What jHDF knows of a data set, as far as reading its numbers ourselves takes it. All methods may
 * throw whatever jHDF throws on a damaged file.
 */
public final class Hdf5Dataset {
  private final Dataset dataset;
  private final ObjectHeader header;

  public Hdf5Dataset(Dataset dataset) {
    this.dataset = dataset;
    this.header = ((AbstractNode) dataset).getHeader();
  }

  long[] shape() {
    return dataset.getDimensionsAsLong();
  }

  /** The type of the numbers, or null if they are none that we read. */
  ElementType type() {
    DataType type = dataset.getDataType();
    if (type instanceof FloatingPoint) {
      return switch (type.getSize()) {
        case 2 -> ElementType.FLOAT16;
        case 4 -> ElementType.FLOAT32;
        case 8 -> ElementType.FLOAT64;
        default -> null;
      };
    }
    if (type instanceof FixedPoint fixed) {
      return switch (type.getSize()) {
        case 1 -> fixed.isSigned() ? ElementType.INT8 : ElementType.UINT8;
        case 2 -> fixed.isSigned() ? ElementType.INT16 : ElementType.UINT16;
        case 4 -> fixed.isSigned() ? ElementType.INT32 : ElementType.UINT32;
        case 8 -> fixed.isSigned() ? ElementType.INT64 : null;
        default -> null;
      };
    }
    return null;
  }

  ByteOrder order() {
    return ((OrderedDataType) dataset.getDataType()).getByteOrder();
  }

  double fill() {
    return dataset.getFillValue() instanceof Number value ? value.doubleValue() : 0;
  }

  ChunkFilters filters() {
    List<FilterPipelineMessage> messages = header.getMessagesOfType(FilterPipelineMessage.class);
    return new ChunkFilters(messages.isEmpty() ? List.of() : messages.get(0).getFilters());
  }

  boolean isContiguous() {
    return dataset instanceof ContiguousDataset;
  }

  /** Where contiguous numbers start, or a negative number if they were never written. */
  long address() {
    return ((ContiguousDataset) dataset).getDataAddress();
  }

  boolean isChunked() {
    return dataset instanceof ChunkedDatasetBase;
  }

  long[] chunkShape() {
    return Shapes.longs(((ChunkedDatasetBase) dataset).getChunkDimensions());
  }

  /** The chunks by the index of their first element. */
  public Map<ChunkOffset, Chunk> chunks(HdfBackingStorage storage) {
    return dataset instanceof ChunkedDatasetV4
        ? new ChunksV4(storage, dataset, header).getChunkLookup()
        : new ChunksV3(storage, dataset, header).getChunkLookup();
  }

  /** Opens jHDF's chunk index, with the masks that jHDF reads but does not use. */
  private static final class ChunksV3 extends ChunkedDatasetV3 {
    ChunksV3(HdfBackingStorage storage, Dataset dataset, ObjectHeader header) {
      super(storage, dataset.getAddress(), dataset.getName(), dataset.getParent(), header);
    }

    @Override
    protected Map<ChunkOffset, Chunk> getChunkLookup() {
      return super.getChunkLookup();
    }
  }

  private static final class ChunksV4 extends ChunkedDatasetV4 {
    ChunksV4(HdfBackingStorage storage, Dataset dataset, ObjectHeader header) {
      super(storage, dataset.getAddress(), dataset.getName(), dataset.getParent(), header);
    }

    @Override
    protected Map<ChunkOffset, Chunk> getChunkLookup() {
      return super.getChunkLookup();
    }
  }
}
