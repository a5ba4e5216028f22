package io.tfsno.data.importing;

import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.foreign.hdf5.Hdf5File;
import io.tfsno.data.importing.field.Fields;
import io.tfsno.spectral.Channel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The files of one import, open, and what they hold together. */
public final class ImportSource implements AutoCloseable {
  private final List<Path> files;
  private final ImportOptions options;
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final Contents contents;
  private final TrajectoryNumbers phase;
  private final List<Contents> parts = new ArrayList<>();

  private ImportSource(List<Path> files, ImportOptions options) {
    this.files = files;
    this.options = options;
    try {
      for (Path file : files) {
        Contents part = contents(file);
        parts.add(part);
        JoinedContents.requireSame(file, part, parts.get(0));
      }
      Contents joined = JoinedContents.of(parts);
      this.contents = added(joined);
      this.phase = phase(joined.states().extent());
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Opens files whose trajectories follow one another. */
  public static ImportSource open(List<Path> files, ImportOptions options) {
    return new ImportSource(List.copyOf(files), options);
  }

  Contents contents() {
    return contents;
  }

  /** The phase of each trajectory, or nothing. */
  TrajectoryNumbers phase() {
    return phase;
  }

  /** A trajectory as people would look for it. */
  String trajectory(long index) {
    long rest = index;
    for (Contents part : parts) {
      if (rest < part.trajectories()) {
        return "trajectory " + rest + (parts.size() == 1 ? "" : " of '" + part.name() + "'");
      }
      rest -= part.trajectories();
    }
    return "trajectory " + index;
  }

  List<Path> files() {
    return files;
  }

  ImportOptions options() {
    return options;
  }

  private Contents contents(Path path) {
    ForeignFile file = keep(Formats.open(path));
    Contents read = contents(path, file);
    for (ConditionOption option : options.conditions()) {
      if (option.source().isEmpty()) {
        read = with(read, file, option);
      }
    }
    return read;
  }

  private Contents contents(Path path, ForeignFile file) {
    boolean chosen = options.dataset() != null && file.find(options.dataset()).isPresent();
    if (file instanceof Hdf5File hdf5 && !chosen) {
      if (WellContents.matches(hdf5)) { // first: its groups may look like sets of PDEBench
        return WellContents.of(hdf5, options);
      }
      if (TrajectoryFile.recognises(hdf5.root())) {
        TrajectoryFile set = keep(TrajectoryFile.open(path, options.boundaries()));
        return SetContents.of(path.getFileName().toString(), set, options);
      }
    }
    return ArrayContents.of(file, options);
  }

  private <T extends AutoCloseable> T keep(T closeable) {
    opened.add(closeable);
    return closeable;
  }

  /** What the user adds from files of its own. */
  private Contents added(Contents joined) {
    Contents all = joined;
    for (ConditionOption option : options.conditions()) {
      if (option.isNumber()) {
        all = withNumber(all, option);
      } else if (!option.source().isEmpty() && option.kind() != ConditionOption.Kind.PHASE) {
        all = with(all, keep(Formats.open(Path.of(option.source()))), option);
      }
    }
    return all;
  }

  private static Contents withNumber(Contents c, ConditionOption option) {
    double[] row = new double[option.names().size()];
    Arrays.fill(row, Double.parseDouble(option.source()));
    List<double[]> rows = new ArrayList<>();
    for (long i = 0; i < c.trajectories(); i++) {
      rows.add(row);
    }
    return replaced(
        c,
        c.parameters().with(new TrajectoryNumbers(Channel.named(option.names()), rows)),
        c.statics(),
        c.forcing());
  }

  private static Contents with(Contents c, ForeignFile file, ConditionOption option) {
    ConditionReader reader = new ConditionReader(file, option, c.states().extent());
    return switch (option.kind()) {
      case PARAMETERS ->
          replaced(c, c.parameters().with(reader.numbers()), c.statics(), c.forcing());
      case STATIC -> replaced(c, c.parameters(), only(option, c.statics(), reader), c.forcing());
      case FORCING -> replaced(c, c.parameters(), c.statics(), only(option, c.forcing(), reader));
      case PHASE -> c;
    };
  }

  private static Fields only(ConditionOption option, Fields before, ConditionReader reader) {
    if (before != null) {
      throw new UserError(
          "one array of %s fields".formatted(option.kind().label()),
          "%s in addition to %s".formatted(option.text(), Channel.names(before.channels())),
          "Save them as one array, with the channel last: a,b=FILE.");
    }
    return reader.fields();
  }

  private static Contents replaced(
      Contents c, TrajectoryNumbers parameters, Fields statics, Fields forcing) {
    List<String> taken = new ArrayList<>(Channel.names(parameters.names()));
    for (Fields fields : new Fields[] {statics, forcing}) {
      if (fields != null) {
        fields.channels().forEach(channel -> taken.add(channel.name()));
      }
    }
    return new Contents(
        c.name(),
        c.states(),
        c.coordinates(),
        c.boundaries(),
        parameters,
        statics,
        forcing,
        c.attributes(),
        c.unused().stream().filter(name -> !taken.contains(name)).toList());
  }

  private TrajectoryNumbers phase(long[] extent) {
    for (ConditionOption option : options.conditions()) {
      if (option.kind() == ConditionOption.Kind.PHASE) {
        ForeignFile file = keep(Formats.open(Path.of(option.source())));
        return new ConditionReader(file, option, extent).numbers();
      }
    }
    return TrajectoryNumbers.NONE;
  }

  @Override
  public void close() {
    for (AutoCloseable one : opened) {
      try {
        one.close();
      } catch (Exception e) {
        throw new IllegalStateException("a file that was only read cannot be closed", e);
      }
    }
    opened.clear();
  }
}
