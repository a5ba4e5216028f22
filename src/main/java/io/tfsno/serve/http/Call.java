package io.tfsno.serve.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** One request and the answer to it. */
public final class Call implements AutoCloseable {
  public static final String JSON = "application/json";

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int BUFFER = 1 << 16;

  private final HttpExchange exchange;
  private final Limits limits;
  private final Watchdog watchdog;
  private final BodyReader body;
  private byte[] received;
  private int status;

  public Call(HttpExchange exchange, Limits limits, Watchdog watchdog, Admission admission) {
    this.exchange = exchange;
    this.limits = limits;
    this.watchdog = watchdog;
    this.body = new BodyReader(exchange, limits, watchdog, admission);
  }

  public String method() {
    return exchange.getRequestMethod();
  }

  public String path() {
    return exchange.getRequestURI().getPath();
  }

  /** The first header of that name, or null. */
  String header(String name) {
    return exchange.getRequestHeaders().getFirst(name);
  }

  /** The value of a query parameter, or null. */
  public String query(String name) {
    return queries().get(name);
  }

  public Map<String, String> queries() {
    Map<String, String> all = new LinkedHashMap<>();
    String raw = exchange.getRequestURI().getRawQuery();
    for (String part : raw == null || raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
      String[] pair = part.split("=", 2);
      try {
        String value = URLDecoder.decode(pair.length < 2 ? "" : pair[1], StandardCharsets.UTF_8);
        all.put(URLDecoder.decode(pair[0], StandardCharsets.UTF_8), value);
      } catch (IllegalArgumentException e) {
        throw new Refusal(400, "a percent-encoded query", "'" + shown(part) + "'", "Encode it.");
      }
    }
    return all;
  }

  /** The type of the body without its parameters, in lower case; empty if there is none. */
  public String contentType() {
    String type = header("Content-Type");
    return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** Takes in the whole body, which {@link #body} then gives. */
  public void receive() {
    received = body.read();
  }

  /** The whole body. It is given once, so that nothing holds it that does not need it. */
  public byte[] body() {
    byte[] all = received == null ? body.read() : received;
    received = null;
    return all;
  }

  /** From now on this many bytes are kept of the body. */
  public void keep(long bytes) {
    body.keep(bytes);
  }

  /** Answers with a document. */
  public void json(int code, Object document) throws IOException {
    bytes(code, JSON, MAPPER.writeValueAsBytes(document));
  }

  /** Answers with these bytes. */
  public void bytes(int code, String type, byte[] content) throws IOException {
    start(code, type, content.length == 0 ? -1 : content.length);
    if (content.length > 0 && !method().equals("HEAD")) {
      try (OutputStream out = new Guarded(exchange.getResponseBody())) {
        out.write(content);
      }
    }
  }

  /** Begins an answer of unknown length. */
  public OutputStream begin(int code, String type) throws IOException {
    start(code, type, 0);
    return new BufferedOutputStream(new Guarded(exchange.getResponseBody()), BUFFER);
  }

  public void responseHeader(String name, String value) {
    exchange.getResponseHeaders().set(name, value);
  }

  private void start(int code, String type, long length) throws IOException {
    status = code;
    responseHeader("Content-Type", type);
    exchange.sendResponseHeaders(code, method().equals("HEAD") ? -1 : length);
  }

  /** Whether a part of the body has not been read. */
  public boolean leftUnread() {
    return body.leftUnread();
  }

  /** Makes room for other bodies. */
  @Override
  public void close() {
    body.close();
  }

  /** The status that was answered, 0 before. */
  public int status() {
    return status;
  }

  /** What a client wrote, cut to what a message can show. */
  public static String shown(String text) {
    String plain = text.replaceAll("[^\\x20-\\x7e]", "?");
    return plain.length() > 60 ? plain.substring(0, 60) + "..." : plain;
  }

  /** The media types that the client takes, in its order; all if it does not say. */
  public List<String> accepted() {
    String accept = header("Accept");
    return accept == null || accept.isBlank()
        ? List.of("*/*")
        : List.of(accept.toLowerCase(Locale.ROOT).split(",")).stream()
            .map(t -> t.split(";", 2)[0].strip())
            .toList();
  }

  /** Every write is watched: a client that reads nothing is disconnected. */
  private final class Guarded extends FilterOutputStream {
    Guarded(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      // In pieces, so that the time limit is for a piece and not for a long answer as a whole.
      for (int at = 0; at < count; at += BUFFER) {
        try (Watchdog.Limit limit = watchdog.limit(limits.stall())) {
          out.write(bytes, from + at, Math.min(BUFFER, count - at));
        }
      }
    }

    @Override
    public void flush() throws IOException {
      try (Watchdog.Limit limit = watchdog.limit(limits.stall())) {
        out.flush();
      }
    }

    @Override
    public void close() throws IOException {
      try (Watchdog.Limit limit = watchdog.limit(limits.stall())) {
        out.close();
      }
    }
  }
}
