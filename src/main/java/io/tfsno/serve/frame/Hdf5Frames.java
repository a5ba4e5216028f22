package io.tfsno.serve.frame;

import io.tfsno.base.BuildInfo;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SetFile;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.file.FloatType;
import io.tfsno.operator.FieldShape;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.TrajectoryHead;
import io.tfsno.spectral.Channel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An HDF5 file in the layout of our data sets, with one trajectory. */
final class Hdf5Frames implements FrameWriter {
  private final Call call;
  private final TrajectoryHead head;
  private final List<float[]> states = new ArrayList<>();

  Hdf5Frames(Call call, TrajectoryHead head) {
    this.call = call;
    this.head = head;
  }

  static String attachment(TrajectoryHead head, String suffix) {
    String name = head.source().replaceAll("[^A-Za-z0-9._-]", "_");
    return "attachment; filename=\"%s.%s\"".formatted(name, suffix);
  }

  @Override
  public void frame(Frame frame) {
    states.add(frame.values());
  }

  @Override
  public void end() throws IOException {
    Path folder = Files.createTempDirectory("tfsno-export");
    Path file = folder.resolve("rollout.h5");
    try {
      write(file);
      call.responseHeader("Content-Disposition", attachment(head, "h5"));
      try (OutputStream out = call.begin(200, "application/x-hdf5")) {
        Files.copy(file, out);
      }
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }

  private void write(Path path) {
    FieldShape shape = head.shape();
    FlatSet set =
        new FlatSet(
            "",
            FloatType.FLOAT32,
            1,
            states.size(),
            Channel.names(shape.fields()),
            shape.grid(),
            head.dt(),
            Map.of(
                "equation",
                head.equation(),
                "predicted_by",
                head.source(),
                "generator",
                "tfsno " + BuildInfo.version()));
    List<Channel> parameters = Channel.named(List.copyOf(head.parameters().keySet()));
    FlatSet whole = set.with(SetConditions.ofParameters(parameters));
    try (SetFile file = SetFile.create(path, whole)) {
      if (!parameters.isEmpty()) {
        double[] row = head.parameters().values().stream().mapToDouble(v -> v).toArray();
        file.conditions().parameters(0, row);
      }
      for (int i = 0; i < states.size(); i++) {
        double[] wide = new double[states.get(i).length];
        for (int j = 0; j < wide.length; j++) {
          wide[j] = states.get(i)[j];
        }
        file.write(i, wide);
      }
      file.complete();
    }
  }
}
