package io.tfsno.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsFileTest {
  private static final EpochMetrics FIRST = new EpochMetrics(1, 0.5, 1e-3, Double.NaN, 0, 2, 50);
  private static final EpochMetrics SECOND = new EpochMetrics(2, 0.25, 5e-4, 0.125, 7, 2, 50);

  @TempDir private Path folder;

  @Test
  void epochs_writtenAndRead_areTheSame() throws IOException {
    MetricsFile metrics = MetricsFile.in(folder);
    assertThat(metrics.epochs()).isEmpty();
    metrics.append(FIRST);
    metrics.append(SECOND);
    assertThat(metrics.epochs()).containsExactly(FIRST, SECOND);
    assertThat(metrics.epochs().get(0).validated()).isFalse();
    assertThat(Files.readString(metrics.file()))
        .isEqualTo(
            """
            {"epoch":1,"loss":0.5,"learning_rate":0.001,"seconds":2.0,"samples_per_second":50.0}
            {"epoch":2,"loss":0.25,"learning_rate":5.0E-4,"validation_error":0.125,"validation_horizon":7,"seconds":2.0,"samples_per_second":50.0}
            """);
    metrics.truncate(1);
    assertThat(metrics.epochs()).containsExactly(FIRST);
  }

  @Test
  void infiniteError_comesBackAsInfinite() throws IOException {
    MetricsFile metrics = MetricsFile.in(folder);
    metrics.append(new EpochMetrics(1, 1, 1e-3, Double.POSITIVE_INFINITY, 7, 2, 50));
    assertThat(metrics.epochs().get(0).validationError()).isInfinite();
  }

  @Test
  void linesThatAreCutOrForeign_arePassedOver() throws IOException {
    MetricsFile metrics = MetricsFile.in(folder);
    Files.writeString(
        metrics.file(), "5, \"loss\": 1}\n" + FIRST.line() + "\n[1]\n" + SECOND.line() + "\n{\"ep");
    assertThat(metrics.epochs()).containsExactly(FIRST, SECOND);
    assertThatThrownBy(() -> metrics.epochs(3))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected the metrics of 3 epochs, found 2");
  }
}
