package io.tfsno.engine.group;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The first exchange: each side proves that it knows the secret by signing the other's random
 * number. All messages have a fixed size, so nothing is allocated for a stranger.
 *
 * <pre>
 * rank: "tfsno/2 " C(32)      hub: S(32)
 * rank: sign("rank", S, C, who)(32) who(8)      hub: answer(1) sign("hub", answer, C, S)(32)
 * </pre>
 */
final class Handshake {
  private static final byte[] GREETING = "tfsno/2 ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] OF_RANK = "rank".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] OF_HUB = "hub".getBytes(StandardCharsets.US_ASCII);
  private static final int NUMBER = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final DataInputStream in;
  private final DataOutputStream out;
  private final Secret secret;

  Handshake(DataInputStream in, DataOutputStream out, Secret secret) {
    this.in = in;
    this.out = out;
    this.secret = secret;
  }

  /** What the hub answers. */
  enum Answer {
    WELCOME('w'),
    WRONG_SECRET('s'),
    TAKEN('t'),
    OTHER_SIZE('n');

    private final byte code;

    Answer(char code) {
      this.code = (byte) code;
    }

    private static Answer of(byte code) {
      return Arrays.stream(values()).filter(a -> a.code == code).findFirst().orElse(WRONG_SECRET);
    }
  }

  /** Decides about a rank that knows the secret. */
  interface Door {
    Answer admit(int rank, int ranks);
  }

  /** A rank introduces itself. An {@link IOException} if the other side is no hub at all. */
  Answer introduce(int rank, int ranks) throws IOException {
    byte[] own = random();
    out.write(GREETING);
    out.write(own);
    out.flush();
    byte[] theirs = in.readNBytes(NUMBER);
    if (theirs.length < NUMBER) {
      throw new IOException("no number");
    }
    byte[] who = ByteBuffer.allocate(8).putInt(rank).putInt(ranks).array();
    out.write(secret.sign(OF_RANK, theirs, own, who));
    out.write(who);
    out.flush();
    byte[] answer = {in.readByte()};
    byte[] proof = in.readNBytes(NUMBER);
    boolean knows = MessageDigest.isEqual(proof, secret.sign(OF_HUB, answer, own, theirs));
    return knows ? Answer.of(answer[0]) : Answer.WRONG_SECRET;
  }

  /** The hub's side: the rank that was welcomed, or -1. */
  int receive(Door door) throws IOException {
    byte[] greeting = in.readNBytes(GREETING.length);
    byte[] theirs = in.readNBytes(NUMBER);
    if (!Arrays.equals(greeting, GREETING) || theirs.length < NUMBER) {
      return -1;
    }
    byte[] own = random();
    out.write(own);
    out.flush();
    byte[] proof = in.readNBytes(NUMBER);
    byte[] who = in.readNBytes(8);
    boolean knows =
        who.length == 8 && MessageDigest.isEqual(proof, secret.sign(OF_RANK, own, theirs, who));
    if (!knows) { // a stranger gets no signature, which it could not check anyway
      out.write(Answer.WRONG_SECRET.code);
      out.write(new byte[NUMBER]);
      out.flush();
      return -1;
    }
    int rank = ByteBuffer.wrap(who).getInt();
    Answer answer = door.admit(rank, ByteBuffer.wrap(who).getInt(4));
    out.write(answer.code);
    out.write(secret.sign(OF_HUB, new byte[] {answer.code}, theirs, own));
    out.flush();
    return answer == Answer.WELCOME ? rank : -1;
  }

  private static byte[] random() {
    byte[] number = new byte[NUMBER];
    RANDOM.nextBytes(number);
    return number;
  }
}
