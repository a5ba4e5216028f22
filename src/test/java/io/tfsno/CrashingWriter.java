package io.tfsno;

import io.tfsno.base.ConfigReader;
import io.tfsno.bench.Ledger;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.data.file.StoredTensor;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.run.RunFolder;
import io.tfsno.train.TrainConfig;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * A process that writes version after version of a file until it is killed, and says each number
 * when that version should be safe.
 */
public final class CrashingWriter {
  /** A checkpoint of one MiB, so that a kill falls into its writing as often as not. */
  static final int NUMBERS = 1 << 18;

  static final String KEY = "E1-fno-delta-full-s1";

  private CrashingWriter() {}

  public static void main(String[] args) {
    Path folder = Path.of(args[1]);
    Map<String, IntConsumer> kinds = new LinkedHashMap<>();
    kinds.put("checkpoint", version -> checkpoint(folder, version));
    kinds.put("ledger", version -> ledger(folder, version));
    RunFolder run = args[0].equals("config") ? RunFolder.create(folder.resolve("run"), true) : null;
    kinds.put("config", version -> run.writeConfig(config(version)));
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3); // should nobody kill it
    for (int version = 1; System.nanoTime() < end; version++) {
      kinds.get(args[0]).accept(version);
      System.out.println(version);
    }
  }

  private static void checkpoint(Path folder, int version) {
    float[] numbers = new float[NUMBERS];
    Arrays.fill(numbers, version);
    Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    for (String name : List.of("parameters", "adam.first", "adam.second")) {
      tensors.put(name, new StoredTensor(new long[] {NUMBERS}, numbers));
    }
    Map<String, String> metadata = Map.of("epoch", Integer.toString(version));
    Safetensors.write(folder.resolve(RunFolder.TRAINING), tensors, metadata);
  }

  private static void ledger(Path folder, int version) {
    LedgerEntry known = new Ledger(Path.of("results")).find(KEY);
    LedgerEntry next =
        new LedgerEntry(
            KEY,
            null,
            known.cell(),
            Integer.toString(version),
            known.config(),
            known.origin(),
            known.training(),
            known.tests());
    new Ledger(folder).write(next);
  }

  static TrainConfig config(int version) {
    String text = "{name: v%d, model: {name: fno}, data: {file: a.h5}}".formatted(version);
    return ConfigReader.parse("test", text, TrainConfig.class);
  }
}
