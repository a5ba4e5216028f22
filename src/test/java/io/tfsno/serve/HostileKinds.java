package io.tfsno.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The ways in which a request can be wrong, each with its name and what may come back. */
final class HostileKinds {
  /** What is sent into a connection. */
  interface Sender {
    void send(Socket socket) throws Exception;
  }

  /**
   * One kind of request.
   *
   * @param expected the statuses that may be answered, as a regular expression; {@code closed} if
   *     the connection may be closed without an answer, {@code left} if nobody waits for one
   * @param slow whether it takes seconds
   */
  record Kind(String name, String expected, boolean slow, Sender sender) {}

  private static final String MODEL = "\"model\":\"tiny-fno\"";
  private static final String FIRST = "\"initial\":{\"seed\":1}";
  private static final String JSON = "application/json";
  private static final String NPY = "application/x-npy";
  private static final String UPLOAD = "/api/rollout?model=tiny-fno&steps=1";

  /** A stream that takes far longer than anybody waits for it. */
  private static final String LONG = "{" + MODEL + ",\"steps\":10000," + FIRST + "}";

  private final List<Kind> all = new ArrayList<>();

  private HostileKinds() {}

  static List<Kind> all() {
    HostileKinds kinds = new HostileKinds();
    kinds.texts();
    kinds.types();
    kinds.numbers();
    kinds.states();
    kinds.arrays();
    kinds.places();
    kinds.heads();
    kinds.lengths();
    kinds.leavers();
    kinds.dawdlers();
    return kinds.all;
  }

  private void add(String name, String expected, byte[] request) {
    all.add(new Kind(name, expected, false, socket -> write(socket, request)));
  }

  private void json(String name, String body) {
    add("JSON: " + name, "400", post("/api/rollout", JSON, "", bytes(body)));
  }

  private void json(String name, String expected, String body) {
    add("JSON: " + name, expected, post("/api/rollout", JSON, "", bytes(body)));
  }

  private void initial(String name, String initial) {
    json(name, "{" + MODEL + ",\"steps\":1,\"initial\":" + initial + "}");
  }

  private void steps(String name, String steps) {
    json(name, "{" + MODEL + ",\"steps\":" + steps + "," + FIRST + "}");
  }

  /** Bodies that are no JSON. */
  private void texts() {
    json("nothing", "");
    json("only spaces", " \n\t ");
    json("no JSON", "hello");
    json("cut in a key", "{\"mod");
    json("cut in a text", "{\"model\":\"tiny");
    json("cut in a list", "{" + MODEL + ",\"initial\":{\"values\":[1,2");
    json("cut before its end", "{" + MODEL + ",\"steps\":1," + FIRST);
    json("a comma too many", "{" + MODEL + ",\"steps\":1," + FIRST + ",}");
    json("no commas", "{" + MODEL + " \"steps\":1 " + FIRST + "}");
    json("single quotes", "{'model':'tiny-fno','steps':1}");
    json("a comment", "{/* */" + MODEL + ",\"steps\":1," + FIRST + "}");
    json("two documents", "{" + MODEL + "}{" + MODEL + "}");
    json("a key twice", "{" + MODEL + "," + MODEL + ",\"steps\":1," + FIRST + "}");
    json("a raw line break in a text", "{\"model\":\"tiny\n-fno\",\"steps\":1," + FIRST + "}");
    json("a bad escape", "{\"model\":\"tiny\\x-fno\",\"steps\":1," + FIRST + "}");
    json("half a surrogate", "404|400", "{\"model\":\"\\ud800\",\"steps\":1," + FIRST + "}");
    json("a null character", "404|400", "{\"model\":\"a\\u0000b\",\"steps\":1," + FIRST + "}");
    json("deep lists", "[".repeat(100_000));
    json("deep objects", "{\"a\":".repeat(100_000));
    json(
        "a deep initial state",
        "{" + MODEL + ",\"initial\":" + "[".repeat(40) + "]".repeat(40) + "}");
    json("a long key", "{\"" + "k".repeat(60_000) + "\":1}");
    json("a long text", "{\"model\":\"" + "m".repeat(60_000) + "\"}");
    json("a long number", "{" + MODEL + ",\"steps\":" + "9".repeat(5000) + "," + FIRST + "}");
    json("many keys", "400|413", "{" + "\"k%d\":1,".repeat(1).formatted(1) + keys(50_000) + "}");
    json("many small lists", "400|413", "[" + "[],".repeat(200_000) + "[]]");
    add("JSON: in UTF-16", "400", post("/api/rollout", JSON, "", utf16("{" + MODEL + "}")));
    add(
        "JSON: in Latin-1",
        "400",
        post("/api/rollout", JSON, "", new byte[] {'{', '"', -1, -2, '"'}));
    add("JSON: random bytes", "400", post("/api/rollout", JSON, "", noise(2000)));
    add("JSON: zeros", "400", post("/api/rollout", JSON, "", new byte[100_000]));
    add(
        "JSON: compressed",
        "400|415",
        post("/api/rollout", JSON, "Content-Encoding: gzip\r\n", noise(64)));
  }

