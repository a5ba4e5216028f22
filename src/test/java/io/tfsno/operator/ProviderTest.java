package io.tfsno.operator;

import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.base.plugin.Plugins;
import io.tfsno.base.plugin.TestJars;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Linear;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A model of somebody else: one spec, one class, one line of a provider. Its service file is in a
 * jar of its own, so that only this test sees the model.
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

  @TempDir Path temp;

  @AfterEach
  void forget() {
    Plugins.use(List.of());
  }

  private Path jar(String name, Class<?> provider) {
    return TestJars.services(temp.resolve(name), Operators.Provider.class, provider.getName());
  }

  @Test
  void modelOfAnotherJar_isFoundNextToOurs_builtAndStepped() {
    List<Operators.Model> ours = Operators.all();
    Plugins.use(List.of(jar("scale.jar", Provider.class)));
    assertThat(Operators.all()).containsAll(ours).hasSize(ours.size() + 1);
    assertThat(Operators.origin("scale").orElseThrow().name()).isEqualTo("scale.jar");
    assertThat(Operators.origin("fno")).isEmpty();
    Operators.Model scale = Operators.of("scale");
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
  void twoModelsOfOneName_areRefusedWithBothJars() {
    Plugins.use(List.of(jar("one.jar", Provider.class), jar("two.jar", Again.class)));
    assertThatThrownBy(Operators::all)
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("models with different names", "'scale'", "one.jar", "two.jar");
  }

  @Test
  void modelOfTheNameOfOurs_isRefused() {
    Plugins.use(List.of(jar("mine.jar", Taken.class)));
    assertThatThrownBy(Operators::names)
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("two named 'fno'", "tfsno itself", "mine.jar");
  }

  @Test
  void specThatIsNoRecord_isRefused() {
    Plugins.use(List.of(jar("bean.jar", Bean.class)));
    assertThatThrownBy(Operators::names)
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("bean.jar", "spec of model 'bean'", "is not a record");
  }

  private static Operators.Model model(String name, Class<? extends OperatorSpec> type) {
    return new Operators.Model(
        name,
        "An affine map of the channels",
        "this test",
        new Traits(Traits.Grids.ANY, 1),
        type,
        dimension -> new ScaleSpec(Coordinates.NONE, false));
  }

  /** Named in META-INF/services. */
  public static final class Provider implements Operators.Provider {
    @Override
    public List<Operators.Model> models() {
      return List.of(model("scale", ScaleSpec.class));
    }
  }

  /** The same model once more. */
  public static final class Again implements Operators.Provider {
    @Override
    public List<Operators.Model> models() {
      return List.of(model("scale", ScaleSpec.class));
    }
  }

  /** A name that is ours. */
  public static final class Taken implements Operators.Provider {
    @Override
    public List<Operators.Model> models() {
      return List.of(model("fno", ScaleSpec.class));
    }
  }

  /** A spec that configurations cannot be laid over. */
  public static final class Bean implements Operators.Provider {
    @Override
    public List<Operators.Model> models() {
      return List.of(model("bean", OperatorSpec.class));
    }
  }
}
