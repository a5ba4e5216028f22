package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.dataset.chunked.Chunk;
import io.tfsno.Campaign;
import io.tfsno.Mutants;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.generate.GenerationJournal;
import io.tfsno.data.hdf5.Hdf5Dataset;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.data.safetensors.SafetensorsFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged files of every data format: a user error, or numbers that can be trusted. */
class MutatedDataTest {
  /** More would be a set that no test has memory for; asking for it is the caller's mistake. */
  private static final long MOST_NUMBERS = 1 << 22;

  private static final int COUNT = Mutants.count();
  private static final int CHUNKS = 12;

  @TempDir Path folder;

  private static Campaign part(String files, int planned) {
    return Campaign.of("damaged files: " + files, MutatedDataTest.class, planned);
  }

  /** All that the tests below try, so that half a campaign does not look like a whole one. */
  private static Campaign hdf5() {
    int chunked = 2 * CHUNKS * (1 + COUNT / CHUNKS);
    return part("HDF5", (TrajectoryFiles.samples().size() + 3 + 1) * COUNT + chunked);
  }

  @Test
  void ownSafetensors_mutated_areRefusedOrUnchanged() throws IOException {
    Path file = folder.resolve("m.safetensors");
    Map<String, String> metadata = Map.of("model", "{\"name\":\"fno\"}", "dt", "0.01");
    Safetensors.write(file, SafetensorsFiles.small(), metadata);
    Mutants mutants = new Mutants(Files.readAllBytes(file), 1);
    Campaign part = part("safetensors", 10 * COUNT);
    int refused = 0;
    for (int i = 0; i < 10 * COUNT; i++) {
      Files.write(file, mutants.next());
      Safetensors read = Mutants.survive(part, "mutant " + i, () -> Safetensors.read(file));
      if (read == null) {
        refused++;
        continue;
      }
      boolean checked = read.metadata().equals(metadata);
      // Only a mutant that lost the checksum itself may differ, and then in its metadata.
      assertThat(checked || read.metadata().size() > metadata.size()).as("mutant %d", i).isTrue();
      if (checked) {
        SafetensorsFiles.small()
            .forEach((n, t) -> assertThat(read.get(n).values()).isEqualTo(t.values()));
      }
    }
    assertThat(refused).isGreaterThan(9 * COUNT);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void npy_mutated_isRefusedOrFillsItsShape(boolean fortran) throws IOException {
    Path file = folder.resolve("a.npy");
    Npy.write(file, new int[] {3, 4, 5}, new float[60]);
    byte[] whole = Files.readAllBytes(file);
    if (fortran) {
      String header = new String(whole, 0, 128, StandardCharsets.ISO_8859_1);
      byte[] changed = header.replace("False, ", "True,  ").getBytes(StandardCharsets.ISO_8859_1);
      System.arraycopy(changed, 0, whole, 0, 128);
    }
    Mutants anywhere = new Mutants(whole, 2);
    Mutants header = new Mutants(whole, 3, 0, 128);
    Campaign part = part("NPY", 2 * 5 * COUNT);
    for (int i = 0; i < 5 * COUNT; i++) {
      Files.write(file, (i % 2 == 0 ? anywhere : header).next());
      NpyArray read = Mutants.survive(part, "mutant " + i, () -> Npy.read(file));
      if (read != null) {
        assertThat((long) read.size()).isEqualTo(Shapes.size(Shapes.longs(read.shape())));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.tfsno.data.TrajectoryFiles#samples")
  void hdf5_mutated_isRefusedOrReads(String name) throws IOException {
    byte[] whole = Files.readAllBytes(TrajectoryFiles.sample(name));
    Path file = folder.resolve("a.h5");
    Mutants start = new Mutants(whole, 4, 0, Math.min(4096, whole.length)); // all the structure
    Mutants anywhere = new Mutants(whole, 5);
    for (int i = 0; i < COUNT; i++) {
      Files.write(file, (i % 3 == 0 ? anywhere : start).next());
      Mutants.survive(hdf5(), name + ", mutant " + i, () -> readAll(file));
    }
  }

  @Test
  void ownHdf5_mutated_isRefusedOrReads() throws IOException {
    Hdf5Plan plan = new Hdf5Plan().attribute("benchmark", "E1");
    TrajectoryFiles.flat(plan.group("train"), true, 3, 4, 5, 6, 2).attribute("nu", 0.1);
    Path file = TrajectoryFiles.make(folder.resolve("own.h5"), plan);
    Mutants mutants = new Mutants(Files.readAllBytes(file), 6);
    for (int i = 0; i < 3 * COUNT; i++) {
      Files.write(file, mutants.next());
      Mutants.survive(hdf5(), "mutant " + i, () -> readAll(file));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"train", "test"})
  void chunksWithChecksums_mutated_areRefusedOrRight(String group) throws IOException {
    Path sample = TrajectoryFiles.sample("hdf5_checksums.h5");
    byte[] whole = Files.readAllBytes(sample);
    float[] expected = readAll(sample).get(group);
    Path file = folder.resolve("a.h5");
    List<Chunk> chunks = chunks(sample, group + "/tensor");
    assertThat(chunks).hasSize(CHUNKS);
    int refused = 0;
    int all = 0;
    for (Chunk chunk : chunks) {
      int start = (int) chunk.getAddress();
      Mutants mutants = new Mutants(whole, start, start, start + chunk.getSize());
      for (int i = 0; i < 1 + COUNT / CHUNKS; i++, all++) {
        byte[] bytes = mutants.next();
        Files.write(file, bytes);
        var read =
            Mutants.survive(
                hdf5(), "chunk at %d, mutant %d".formatted(start, i), () -> readAll(file));
        if (read == null) {
          refused++;
        } else {
          assertThat(read.get(group)).isEqualTo(expected);
        }
      }
    }
    assertThat(refused).isGreaterThan(all * 8 / 10); // the others were not changed in the end
  }

  @Test
  void gzipWithoutFletcher_mutated_isRefusedByItsOwnChecksum() throws IOException {
    Path sample = TrajectoryFiles.sample("hdf5_filter_masks.h5");
    byte[] whole = Files.readAllBytes(sample);
    float[] expected = readAll(sample).get("");
    Path file = folder.resolve("a.h5");
    Chunk first = chunks(sample, "tensor").get(0); // the others skipped one filter or both
    int start = (int) first.getAddress();
    Mutants mutants = new Mutants(whole, 8, start + 2, start + first.getSize());
    for (int i = 0; i < COUNT; i++) {
      Files.write(file, mutants.next());
      var read = Mutants.survive(hdf5(), "mutant " + i, () -> readAll(file));
      if (read != null) {
        assertThat(read.get("")).as("mutant %d", i).isEqualTo(expected);
      }
    }
  }

  @Test
  void journal_mutated_neverClaimsABatchThatIsNotDone() throws IOException {
    Path part = folder.resolve("x.h5.part");
    GenerationJournal written = new GenerationJournal(part);
    for (int batch : new int[] {0, 3, 5, 17, 18, 39}) {
      written.note(batch);
    }
    written.save(40);
    Path file = folder.resolve("x.h5.part.json");
    Mutants mutants = new Mutants(Files.readAllBytes(file), 9);
    Campaign counts = part("journals of generations", 5 * COUNT);
    for (int i = 0; i < 5 * COUNT; i++) {
      Files.write(file, mutants.next());
      GenerationJournal read = new GenerationJournal(part);
      Mutants.survive(
          counts,
          "mutant " + i,
          () -> {
            read.load(40);
            return read;
          });
      for (int batch = 0; batch < 40; batch++) {
        assertThat(!read.isDone(batch) || written.isDone(batch)).as("mutant %d", i).isTrue();
      }
    }
  }

  private static List<Chunk> chunks(Path file, String path) {
    try (HdfFile hdf = new HdfFile(file)) {
      Hdf5Dataset dataset = new Hdf5Dataset((Dataset) hdf.getByPath(path));
      List<Chunk> all = new ArrayList<>(dataset.chunks(hdf.getHdfBackingStorage()).values());
      all.sort((a, b) -> Long.compare(a.getAddress(), b.getAddress()));
      return all;
    }
  }

  private static Map<String, float[]> readAll(Path path) {
    Map<String, float[]> all = new LinkedHashMap<>();
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      for (String name : file.groups()) {
        TrajectorySet set = file.set(name);
        long state = (long) set.channels() * set.grid().cells();
        int steps = (int) Math.max(1, Math.min(set.steps(), MOST_NUMBERS / state));
        long some = Math.max(1, Math.min(set.trajectories(), MOST_NUMBERS / (state * steps)));
        all.put(name, set.read(0, (int) some, 0, steps));
      }
    }
    return all;
  }
}
