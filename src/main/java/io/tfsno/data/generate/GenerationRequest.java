package io.tfsno.data.generate;

import java.util.List;

/** What a file of generated data is to hold. */
public interface GenerationRequest {
  String title();

  /** The sets of the file, none of them empty. */
  List<SetPlan> sets();
}
