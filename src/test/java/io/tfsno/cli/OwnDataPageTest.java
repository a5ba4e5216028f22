package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.npy.Npy;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs docs/own-data.md from top to bottom, on less data and with a shorter training. */
class OwnDataPageTest {
  private static final Path FILES = Path.of("src/test/resources/foreign");
  private static final Pattern BLOCK = Pattern.compile("(?s)```bash\n(.*?)```");
  private static final Pattern FILE =
      Pattern.compile("runs(/\\w+)?|[\\w-]+(\\.\\w+)*\\.(npy|npz|h5|hdf5|nc|zip|yaml|html)");

  /** What the page takes for granted, by the names that it uses. */
  private static final Map<String, String> GIVEN =
      Map.of(
          "u.npz", "plain.npz",
          "flow.h5", "any.h5",
          "shear_flow.hdf5", "well.hdf5",
          "ocean.nc", "nc4.nc",
          "flow.zarr.zip", "xarray.zarr.zip");

  @TempDir private Path folder;

  @Test
  void commands_ofThePage_doWhatItSays() throws IOException {
    prepare();
    List<String> commands = commands();
    assertThat(commands).hasSizeGreaterThan(12);
    for (String command : commands) {
      run(command);
    }
    assertThat(folder.resolve("report.html")).content().contains("<svg");
    assertThat(Npy.read(folder.resolve("prediction.npy")).shape()).endsWith(3, 1, 64);
    assertThat(Cli.run("data", "inspect", folder.resolve("u.h5")).out()).contains("parameters=nu");
    assertThat(Cli.run("data", "inspect", folder.resolve("ocean.h5")).out())
        .contains("static=topography");
  }

  private static List<String> commands() throws IOException {
    String page = Files.readString(Path.of("docs/own-data.md"));
    return BLOCK
        .matcher(page)
        .results()
        .map(MatchResult::group)
        .flatMap(block -> block.replace("\\\n", " ").lines())
        .filter(line -> line.startsWith("./tfsno "))
        .toList();
  }

  private void run(String command) throws IOException {
    String[] parts = command.split(" > ", -1);
    List<Object> words = new ArrayList<>();
    for (String word : parts[0].substring("./tfsno ".length()).strip().split("\\s+", -1)) {
      words.add(placed(word));
    }
    if (words.get(0).equals("train")) {
      words.addAll(List.of("--set", "training.epochs=1", "--set", "validation.trajectories=1"));
    }
    if (words.get(0).equals("rollout")) {
      words.set(words.indexOf("--steps") + 1, "2");
    }
    Cli.Result result = Cli.run(words.toArray());
    assertThat(result.exit()).as("%s%n%s", command, result.err()).isZero();
    if (parts.length > 1) {
      Files.writeString(Path.of(placed(parts[1].strip())), result.out());
    }
  }

  /** The page's files, in a folder of the test's. */
  private String placed(String word) {
    int value = word.indexOf('=') + 1;
    String name = word.substring(value);
    return FILE.matcher(name).matches() ? word.substring(0, value) + folder.resolve(name) : word;
  }

  private void prepare() throws IOException {
    for (Map.Entry<String, String> file : GIVEN.entrySet()) {
      Files.copy(FILES.resolve(file.getValue()), folder.resolve(file.getKey()));
    }
    int n = 12;
    float[] waves = new float[n * 41 * 64];
    for (int i = 0; i < waves.length; i++) {
      double x = 2 * Math.PI * (i % 64) / 64;
      double t = 0.05 * (i / 64 % 41);
      int trajectory = i / 64 / 41;
      waves[i] =
          (float) (Math.exp(-0.1 * t) * Math.sin((1 + trajectory % 3) * (x - t) + trajectory));
    }
    Npy.write(folder.resolve("u.npy"), new int[] {n, 41, 64}, waves);
    Npy.write(folder.resolve("nu.npy"), new int[] {n}, new double[n]);
    for (int run = 0; run < 2; run++) {
      Npy.write(folder.resolve("run-" + run + ".npy"), new int[] {2, 4, 6, 8}, new float[384]);
    }
    uneven();
  }

  private void uneven() throws IOException {
    Path member = folder.resolve("member.npy");
    try (OutputStream out = Files.newOutputStream(folder.resolve("uneven.npz"));
        ZipOutputStream zip = new ZipOutputStream(out)) {
      put(zip, "t", member, new int[] {3}, 0, 0.1f, 0.3f);
      put(zip, "x", member, new int[] {4}, 0, 1, 2.5f, 4);
      put(zip, "u", member, new int[] {3, 4}, new float[12]);
    }
  }

  private static void put(
      ZipOutputStream zip, String name, Path member, int[] shape, float... values)
      throws IOException {
    Npy.write(member, shape, values);
    zip.putNextEntry(new ZipEntry(name + ".npy"));
    Files.copy(member, zip);
  }
}
