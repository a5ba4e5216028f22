package io.tfsno.data.importing;

import static io.tfsno.data.importing.ImportedFiles.FILES;
import static io.tfsno.data.importing.ImportedFiles.counted;
import static io.tfsno.data.importing.ImportedFiles.named;
import static io.tfsno.data.importing.ImportedFiles.npy;
import static io.tfsno.data.importing.ImportedFiles.options;
import static io.tfsno.data.importing.ImportedFiles.read;
import static io.tfsno.data.importing.ImportedFiles.said;
import static io.tfsno.data.importing.ImportedFiles.with;
import static io.tfsno.data.importing.ImportedFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.importing.ConditionOption.Kind;
import io.tfsno.spectral.Boundary;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportConditionsTest {
  @TempDir private Path folder;

  private static ConditionOption of(Kind kind, String names, Path file) {
    return ConditionOption.parse(kind, names + "=" + file);
  }

  @Test
  void conditionsOfEveryKind_fromFiles_areStored() {
    Path in = npy(folder.resolve("u.npy"), new int[] {2, 3, 8}, counted(48));
    Path parameters = npy(folder.resolve("p.npy"), new int[] {2, 2}, 1, 2, 3, 4);
    Path kappa = npy(folder.resolve("k.npy"), new int[] {8}, counted(8));
    Path forcing = npy(folder.resolve("f.npy"), new int[] {2, 3, 8, 2}, counted(96));
    Path phase = npy(folder.resolve("s.npy"), new int[] {2}, 0.5f, 0.25f);
    ImportOptions options =
        with(
            said("N,T,X"),
            of(Kind.PARAMETERS, "nu,Re", parameters),
            ConditionOption.parse(Kind.PARAMETERS, "g=9.81"),
            of(Kind.STATIC, "kappa", kappa),
            of(Kind.FORCING, "f,g2", forcing),
            new ConditionOption(Kind.PHASE, List.of("phase"), phase.toString()));
    read(
        write(folder.resolve("a.h5"), options, in),
        set -> {
          var conditions = set.conditions();
          assertThat(conditions.declared().names())
              .containsExactly("nu", "Re", "g", "kappa", "f", "g2");
          assertThat(conditions.parameters(0, 2)).containsExactly(1, 2, 9.81, 3, 4, 9.81);
          assertThat(conditions.phases(0, 2)).containsExactly(0.5, 0.25);
          assertThat(conditions.declared().statics().shared()).isTrue();
          assertThat(conditions.statics(1, 1)).isEqualTo(counted(8));
          assertThat(conditions.forcings(1, 1, 2, 1)).startsWith(80, 82, 84).endsWith(93, 95);
        });
  }

  @Test
  void variables_ofTheImportedFile_becomeConditions() {
    ImportOptions options =
        with(
            named(options(null, null, List.of(), List.of(Boundary.WALL)), "u"),
            ConditionOption.parse(Kind.STATIC, "topography"));
    read(
        write(folder.resolve("a.h5"), options, FILES.resolve("cdf2.nc")),
        set -> assertThat(set.conditions().statics(0, 1)[7]).isEqualTo(12));

    ImportOptions numbers =
        with(named(said("N,T,X,Y"), "u"), ConditionOption.parse(Kind.PARAMETERS, "nu"));
    read(
        write(folder.resolve("b.h5"), numbers, FILES.resolve("plain.npz")),
        set -> assertThat(set.conditions().parameters(0, 3)).containsExactly(0.1, 0.2, 0.3));
  }

  @Test
  void conditions_thatDoNotFit_areRefusedWithBothShapes() {
    Path in = npy(folder.resolve("u.npy"), new int[] {2, 3, 8}, counted(48));
    Path wrong = npy(folder.resolve("w.npy"), new int[] {7}, counted(7));
    assertRefused(
        with(said("N,T,X"), of(Kind.PARAMETERS, "nu", wrong)),
        in,
        "expected parameters 'nu=" + wrong + "' as 2 numbers, or 1 for all trajectories",
        "found (7). It must fit the states (2, 3, 8, 1, 1, 1).");
    assertRefused(
        with(said("N,T,X"), of(Kind.STATIC, "k", wrong)),
        in,
        "as [trajectory or none, 8, channel or none], found (7)");
    Path nan = npy(folder.resolve("n.npy"), new int[] {2}, 1, Float.NaN);
    assertRefused(
        with(said("N,T,X"), of(Kind.PARAMETERS, "nu", nan)),
        in,
        "expected finite numbers for 'nu', found NaN for trajectory 1.");
  }

  private void assertRefused(ImportOptions options, Path in, String... parts) {
    assertThatThrownBy(() -> write(folder.resolve("no.h5"), options, in))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(parts);
    assertThat(folder.resolve("no.h5")).doesNotExist();
  }
}