  private static String names(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append("X-").append(i).append(": 1\r\n");
    }
    return text.toString();
  }

  private static String keys(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append("\"a").append(i).append("\":0,");
    }
    return text.append("\"z\":0").toString();
  }

  /** JSON of the wrong types. */
  private void types() {
    json("null", "null");
    json("a number", "7");
    json("a text", "\"tiny-fno\"");
    json("true", "true");
    json("a list", "[1,2,3]");
    json("an empty object", "{}");
    json("an unknown key", "{" + MODEL + ",\"stepz\":1," + FIRST + "}");
    json("a prototype", "{\"__proto__\":{\"steps\":1}," + MODEL + "," + FIRST + "}");
    json("the model a number", "400|404", "{\"model\":7,\"steps\":1," + FIRST + "}");
    json("the model a list", "{\"model\":[\"tiny-fno\"],\"steps\":1," + FIRST + "}");
    json("the model null", "{\"model\":null,\"steps\":1," + FIRST + "}");
    json("the model empty", "400|404", "{\"model\":\"\",\"steps\":1," + FIRST + "}");
    json("the model a path", "404", "{\"model\":\"../../etc/passwd\",\"steps\":1," + FIRST + "}");
    json("the model absolute", "404", "{\"model\":\"/etc/passwd\",\"steps\":1," + FIRST + "}");
    json("the model unknown", "404", "{\"model\":\"none\",\"steps\":1," + FIRST + "}");
    json("spectra a text", "{" + MODEL + ",\"steps\":1," + FIRST + ",\"spectra\":\"perhaps\"}");
    json("gates a list", "{" + MODEL + ",\"steps\":1," + FIRST + ",\"gates\":[true]}");
    json(
        "parameters of a model without",
        "{" + MODEL + ",\"steps\":1," + FIRST + ",\"parameters\":{\"nu\":1}}");
    json("parameters a text", "{" + MODEL + ",\"steps\":1," + FIRST + ",\"parameters\":\"nu\"}");
    json(
        "a history of a model without",
        "{" + MODEL + ",\"steps\":1," + FIRST + ",\"history\":[[1,2]]}");
    json("fields a number", "{" + MODEL + ",\"steps\":1," + FIRST + ",\"fields\":3}");
    json("time a text", "{" + MODEL + ",\"steps\":1," + FIRST + ",\"time\":\"noon\"}");
    initial("the initial state a number", "5");
    initial("the initial state a list", "[1,2,3]");
    initial("the initial state null", "null");
    initial("the initial state empty", "{}");
    initial("a seed that is a text", "{\"seed\":\"one\"}");
    initial("a seed that is an object", "{\"seed\":{}}");
  }

  /** Numbers that no rollout can have. */
  private void numbers() {
    steps("steps zero", "0");
    steps("steps negative", "-1");
    steps("steps beyond the limit", "10001");
    steps("steps beyond int", "2147483648");
    steps("steps beyond long", "9223372036854775808");
    steps("steps 1e400", "1e400");
    steps("steps a fraction", "1.5");
    steps("steps NaN", "NaN");
    steps("steps Infinity", "Infinity");
    steps("steps hexadecimal", "0x10");
    steps("steps with a zero before", "01");
    steps("steps a text", "\"1e9\"");
    steps("steps an object", "{\"n\":1}");
    json(
        "more numbers than an answer holds",
        "413",
        "{" + MODEL + ",\"steps\":10000," + FIRST + "}");
    initial("seed negative", "{\"seed\":-1}");
    initial("seed beyond 32 bits", "{\"seed\":4294967296}");
    initial("seed a fraction", "{\"seed\":0.5}");
    initial("amplitude zero", "{\"seed\":1,\"amplitude\":0}");
    initial("amplitude huge", "{\"seed\":1,\"amplitude\":1e300}");
    initial("amplitude NaN", "{\"seed\":1,\"amplitude\":NaN}");
    initial("modes zero", "{\"seed\":1,\"modes\":0}");
    initial("modes huge", "{\"seed\":1,\"modes\":1000000000}");
  }

  /** States that do not fit the model. */
  private void states() {
    initial("values and a seed", "{\"seed\":1,\"values\":[1,2,3,4]}");
    initial("no values", "{\"values\":[]}");
    initial("too few values", "{\"values\":[1,2]}");
    initial("values beyond the largest grid", "{\"values\":[" + "0,".repeat(4096) + "0]}");
    initial("huge values", "{\"values\":[" + "1e30,".repeat(255) + "1]}");
    initial("values 1e999", "{\"values\":[" + "1e999,".repeat(255) + "1]}");
    initial("values NaN", "{\"values\":[" + "NaN,".repeat(255) + "1]}");
    initial("values that are texts", "{\"values\":[" + "\"1\",".repeat(255) + "1]}");
    initial("values that are null", "{\"values\":[" + "null,".repeat(255) + "1]}");
    initial("values in lists", "{\"values\":[[1,2],[3]]}");
    initial("values that are a text", "{\"values\":\"1,2,3,4\"}");
    initial("waves of two axes", "{\"waves\":[{\"amplitude\":1,\"wavenumber\":[1,2]}]}");
    initial("waves without amplitude", "{\"waves\":[{\"wavenumber\":1}]}");
    initial("waves of huge number", "{\"waves\":[{\"amplitude\":1,\"wavenumber\":1e18}]}");
    initial("waves of broken number", "{\"waves\":[{\"amplitude\":1,\"wavenumber\":1.5}]}");
    initial("waves that are no list", "{\"waves\":{\"amplitude\":1}}");
    initial(
        "30,000 waves",
        "{\"waves\":[" + "{\"amplitude\":1,\"wavenumber\":1},".repeat(30_000) + "1]}");
    initial("channels too many", "{\"channels\":[{\"mean\":1},{\"mean\":2}]}");
    initial("channels that are texts", "{\"channels\":[\"u\"]}");
    add("solve: of nothing", "400", post("/api/solve", JSON, "", bytes("{}")));
    add("solve: by an unknown profile", "400", solve(",\"profile\":\"magic\"", "{\"seed\":1}", 1));
    add("solve: of a state that blows up", "422", solve("", "{\"seed\":1,\"amplitude\":1000}", 50));
    add(
        "solver: an unknown benchmark",
        "4\\d\\d",
        get("/api/solver?benchmark=E99&step=50&error=0.02"));
    add(
        "solver: an error that is no number",
        "400",
        get("/api/solver?benchmark=E1&step=50&error=little"));
    add("solver: an error of NaN", "400", get("/api/solver?benchmark=E1&step=50&error=NaN"));
    add("solver: a negative step", "400", get("/api/solver?benchmark=E1&step=-5&error=0.1"));
    add("solver: no question", "400", get("/api/solver"));
    add("network: of nothing", "400", get("/api/network"));
    add("network: of an unknown model", "404", get("/api/network?model=../secret"));
    add("initial: no model", "400", post("/api/initial", JSON, "", bytes("{" + FIRST + "}")));
    add(
        "fitted: an unknown model",
        "404",
        post("/api/fitted", JSON, "", bytes("{\"model\":\"x\"," + FIRST + "}")));
  }

  private static byte[] solve(String more, String initial, int steps) {
    String body = "{%s,\"steps\":%d,\"initial\":%s%s}".formatted(MODEL, steps, initial, more);
    return post("/api/solve", JSON, "", bytes(body));
  }

  private void npy(String name, byte[] body) {
    add("NPY: " + name, "400|413", post(UPLOAD, NPY, "", body));
  }

  /** Uploaded arrays. */
  private void arrays() {
    npy("nothing", new byte[0]);
    npy("other bytes", noise(500));
    npy("a signature alone", new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'});
    npy(
        "an unknown version",
        array("{'descr': '<f4', 'fortran_order': False, 'shape': (256,), }", 9, 1024));
    npy("no header", array("", 1, 1024));
    npy("a header that is no dictionary", array("[1, 2]", 1, 1024));
    npy("a pickle", array("{'descr': '|O', 'fortran_order': False, 'shape': (256,), }", 1, 1024));
    npy("texts", array("{'descr': '<U4', 'fortran_order': False, 'shape': (64,), }", 1, 1024));
    npy(
        "complex numbers",
        array("{'descr': '<c8', 'fortran_order': False, 'shape': (128,), }", 1, 1024));
    npy(
        "a negative shape",
        array("{'descr': '<f4', 'fortran_order': False, 'shape': (-256,), }", 1, 1024));
    npy(
        "a huge shape",
        array("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999,), }", 1, 1024));
    npy(
        "a shape that overflows",
        array(
            "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }",
            1,
            64));
    npy(
        "seven axes",
        array("{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,256), }", 1, 1024));
    npy(
        "too few bytes",
        array("{'descr': '<f4', 'fortran_order': False, 'shape': (256,), }", 1, 100));
    npy(
        "too many bytes",
        array("{'descr': '<f4', 'fortran_order': False, 'shape': (256,), }", 1, 5000));
    npy("no numbers", array("{'descr': '<f4', 'fortran_order': False, 'shape': (0,), }", 1, 0));
    npy(
        "a grid of three points",
        array("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", 1, 12));
    npy("NaN", filled((byte) -1));
    npy("numbers beyond all bounds", filled((byte) 0x7f));
    npy("a long header", array("{'descr': '<f4', " + " ".repeat(60_000) + "}", 1, 0));
    add("NPY: steps missing", "400", post("/api/rollout?model=tiny-fno", NPY, "", sound()));
    add(
        "NPY: steps no number",
        "400",
        post("/api/rollout?model=tiny-fno&steps=many", NPY, "", sound()));
    add("NPY: model unknown", "404", post("/api/rollout?model=x&steps=1", NPY, "", sound()));
    add(
        "NPY: a query that cannot be decoded",
        "400",
        post("/api/rollout?model=%zz", NPY, "", sound()));
    add("NPY: an unknown query", "400", post(UPLOAD + "&colour=red", NPY, "", sound()));
  }

  private static byte[] sound() {
    return array("{'descr': '<f4', 'fortran_order': False, 'shape': (256,), }", 1, 1024);
  }

  private static byte[] filled(byte value) {
    byte[] array = sound();
    for (int i = array.length - 1024; i < array.length; i++) {
      array[i] = value;
    }
    return array;
  }

  private static byte[] array(String header, int version, int data) {
    byte[] text = bytes(header + "\n");
    return ByteBuffer.allocate(10 + text.length + data)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0})
        .putShort((short) text.length)
        .put(text)
        .array();
  }

  /** Paths, methods and media types. */
  private void places() {
    for (String path :
        List.of(
            "/../pom.xml",
            "/%2e%2e/%2e%2e/etc/passwd",
            "/..%2f..%2fetc%2fpasswd",
            "//etc/passwd",
            "/api/../../etc/passwd",
            "/api/rollout/../models/../../x",
            "/style.css%00.html",
            "/api/run?name=../../etc",
            "/api/ledger?name=/etc",
            "/" + "a".repeat(8000))) {
      String shown = path.length() > 60 ? "8,000 characters" : path;
      add("path: " + shown, "40[04]", get(path));
    }
    for (String method : List.of("GET", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW")) {
      add("method: " + method, "405", request(method + " /api/rollout", ""));
    }
    add("method: TRACE of the page", "405", request("TRACE /", ""));
    add("method: a post of the models", "405", post("/api/models", JSON, "", bytes("{}")));
    add("method: CONNECT", "400|404|405|closed", request("CONNECT localhost:80", ""));
    byte[] good = bytes("{" + MODEL + ",\"steps\":1," + FIRST + "}");
    for (String type :
        List.of("text/plain", "multipart/form-data", "application/xml", "x", "/;;", "")) {
      add("content type: '" + type + "'", "415", post("/api/rollout", type, "", good));
    }
    for (String accept : List.of("image/png", "text/html;q=1", "application", ";;;", "a\u0001b")) {
      String header = "Accept: " + accept + "\r\n";
      add(
          "accept: '" + accept.replaceAll("[^ -~]", "?") + "'",
          "406|400",
          post("/api/rollout", JSON, header, good));
    }
    add(
        "accept: 5,000 types",
        "406",
        post("/api/rollout", JSON, "Accept: " + "a/b,".repeat(5000) + "a/b\r\n", good));
    add(
        "host: another",
        "403",
        bytes("GET /api/models HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"));
    add("host: none", "400|403", bytes("GET /api/models HTTP/1.1\r\n\r\n"));
    add("host: one that is no name", "403", bytes("GET / HTTP/1.1\r\nHost: <script>\r\n\r\n"));
    add(
        "origin: another",
        "403",
        request("GET /api/models", "Origin: http://elsewhere.example\r\n"));
    add("origin: null", "403", request("GET /api/models", "Origin: null\r\n"));
    add("site: a picture elsewhere", "403", request("GET /", "Sec-Fetch-Site: cross-site\r\n"));
  }

  /** Heads that are hardly HTTP. */
  private void heads() {
    String refused = "400|403|404|405|closed";
    add("head: random bytes", refused, noise(400));
    add(
        "head: the start of TLS",
        refused,
        new byte[] {22, 3, 1, 2, 0, 1, 0, 1, -4, 3, 3, '\r', '\n', '\r', '\n'});
    add("head: empty lines", "closed|left|400", bytes("\r\n\r\n\r\n\r\n"));
    add("head: one word", refused, bytes("GET\r\n\r\n"));
    add("head: no version", refused, bytes("GET /\r\nHost: localhost\r\n\r\n"));
    add("head: version 9", refused + "|200", bytes("GET / HTTP/9.9\r\nHost: localhost\r\n\r\n"));
    add("head: the preface of HTTP/2", refused, bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    add("head: a path with spaces", refused, request("GET /a b c", ""));
    add("head: a path that is no URI", refused, request("GET /%%%", ""));
    add("head: an opaque URI", refused, request("GET mailto:nobody", ""));
    add("head: a whole URI elsewhere", refused, request("GET http://elsewhere.example/x", ""));
    add("head: a star", refused, request("OPTIONS *", ""));
    add("head: a header without a colon", refused, request("GET /api/nothing", "nonsense\r\n"));
    add("head: a header without a name", refused, request("GET /api/nothing", ": x\r\n"));
    add("head: a name with spaces", refused, request("GET /api/nothing", "a b: c\r\n"));
    add("head: a null in a header", refused, request("GET /api/nothing", "X: \u0000\r\n"));
    add("head: folded lines", refused, request("GET /api/nothing", "X: 1\r\n  2\r\n"));
    add(
        "head: only line feeds",
        refused + "|200",
        bytes("GET /api/nothing HTTP/1.1\nHost: localhost\n\n"));
    add("head: 101 headers", refused, request("GET /api/models", names(101)));
    // The JDK's server counts names.
    add("head: 101 headers of one name", "200", request("GET /api/models", "X: 1\r\n".repeat(101)));
    add(
        "head: a header of 40 KiB",
        refused,
        request("GET /api/models", "X: " + "x".repeat(40_000) + "\r\n"));
    add(
        "head: a header of 1 MiB",
        refused,
        request("GET /api/models", "X: " + "x".repeat(1 << 20) + "\r\n"));
    add("head: a path of 64 KiB", refused, request("GET /" + "p".repeat(1 << 16), ""));
    add(
        "head: two requests at once",
        "404",
        bytes(
            "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nGET /b HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    add(
        "head: a wrong upgrade",
        "404",
        request("GET /api/nothing", "Connection: Upgrade\r\nUpgrade: websocket\r\n"));
    add("head: a range", "404", request("GET /api/nothing", "Range: bytes=99-1,5-\r\n"));
  }

  private static byte[] body(String headers, String body) {
    return bytes(
        "POST /api/rollout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + headers
            + "\r\n"
            + body);
  }

  /** Bodies whose length is wrong. */
  private void lengths() {
    String refused = "400|408|411|413|closed";
    add("length: none", refused, body("", ""));
    add("length: negative", refused, body("Content-Length: -5\r\n", "{}"));
    add("length: no number", refused, body("Content-Length: many\r\n", "{}"));
    add("length: beyond long", refused, body("Content-Length: 99999999999999999999\r\n", "{}"));
    add("length: two of them", refused, body("Content-Length: 2\r\nContent-Length: 9\r\n", "{}"));
    add("length: 4 MiB and one", "413", post("/api/rollout", JSON, "", new byte[(4 << 20) + 1]));
    add(
        "length: chunks of no number",
        refused,
        body("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"));
    add(
        "length: chunks of huge size",
        refused,
        body("Transfer-Encoding: chunked\r\n", "7fffffffffffffff\r\n{}\r\n"));
    add(
        "length: negative chunks",
        refused,
        body("Transfer-Encoding: chunked\r\n", "-5\r\n{}\r\n0\r\n\r\n"));
    add(
        "length: chunks and a length",
        refused,
        body("Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", "2\r\n{}\r\n0\r\n\r\n"));
    add("length: chunks of many bytes", "413", chunks(70));
    add("length: an unknown encoding", "501", body("Transfer-Encoding: gzip\r\n", "{}"));
    add(
        "length: an unknown expectation",
        "400|417",
        body("Expect: miracles\r\nContent-Length: 2\r\n", "{}"));
  }

  /** Chunks of 64 KiB. */
  private static byte[] chunks(int count) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(body("Transfer-Encoding: chunked\r\n", ""));
    for (int i = 0; i < count; i++) {
      out.writeBytes(bytes("10000\r\n"));
      out.writeBytes(new byte[1 << 16]);
      out.writeBytes(bytes("\r\n"));
    }
    out.writeBytes(bytes("0\r\n\r\n"));
    return out.toByteArray();
  }

  private void leaves(String name, Sender sender) {
    all.add(new Kind("leaves: " + name, "left", false, sender));
  }

  /** Clients that go away. */
  private void leavers() {
    leaves("after connecting", socket -> {});
    leaves("after one byte", socket -> write(socket, bytes("G")));
    leaves("amid the head", socket -> write(socket, bytes("POST /api/rollout HTTP/1.1\r\nHo")));
    leaves("before the body", socket -> write(socket, body("Content-Length: 100\r\n", "")));
    leaves("amid the body", socket -> write(socket, body("Content-Length: 100\r\n", "{\"mod")));
    leaves(
        "amid a chunk", socket -> write(socket, body("Transfer-Encoding: chunked\r\n", "50\r\n{")));
    leaves("without reading the answer", socket -> write(socket, get("/api/models")));
    leaves(
        "with a reset",
        socket -> {
          socket.setSoLinger(true, 0);
          write(socket, get("/api/models"));
        });
    for (String type : List.of("application/x-ndjson", "application/x-tfsno-frames")) {
      leaves(
          "amid a stream of " + type,
          socket -> {
            write(socket, post("/api/rollout", JSON, "Accept: " + type + "\r\n", bytes(LONG)));
            socket.getInputStream().readNBytes(2000);
          });
    }
    leaves(
        "amid a solution",
        socket -> {
          write(socket, post("/api/solve", JSON, "Accept: application/x-ndjson\r\n", bytes(LONG)));
          socket.getInputStream().readNBytes(2000);
        });
  }

  private void slow(String name, String expected, Sender sender) {
    all.add(new Kind("slow: " + name, expected, true, sender));
  }

  /** Clients that take their time. */
  private void dawdlers() {
    slow("sends nothing", "left", socket -> Thread.sleep(1000));
    slow(
        "sends half a head",
        "closed",
        socket -> write(socket, bytes("GET /api/models HTTP/1.1\r\nHos")));
    slow("drips its head", "closed", socket -> drip(socket, get("/api/models").clone()));
    slow(
        "sends half a body",
        "408|closed",
        socket -> write(socket, body("Content-Length: 100\r\n", "{\"mod")));
    slow(
        "drips its body",
        "408",
        socket -> {
          write(socket, body("Content-Length: 900\r\n", ""));
          drip(socket, bytes(" ".repeat(800)));
        });
    slow(
        "sends half a chunk",
        "408|closed",
        socket -> write(socket, body("Transfer-Encoding: chunked\r\n", "50\r\n{")));
    slow(
        "does not read its stream",
        "200|closed|left",
        socket -> {
          socket.setReceiveBufferSize(4096);
          write(
              socket, post("/api/rollout", JSON, "Accept: application/x-ndjson\r\n", bytes(LONG)));
          Thread.sleep(1500);
        });
  }

  /** Byte after byte, until the service has had enough of it. */
  private static void drip(Socket socket, byte[] request) throws Exception {
    try {
      for (byte each : request) {
        socket.getOutputStream().write(each);
        socket.getOutputStream().flush();
        Thread.sleep(60);
        if (socket.getInputStream().available() > 0) {
          return;
        }
      }
    } catch (SocketException e) {
      return; // it had
    }
  }

  private static byte[] get(String path) {
    return request("GET " + path, "");
  }

  private static byte[] request(String line, String headers) {
    return bytes(line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n");
  }

  static byte[] post(String path, String type, String headers, byte[] body) {
    String head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: %s\r\nContent-Length: %d\r\n%s\r\n"
            .formatted(path, type, body.length, headers);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(bytes(head));
    out.writeBytes(body);
    return out.toByteArray();
  }

  private static void write(Socket socket, byte[] request) throws IOException {
    OutputStream out = socket.getOutputStream();
    try {
      out.write(request);
      out.flush();
    } catch (SocketException e) {
      return; // the service does not listen to the end, as it may; what it says counts
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] utf16(String text) {
    return text.getBytes(StandardCharsets.UTF_16);
  }

  private static byte[] noise(int count) {
    byte[] bytes = new byte[count];
    new java.util.Random(count).nextBytes(bytes);
    return bytes;
  }
}
