package io.tfsno;

import io.tfsno.base.ProgressListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what a user is told, by any thread, and not how far the work is. */
public final class Notes implements ProgressListener {
  private final List<String> heard = new CopyOnWriteArrayList<>();

  /** In the order in which they came. */
  public List<String> heard() {
    return heard;
  }

  @Override
  public void progress(long done, long total, String detail) {
    // only notes are of interest
  }

  @Override
  public void note(String text) {
    heard.add(text);
  }
}
