package io.tfsno.operator.baseline;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Linear;
import io.tfsno.nn.fused.Head;
import io.tfsno.nn.fused.Joint;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.nn.fused.LinesBack;
import io.tfsno.nn.fused.ModeProduct;
import io.tfsno.nn.fused.Parts;
import io.tfsno.nn.fused.Program;
import io.tfsno.nn.fused.Tape;
import io.tfsno.nn.fused.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * The network of {@link Fno} in parts that pass over the fields as few times as they can: GELU and
 * both sides of the transform along the last axis happen while a layer has its field at hand.
 */
final class FusedFno implements Program {
  private final Layer lift;
  private final List<ModeProduct> products = new ArrayList<>();
  private final List<Layer> fields = new ArrayList<>();
  private final LinesBack end;
  private final Head head;

  FusedFno(
      Parts parts, LineGrid grid, Linear lift, List<FnoLayer> layers, Linear head0, Linear head1) {
    this.lift = parts.layer(grid, lift, Joint.FROM_STATES, Joint.GIVES_LINES);
    int last = layers.size() - 1;
    for (int l = 0; l <= last; l++) {
      List<Joint> joints = new ArrayList<>(List.of(Joint.TAKES_LINES));
      if (l > 0) {
        joints.addAll(List.of(Joint.AFTER_GELU, Joint.GIVES_LINES_BACK));
      }
      if (l < last) {
        joints.addAll(List.of(Joint.ACTIVE, Joint.GIVES_LINES));
      }
      FnoLayer layer = layers.get(l);
      products.add(parts.product(grid, layer.spectral()));
      fields.add(parts.layer(grid, layer.pointwise(), layer.local(), joints.toArray(Joint[]::new)));
    }
    end = parts.linesBack(grid, head0.in());
    head = parts.head(head0, head1);
  }

  @Override
  public Tensor forward(Tape tape, Value u, Tensor given) {
    Value v = tape.layer(lift, u);
    for (int l = 0; l < fields.size(); l++) {
      v = tape.layer(fields.get(l), products.get(l), end, v);
    }
    return tape.head(head, v);
  }
}
