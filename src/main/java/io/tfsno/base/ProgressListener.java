package io.tfsno.base;

/** Hears how far a long piece of work has come. Called from any working thread. */
public interface ProgressListener {
  ProgressListener NONE = (done, total, detail) -> {};

  /**
   * @param done units finished so far
   * @param total units in all
   * @param detail a short phrase about what is being done now
   */
  void progress(long done, long total, String detail);

  /** Hears something about the work that its user should know. */
  default void note(String text) {}
}
