package io.tfsno.engine.group;

import io.tfsno.base.UserError;

/** Why rank 0 turned this rank away, in words. */
final class Unwelcome {
  private Unwelcome() {}

  static UserError because(Handshake.Answer answer, RankSettings settings) {
    String place = settings.meetingPoint();
    return switch (answer) {
      case TAKEN ->
          new UserError(
              "rank %d: expected its place at %s to be free, found another rank %d there. Give each rank its own RANK."
                  .formatted(settings.rank(), place, settings.rank()));
      case OTHER_SIZE ->
          new UserError(
              "rank %d: expected rank 0 at %s to wait for %d ranks, found that it waits for another number. Give all the same WORLD_SIZE."
                  .formatted(settings.rank(), place, settings.ranks()));
      default ->
          new UserError(
              "rank %d: expected rank 0 at %s to know the secret in %s, found that it has another one. Give all ranks the same."
                  .formatted(settings.rank(), place, RankSettings.SECRET));
    };
  }
}
