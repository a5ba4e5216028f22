package io.tfsno.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.tfsno.base.UserError;
import io.tfsno.serve.http.Admission;
import io.tfsno.serve.http.Arrivals;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.ClientGone;
import io.tfsno.serve.http.Gatekeeper;
import io.tfsno.serve.http.Limits;
import io.tfsno.serve.http.Refusal;
import io.tfsno.serve.http.Route;
import io.tfsno.serve.http.TimedOut;
import io.tfsno.serve.http.TooBusy;
import io.tfsno.serve.http.Watchdog;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/** Finds the route of a request, and turns failures into answers of one sentence. */
final class Router implements HttpHandler {
  /** Nothing that a page loads comes from elsewhere. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
              + " img-src 'self' data: blob:; base-uri 'none'; form-action 'none';"
              + " frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Cache-Control",
          "no-store");

  private final Map<String, Map<String, Route>> routes = new LinkedHashMap<>();
  private final Gatekeeper gatekeeper;
  private final Limits limits;
  private final Watchdog watchdog;
  private final Admission admission;
  private final Metrics metrics;
  private volatile boolean closing;

  Router(
      List<Route> all,
      Gatekeeper gatekeeper,
      Limits limits,
      Watchdog watchdog,
      Admission admission,
      Metrics metrics) {
    for (Route route : all) {
      routes.computeIfAbsent(route.path(), p -> new LinkedHashMap<>()).put(route.method(), route);
    }
    this.gatekeeper = gatekeeper;
    this.limits = limits;
    this.watchdog = watchdog;
    this.admission = admission;
    this.metrics = metrics;
  }

  /** From now on requests are turned away. */
  void close() {
    closing = true;
  }

  /**
   * Answers a request. Fails if the connection is no longer usable, because the client has left or
   * was disconnected: only then does the JDK's server stop counting it as open.
   */
  @Override
  public void handle(HttpExchange exchange) throws IOException {
    Arrivals.arrived();
    long start = System.nanoTime();
    Call call = new Call(exchange, limits, watchdog, admission);
    String counted = routes.containsKey(call.path()) ? call.path() : "other";
    metrics.begin();
    try (exchange;
        call) {
      HEADERS.forEach(call::responseHeader);
      answer(call);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("a time limit");
    } finally {
      metrics.end(counted, call.status(), System.nanoTime() - start);
    }
    if (call.leftUnread()) {
      throw new IOException("the rest of the request is not waited for");
    }
  }

  private void answer(Call call) throws IOException, InterruptedException {
    try {
      if (closing) {
        call.responseHeader("Connection", "close");
        throw new Refusal(503, "The service is stopping. Try again when it is back.");
      }
      Route route = find(call);
      gatekeeper.check(call, route);
      route.handler().answer(call);
    } catch (Refusal e) {
      refuse(call, e.status(), e.getMessage());
    } catch (UserError e) {
      refuse(call, 400, e.getMessage());
    } catch (TooBusy e) {
      call.responseHeader("Retry-After", "1");
      refuse(call, 429, e.getMessage());
    } catch (TimedOut e) {
      refuse(call, 503, e.getMessage());
    } catch (CancellationException e) {
      refuse(call, 503, "The service is stopping. Try again when it is back.");
    } catch (ClientGone e) {
      throw e;
    } catch (IOException | UncheckedIOException e) {
      if (call.status() != 0) {
        throw e; // the answer was under way
      }
      System.err.println("tfsno: cannot answer %s: %s".formatted(call.path(), e));
      refuse(call, 500, "A file of the service cannot be read or written; its log says which.");
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      System.err.println("tfsno: internal failure while answering " + call.path());
      e.printStackTrace();
      refuse(call, 500, "An internal failure. Please report it with the service's log.");
    }
  }

  private Route find(Call call) {
    Map<String, Route> methods = routes.get(call.path());
    if (methods == null) {
      throw new Refusal(
          404, "a path of /openapi.json", "'" + Call.shown(call.path()) + "'", "Correct it.");
    }
    Route route = methods.get(call.method().equals("HEAD") ? "GET" : call.method());
    if (route == null) {
      String allowed = String.join(", ", methods.keySet());
      call.responseHeader("Allow", allowed);
      throw new Refusal(405, allowed, Call.shown(call.method()), "Use another method.");
    }
    return route;
  }

  /** An answer that has begun cannot be taken back; its format has told what went wrong. */
  private static void refuse(Call call, int status, String message) throws IOException {
    if (call.status() == 0) {
      call.json(status, Map.of("error", message));
    }
  }
}
