package io.tfsno.serve.http;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;

/** Decides which requests are admitted. */
public final class Gatekeeper {
  private static final Set<String> OWN_NAMES =
      Set.of("localhost", "127.0.0.1", "[::1]", "[0:0:0:0:0:0:0:1]");

  private final boolean local;
  private final String token;

  public Gatekeeper(InetAddress address, String token) {
    this.local = address.isLoopbackAddress();
    this.token = token;
  }

  boolean asksForToken() {
    return token != null;
  }

  public void check(Call call, Route route) {
    checkHost(call);
    checkOrigin(call);
    checkSite(call, route);
    if (token != null && !route.open()) {
      checkToken(call);
    }
  }

  /** A page elsewhere could point its own name at this machine; its requests carry that name. */
  private void checkHost(Call call) {
    String host = call.header("Host");
    String name = host == null ? "" : host.replaceFirst(":\\d*$", "");
    if (local && !OWN_NAMES.contains(name)) {
      throw new Refusal(
          403,
          "a request to localhost",
          "one to '" + Call.shown(name) + "'",
          "Start the service on another address to serve other machines.");
    }
  }

  /** Nor may a page of another site use us through its visitor's browser. */
  private static void checkOrigin(Call call) {
    String origin = call.header("Origin");
    String host = call.header("Host");
    if (origin != null && !origin.equals("http://" + host) && !origin.equals("https://" + host)) {
      throw new Refusal(
          403, "a request from our own page", "one from another site", "Use the API directly.");
    }
  }

  /**
   * A picture or script that another site's page takes from here carries no origin, but browsers
   * say where it comes from. A link to the page may stand anywhere.
   */
  private static void checkSite(Call call, Route route) {
    String site = call.header("Sec-Fetch-Site");
    boolean own = site == null || site.equals("same-origin") || site.equals("none");
    boolean link = route.open() && "navigate".equals(call.header("Sec-Fetch-Mode"));
    if (!own && !link) {
      throw new Refusal(
          403, "a request from our own page", "one from another site", "Use the API directly.");
    }
  }

  private void checkToken(Call call) {
    String given = call.header("Authorization");
    byte[] expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
    byte[] found = (given == null ? "" : given).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(expected, found)) {
      call.responseHeader("WWW-Authenticate", "Bearer");
      throw new Refusal(
          401,
          "the header 'Authorization: Bearer TOKEN'",
          given == null ? "none" : "another token",
          "Use the token that the service was started with.");
    }
  }
}
