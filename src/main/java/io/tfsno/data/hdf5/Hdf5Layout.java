package io.tfsno.data.hdf5;

import io.tfsno.data.file.LittleEndian;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where everything of a planned file stands: superblock version 0, then for each group the headers
 * of its data sets, its names, symbol node, B-tree and object header, then the data sets
 * themselves, each in one contiguous run. All of it follows from the plan alone, so the offset of
 * every number is known before the first one is written, and the same plan gives the same bytes.
 */
public final class Hdf5Layout {
  static final byte[] SIGNATURE = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n'};

  private static final long UNDEFINED = -1;
  private static final int SUPERBLOCK_BYTES = 96;
  private static final int ENTRY_BYTES = 40;
  private static final int INTERNAL_K = 16;
  private static final int B_TREE_BYTES = 24 + (2 * INTERNAL_K + 1) * 8 + 2 * INTERNAL_K * 8;
  private static final int DATA_ALIGNMENT = 64;

  /** A data set and the place of its first byte. */
  public record Placed(Hdf5Plan.Dataset dataset, long address) {}

  /** A member of a group; data sets have no B-tree and no heap. */
  private record Member(String name, long header, long bTree, long heap) {}

  private final Map<String, Placed> datasets = new TreeMap<>();
  private final int leafK;
  private final byte[] metadata;
  private final long fileSize;

  public Hdf5Layout(Hdf5Plan plan) {
    leafK = Math.max(4, (largestGroup(plan) + 1) / 2);
    // The first pass only measures: the size of the metadata does not depend on the addresses.
    int metadataBytes = new Pass(0).write(plan).length;
    Pass pass = new Pass(aligned(metadataBytes));
    metadata = pass.write(plan);
    fileSize = pass.dataEnd;
  }

  /** Everything before the data, from the signature on. */
  byte[] metadata() {
    return metadata.clone();
  }

  long fileSize() {
    return fileSize;
  }

  /** The data sets by path, such as {@code train/tensor}. */
  public Map<String, Placed> datasets() {
    return datasets;
  }

  /** Each group fits one symbol node, whose size is set once for the file by this count. */
  private static int largestGroup(Hdf5Plan plan) {
    int largest = plan.groups.size() + plan.datasets.size();
    if (largest > Short.MAX_VALUE) {
      throw new IllegalArgumentException("more than 32767 members in one group: " + largest);
    }
    for (Hdf5Plan inner : plan.groups.values()) {
      largest = Math.max(largest, largestGroup(inner));
    }
    return largest;
  }

  private static long aligned(long address) {
    return (address + DATA_ALIGNMENT - 1) / DATA_ALIGNMENT * DATA_ALIGNMENT;
  }

  /** Lays out the metadata for data that starts at a given address. */
  private final class Pass {
    private final LittleEndian out = new LittleEndian();
    private long dataEnd;

    Pass(long dataStart) {
      dataEnd = dataStart;
    }

    byte[] write(Hdf5Plan plan) {
      out.zeros(SUPERBLOCK_BYTES);
      Member root = group("", "", plan);
      LittleEndian superblock = new LittleEndian().bytes(SIGNATURE);
      superblock.zeros(5).u8(8).u8(8).u8(0); // versions 0; offsets and lengths of 8 bytes
      superblock.u16(leafK).u16(INTERNAL_K).u32(0);
      superblock.u64(0).u64(UNDEFINED).u64(dataEnd).u64(UNDEFINED);
      return out.overwrite(0, entry(superblock, 0, root).toBytes()).toBytes();
    }

    private Member group(String name, String path, Hdf5Plan plan) {
      List<Member> members = new ArrayList<>();
      plan.groups.forEach((n, inner) -> members.add(group(n, path + n + "/", inner)));
      plan.datasets.forEach((n, dataset) -> members.add(dataset(n, path + n, dataset)));
      members.sort((a, b) -> Hdf5Plan.compareBytes(a.name, b.name));

      long heap = out.size();
      List<Integer> names = heap(members);
      long node = out.size();
      symbolNode(members, names);
      long bTree = out.size();
      bTree(node, names);
      List<byte[]> messages = new ArrayList<>();
      messages.add(Hdf5Messages.symbolTable(bTree, heap));
      messages.addAll(plan.attributes.values());
      return new Member(name, header(messages), bTree, heap);
    }

    private Member dataset(String name, String path, Hdf5Plan.Dataset dataset) {
      long address = aligned(dataEnd);
      dataEnd = Math.addExact(address, dataset.bytes());
      datasets.put(path, new Placed(dataset, address));
      List<byte[]> messages =
          List.of(
              Hdf5Messages.dataspace(dataset.shape),
              dataset.datatype(),
              Hdf5Messages.fillValue(),
              Hdf5Messages.contiguous(address, dataset.bytes()));
      return new Member(name, header(messages), UNDEFINED, UNDEFINED);
    }

    private long header(List<byte[]> messages) {
      long address = out.size();
      out.bytes(Hdf5Messages.objectHeader(messages));
      return address;
    }

    /** Writes the names of a group's members; returns the offset of each in the heap's data. */
    private List<Integer> heap(List<Member> members) {
      List<Integer> offsets = new ArrayList<>();
      LittleEndian data = new LittleEndian().zeros(8); // the empty name, the B-tree's first key
      for (Member member : members) {
        offsets.add(data.size());
        data.bytes(member.name.getBytes(StandardCharsets.UTF_8)).u8(0).pad8();
      }
      long noFreeSpace = 1;
      out.ascii("HEAP").u32(0).u64(data.size()).u64(noFreeSpace);
      out.u64(out.size() + 8L).bytes(data.toBytes());
      return offsets;
    }

    private void symbolNode(List<Member> members, List<Integer> names) {
      if (members.isEmpty()) {
        return;
      }
      out.ascii("SNOD").u8(1).u8(0).u16(members.size());
      for (int i = 0; i < members.size(); i++) {
        entry(out, names.get(i), members.get(i));
      }
      out.zeros((2 * leafK - members.size()) * ENTRY_BYTES); // readers take the whole node
    }

    private LittleEndian entry(LittleEndian to, long nameOffset, Member member) {
      boolean isGroup = member.bTree != UNDEFINED;
      to.u64(nameOffset).u64(member.header).u32(isGroup ? 1 : 0).u32(0);
      return to.u64(isGroup ? member.bTree : 0).u64(isGroup ? member.heap : 0);
    }

    private void bTree(long node, List<Integer> names) {
      LittleEndian tree = new LittleEndian().ascii("TREE").u16(0).u16(names.isEmpty() ? 0 : 1);
      tree.u64(UNDEFINED).u64(UNDEFINED); // no siblings
      if (!names.isEmpty()) {
        tree.u64(0).u64(node).u64(names.get(names.size() - 1));
      }
      out.bytes(tree.zeros(B_TREE_BYTES - tree.size()).toBytes());
    }
  }
}
