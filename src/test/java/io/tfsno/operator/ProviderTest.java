package io.tfsno.operator;

import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Linear;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A model of somebody else: one spec, one class, one line of a provider. Its service file is in a
 * folder of its own, so that only this test sees the model.
 */
@ExtendWith(PerTestScope.class)
class ProviderTest {
  record ScaleSpec(Coordinates coords, boolean predictDelta) implements OperatorSpec {
    @Override
    public String model() {
      return "scale";
    }

    @Override
    public void check(FieldShape shape) {}

    @Override
    public Operator declare(FieldShape shape) {
      return new Scale(this, shape);
    }
  }

  /** The same affine map of the channels at every point. */
  private static final class Scale extends GridOperator {
    private final Linear map;

    Scale(ScaleSpec spec, FieldShape shape) {
      super(spec, shape, new Constants());
      map = new Linear(parameters, "map", inputChannels(), shape.channels());
    }

    @Override
    protected Tensor network(Tensor z, Pass pass) {
      return map.apply(z);
    }

    @Override
    public boolean runsOn(Points points) {
      return true;
    }
  }

  /** Named in META-INF/services. */
  public static final class Provider implements Operators.Provider {
    @Override
    public List<Operators.Model> models() {
      return List.of(
          new Operators.Model(
              "scale",
              "An affine map of the channels",
              "this test",
              new Traits(Traits.Grids.ANY, 1),
              ScaleSpec.class,
              dimension -> new ScaleSpec(Coordinates.NONE, false)));
    }
  }

  private static List<Operators.Model> found(String folder) throws IOException {
    URL services = Path.of("src/test/resources", folder).toUri().toURL();
    ClassLoader parent = ProviderTest.class.getClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {services}, parent)) {
      return Operators.in(loader);
    }
  }

  @Test
  void modelOfAnotherJar_isFoundNextToOurs_builtAndStepped() throws IOException {
    List<Operators.Model> models = found("provider");
    assertThat(models).containsAll(Operators.all()).hasSize(Operators.all().size() + 1);
    Operators.Model scale =
        models.stream().filter(m -> m.name().equals("scale")).findFirst().orElseThrow();
    try (Operator net = Built.build(scale.defaults().apply(2), Built.PLANE)) {
      Tensor u = noise(1, 2, 1, 16, 16);
      Tensor next = net.forward(u);
      assertThat(next.shape()).isEqualTo(u.shape());
      next.sum().backward();
      assertThat(net.parameters().get("map.bias").grad().item()).isEqualTo(512);
    }
  }

  @Test
  void modelOfAnotherJar_withoutItsJar_isUnknown() {
    assertThat(Operators.names()).doesNotContain("scale");
    assertThatThrownBy(() -> Operators.of("scale")).hasMessageContaining("unknown model 'scale'");
  }

  @Test
  void twoModelsOfOneName_areRefused() {
    assertThatThrownBy(() -> found("provider-twice"))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("models of different names", "two of scale");
  }

  /** The same model once more. */
  public static final class Again implements Operators.Provider {
    @Override
    public List<Operators.Model> models() {
      return new Provider().models();
    }
  }
}
