package io.tfsno.engine.group;

import io.tfsno.base.UserError;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Serves the table in the process of rank 0, at the address that was named and at no other, to
 * those who know the secret. What one rank puts, all are told.
 */
final class Hub implements AutoCloseable {
  private static final int STRANGERS = 64;
  private static final int STRANGER_MILLIS = 5000;

  private final RankSettings settings;
  private final Copy table;
  private final ServerSocket socket = new ServerSocket();
  private final Semaphore strangers = new Semaphore(STRANGERS);
  private final Set<Integer> members = new HashSet<>();
  private final Set<Socket> open = new HashSet<>();

  Hub(RankSettings settings, Copy table) throws IOException {
    this.settings = settings;
    this.table = table;
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(address(settings.host()), settings.port()), 1024);
    daemon("meeting-point", this::accept).start();
  }

  /** Debian, for one, gives a machine's own name the address 127.0.1.1, where no other gets to. */
  private static InetAddress address(String host) throws IOException {
    InetAddress address = InetAddress.getByName(host);
    boolean named = !host.equals("localhost") && !host.equals(address.getHostAddress());
    if (address.isLoopbackAddress() && named && !host.contains(":")) {
      throw new UserError(
          "an address of this machine that others can reach",
          "'%s', which is %s here".formatted(host, address.getHostAddress()),
          "Name the address itself, or correct /etc/hosts; for one machine use 127.0.0.1.");
    }
    return address;
  }

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket stranger = socket.accept();
        if (strangers.tryAcquire()) {
          daemon("meeting-point-rank", () -> serve(stranger)).start();
        } else {
          stranger.close();
        }
      } catch (IOException e) {
        // closed, or this one connection was lost before it was ours
      }
    }
  }

  private void serve(Socket socket) {
    int rank = -1;
    try (socket) {
      keep(socket);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      try {
        rank = welcome(socket, in, out);
      } finally {
        strangers.release();
      }
      if (rank >= 0) {
        follow(socket, in, out);
      }
    } catch (IOException e) {
      // gone: the roll call will tell who
    } finally {
      leave(socket, rank);
    }
  }

  private int welcome(Socket socket, DataInputStream in, DataOutputStream out) throws IOException {
    socket.setTcpNoDelay(true);
    // Whatever a stranger sends, and however slowly: its time is up then.
    Thread clock =
        daemon(
            "meeting-point-clock",
            () -> {
              try {
                Thread.sleep(STRANGER_MILLIS);
                socket.close();
              } catch (InterruptedException | IOException e) {
                // It was in time, or is gone.
              }
            });
    clock.start();
    int[] admitted = {-1};
    try {
      return new Handshake(in, out, settings.secret())
          .receive(
              (rank, ranks) -> {
                Handshake.Answer answer = admit(rank, ranks);
                admitted[0] = answer == Handshake.Answer.WELCOME ? rank : -1;
                return answer;
              });
    } catch (IOException e) {
      leave(socket, admitted[0]); // it has not heard that it is welcome, and will come again
      throw e;
    } finally {
      clock.interrupt();
    }
  }

  private synchronized Handshake.Answer admit(int rank, int ranks) {
    if (ranks != settings.ranks() || rank < 1 || rank >= ranks) {
      return Handshake.Answer.OTHER_SIZE;
    }
    return members.add(rank) ? Handshake.Answer.WELCOME : Handshake.Answer.TAKEN;
  }

  private void follow(Socket socket, DataInputStream in, DataOutputStream out) throws IOException {
    BlockingQueue<Entry> queue = new LinkedBlockingQueue<>();
    Consumer<Entry> follower = queue::add;
    Thread writer =
        daemon(
            "meeting-point-writer",
            () -> {
              try (socket) {
                while (true) {
                  queue.take().write(out);
                }
              } catch (IOException | InterruptedException e) {
                // The reader notices too.
              }
            });
    table.follow(follower);
    writer.start();
    try {
      while (true) {
        table.add(Entry.read(in));
      }
    } finally {
      table.unfollow(follower);
      writer.interrupt();
    }
  }

  private synchronized void keep(Socket connection) throws IOException {
    if (socket.isClosed()) {
      throw new IOException("closed");
    }
    open.add(connection);
  }

  private synchronized void leave(Socket connection, int rank) {
    open.remove(connection);
    members.remove(rank);
  }

  @Override
  public synchronized void close() {
    try {
      socket.close();
      for (Socket connection : open) {
        connection.close();
      }
    } catch (IOException e) {
      // It ends with the process.
    }
  }
}
