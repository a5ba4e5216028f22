package io.tfsno.engine.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.base.UserError;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who gets to the table of the ranks, and what they can do there. */
class HubTest {
  private static final String SECRET = "a-secret-of-the-ranks";

  private int port;
  private HubTable first;

  @BeforeEach
  void serve() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    first = HubTable.serve(settings(0, 3, SECRET));
  }

  @AfterEach
  void close() {
    first.close();
  }

  private RankSettings settings(int rank, int ranks, String secret) {
    Map<String, String> all = new HashMap<>();
    all.put("RANK", "" + rank);
    all.put("WORLD_SIZE", "" + ranks);
    all.put("MASTER_ADDR", "127.0.0.1");
    all.put("MASTER_PORT", "" + port);
    all.put("TFSNO_RENDEZVOUS_TIMEOUT", "10");
    all.put("TFSNO_RENDEZVOUS_SECRET", secret);
    return RankSettings.from(all);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void table_isTheSameForAllRanks() throws IOException {
    first.put("early", bytes("a"));
    try (HubTable second = HubTable.connect(settings(1, 3, SECRET));
        HubTable third = HubTable.connect(settings(2, 3, SECRET))) {
      assertThat(second.get("early")).isEqualTo(bytes("a"));
      second.put("late", bytes("b"));
      assertThat(first.get("late")).isEqualTo(bytes("b"));
      assertThat(third.get("late")).isEqualTo(bytes("b"));
      assertThat(third.has("never")).isFalse();
      assertThat(second.get("late")).isEqualTo(bytes("b")); // told by the hub, like the others
      first.close();
      assertThat(second.get("late")).isEqualTo(bytes("b"));
      assertThatThrownBy(() -> second.get("never")).hasMessage("the meeting point is gone");
    }
  }

  @Test
  void rank_withAnotherSecret_isTurnedAway() {
    assertThatThrownBy(() -> HubTable.connect(settings(1, 3, "not-the-secret-of-the-ranks")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("to know the secret in TFSNO_RENDEZVOUS_SECRET");
  }

  @Test
  void rank_thatIsThereAlreadyOrOfAnotherTraining_isTurnedAway() throws IOException {
    try (HubTable second = HubTable.connect(settings(1, 3, SECRET))) {
      assertThatThrownBy(() -> HubTable.connect(settings(1, 3, SECRET)))
          .hasMessageContaining("found another rank 1 there");
      assertThatThrownBy(() -> HubTable.connect(settings(1, 2, SECRET)))
          .hasMessageContaining("Give all the same WORLD_SIZE");
      assertThat(second.has("x")).isFalse();
    }
  }

  /** On a busy machine a rank gives up waiting for the answer, and comes again. */
  @Test
  void rank_whoseConnectionsBrokeOffBeforeTheAnswer_isLetInLater() throws Exception {
    RankSettings settings = settings(1, 3, SECRET);
    for (int i = 0; i < 400; i++) {
      breakOff(settings, 1000L * i); // some of them after they were let in, before they were told
    }
    HubTable second = null;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (second == null) {
      try {
        second = HubTable.connect(settings, true);
      } catch (IOException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
      }
    }
    second.close();
  }

  /** Proves that it knows the secret, and is gone before it hears that it is welcome. */
  private static void breakOff(RankSettings settings, long nanos) throws IOException {
    try (Socket socket = new Socket(settings.host(), settings.port())) {
      socket.setSoLinger(true, 0);
      byte[] own = new byte[32];
      socket.getOutputStream().write(bytes("tfsno/2 "));
      socket.getOutputStream().write(own);
      byte[] theirs = socket.getInputStream().readNBytes(32);
      byte[] who = ByteBuffer.allocate(8).putInt(settings.rank()).putInt(3).array();
      socket.getOutputStream().write(settings.secret().sign(bytes("rank"), theirs, own, who));
      socket.getOutputStream().write(who);
      long end = System.nanoTime() + nanos;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }
  }

  /** A stand-in for rank 0 learns nothing that would get it past the real one. */
  @Test
  void hub_thatDoesNotKnowTheSecret_isNotBelieved() throws Exception {
    try (ServerSocket impostor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = impostor.getLocalPort();
      Thread answering =
          new Thread(
              () -> {
                try (Socket socket = impostor.accept()) {
                  socket.getOutputStream().write(new byte[32]);
                  socket.getInputStream().readNBytes(40 + 40);
                  socket.getOutputStream().write(new byte[33]);
                  socket.getInputStream().read();
                } catch (IOException e) {
                  // the rank went away
                }
              });
      answering.start();
      assertThatThrownBy(() -> HubTable.connect(settings(1, 3, SECRET)))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("found that it has another one");
      answering.join();
    }
  }

  @Test
  void stranger_readsNothing() throws IOException {
    first.put("same/training", bytes("the configuration"));
    for (String sent : new String[] {"", "GET / HTTP/1.1\r\n\r\n", "tfsno/2 ", "x".repeat(4000)}) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(15_000);
        socket.getOutputStream().write(bytes(sent));
        socket.shutdownOutput();
        byte[] heard = all(socket);
        assertThat(heard.length).isLessThanOrEqualTo(65);
        assertThat(new String(heard, StandardCharsets.ISO_8859_1)).doesNotContain("configuration");
      }
    }
  }

  private static byte[] all(Socket socket) throws IOException {
    try {
      return socket.getInputStream().readAllBytes();
    } catch (SocketException reset) {
      return new byte[0];
    }
  }

  @Test
  void entry_thatClaimsToBeHuge_endsTheConnection() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(15_000);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      Secret secret = Secret.of("SECRET", SECRET);
      assertThat(new Handshake(in, out, secret).introduce(1, 3))
          .isEqualTo(Handshake.Answer.WELCOME);
      out.writeInt(4);
      out.writeInt(Integer.MAX_VALUE);
      assertThat(in.read()).isEqualTo(-1);
    }
    assertThatThrownBy(() -> new Entry("k", new byte[5 << 20])).hasMessageContaining("too large");
  }

  @Test
  void hub_listensAtItsAddressAlone() throws Exception {
    InetAddress other =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(a -> a instanceof Inet4Address && !a.isLoopbackAddress())
            .findFirst()
            .orElse(null);
    assumeTrue(other != null, "this machine has no address but the loopback one");
    assertThatThrownBy(() -> new Socket(other, port).close()).isInstanceOf(ConnectException.class);
  }
}
