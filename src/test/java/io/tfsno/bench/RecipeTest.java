package io.tfsno.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.nn.GpuPath;
import io.tfsno.train.TrainConfig;
import io.tfsno.train.loss.LossKind;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A protocol changes all models alike, and never what was trained by another one. */
class RecipeTest {
  private final Declarations declarations = new Declarations();

  private Protocol by(String recipe) {
    return Protocol.of(declarations, "full", null, recipe, null);
  }

  private static TrainConfig config(Protocol protocol, String variant) {
    return protocol.config(protocol.cell("E1", variant, Form.DELTA, 1), Path.of("e1.h5"));
  }

  @Test
  void paper_namedOrNot_isTheSameProtocol() {
    assertThat(by("paper").budget()).isEqualTo("full").isEqualTo(by(null).budget());
    assertThat(config(by("paper"), "fno"))
        .isEqualTo(config(Protocol.of(declarations, "full", null), "fno"));
  }

  @Test
  void v2_showsInKeys_andHoldsForAllModelsAlike() {
    Protocol v2 = by("v2");
    assertThat(v2.cell("E1", "fno", Form.DELTA, 101).key()).isEqualTo("E1-fno-delta-full-v2-s101");
    TrainConfig fno = config(v2, "fno");
    assertThat(fno.training().learningRate()).isEqualTo(1e-3);
    assertThat(fno.training().epochs()).isEqualTo(2000);
    assertThat(fno.objective().kind()).isEqualTo(LossKind.RELATIVE);
    assertThat(fno.training().warmup()).isEqualTo(500);
    assertThat(fno.validation().trajectories()).isEqualTo(200);
    assertThat(rest(fno)).isEqualTo(rest(config(v2, "tfsno"))).isEqualTo(rest(config(v2, "unet")));
    assertThat(rest(fno)).isNotEqualTo(rest(config(by("paper"), "fno")));
  }

  private static ObjectNode rest(TrainConfig config) {
    ObjectNode tree = (ObjectNode) Protocol.tree(config);
    tree.remove("name");
    tree.remove("model");
    return tree;
  }

  @Test
  void epochs_areAMultipleOfTheBudgets_unlessTheyAreAskedFor() {
    Budget full = declarations.budget("full");
    Budget ten = new Recipe("long", "", Map.of("1d", 10), null, null, null).applied(full);
    assertThat(ten.epochs(1)).isEqualTo(5000);
    assertThat(ten.epochs(2)).isEqualTo(full.epochs(1)).isEqualTo(500);
    assertThat(ten.withEpochs(7).epochs(1)).isEqualTo(7);
    assertThat(config(by("v2"), "fno").training().epochs()).isEqualTo(2000);
    Protocol asked = Protocol.of(declarations, "full", 7, "v2", null);
    assertThat(asked.budget()).isEqualTo("full-v2-e7");
    assertThat(config(asked, "fno").training().epochs()).isEqualTo(7);
    assertThat(config(asked, "fno").validation().every()).isEqualTo(10);
  }

  @Test
  void longTrainings_areValidatedAsOftenAsOthers() {
    assertThat(config(by("paper"), "fno").validation().every()).isEqualTo(10);
    assertThat(config(by("v2"), "fno").validation().every()).isEqualTo(40);
  }

  @Test
  void secondRecipeInFloat32_differsInArithmeticAlone() {
    Recipe usual = declarations.recipe("v2");
    Recipe exact = declarations.recipe("v2-float32");
    assertThat(usual.precision()).isNull();
    assertThat(exact.precision()).isEqualTo(GpuPath.FLOAT32);
    assertThat(exact.config()).isEqualTo(usual.config());
    assertThat(exact.model()).isEqualTo(usual.model());
    assertThat(exact.longer()).isEqualTo(usual.longer());
  }

  @Test
  void thirdRecipe_addsAnAverageAndALowerRateToTheSecondInFloat32() {
    Recipe second = declarations.recipe("v2-float32");
    Recipe third = declarations.recipe("v3");
    ObjectNode training = (ObjectNode) third.config().get("training").deepCopy();
    assertThat(training.remove("average").asDouble()).isEqualTo(0.999);
    assertThat(training.get("finalLearningRate").asDouble()).isEqualTo(1e-6);
    training.set("finalLearningRate", second.config().get("training").get("finalLearningRate"));
    assertThat(((ObjectNode) third.config().deepCopy()).set("training", training))
        .isEqualTo(second.config());
    assertThat(third.model()).isEqualTo(second.model());
    assertThat(third.longer()).isEqualTo(second.longer());
    assertThat(third.precision()).isEqualTo(second.precision());
    assertThat(declarations.recipe("v3-tf32").precision()).isNull();
    assertThat(declarations.recipe("v3-tf32").config()).isEqualTo(third.config());
  }

  @Test
  void guard_ofARecipe_isThatOfAllModels() {
    TrainConfig fno = config(by("guarded"), "fno");
    TrainConfig tfsno = config(by("guarded"), "tfsno");
    assertThat(fno.model().inputs("fno").guard()).isEqualTo(1.5);
    assertThat(tfsno.model().inputs("tfsno").guard()).isEqualTo(1.5);
    assertThat(config(by("relative"), "fno").model().inputs("fno").guard()).isNull();
  }

  @Test
  void recipe_withMoreOfModels_isRefused() {
    assertThatThrownBy(
            () ->
                new Recipe(
                    "own",
                    "",
                    Map.of(),
                    null,
                    JsonMapper.shared().readTree("{\"width\": 8}"),
                    null))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("guard, conserve or symmetry");
  }

  @Test
  void recipe_withWhatIsNotShared_isRefused() {
    for (String config :
        new String[] {"{\"training\":{\"epochs\":5}}", "{\"seed\":1}", "{\"model\":{}}"}) {
      assertThatThrownBy(
              () ->
                  new Recipe("own", "", Map.of(), JsonMapper.shared().readTree(config), null, null))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("settings that all trainings share");
    }
    assertThatThrownBy(
            () ->
                new Recipe(
                    "own",
                    "",
                    Map.of(),
                    JsonMapper.shared().readTree("{\"trainig\":{}}"),
                    null,
                    null))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("training");
    assertThatThrownBy(() -> by("v99")).isInstanceOf(UserError.class).hasMessageContaining("v2");
  }
}
