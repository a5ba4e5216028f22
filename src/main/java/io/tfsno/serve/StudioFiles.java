package io.tfsno.serve;

import io.tfsno.base.BuildInfo;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page and the description of the API: files of the program itself, read at the start. */
public final class StudioFiles {
  private static final String SCRIPT = "text/javascript; charset=utf-8";

  /** Every file of the page, with its type. */
  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("index.html", "text/html; charset=utf-8"),
          Map.entry("style.css", "text/css; charset=utf-8"),
          Map.entry("icon.svg", "image/svg+xml"),
          Map.entry("app.js", SCRIPT),
          Map.entry("api.js", SCRIPT),
          Map.entry("cases.js", SCRIPT),
          Map.entry("charts.js", SCRIPT),
          Map.entry("colors.js", SCRIPT),
          Map.entry("conditions.js", SCRIPT),
          Map.entry("controls.js", SCRIPT),
          Map.entry("draw.js", SCRIPT),
          Map.entry("drawer.js", SCRIPT),
          Map.entry("exports.js", SCRIPT),
          Map.entry("fields.js", SCRIPT),
          Map.entry("formula.js", SCRIPT),
          Map.entry("gates.js", SCRIPT),
          Map.entry("memory.js", SCRIPT),
          Map.entry("network.js", SCRIPT),
          Map.entry("npy.js", SCRIPT),
          Map.entry("panels.js", SCRIPT),
          Map.entry("player.js", SCRIPT),
          Map.entry("random.js", SCRIPT),
          Map.entry("range.js", SCRIPT),
          Map.entry("runs.js", SCRIPT),
          Map.entry("runtable.js", SCRIPT),
          Map.entry("runview.js", SCRIPT),
          Map.entry("session.js", SCRIPT),
          Map.entry("shape.js", SCRIPT),
          Map.entry("stage.js", SCRIPT),
          Map.entry("state.js", SCRIPT),
          Map.entry("times.js", SCRIPT));

  private StudioFiles() {}

  public static List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    FILES.forEach((name, type) -> routes.add(file("/" + name, "page/" + name, type)));
    routes.add(file("/", "page/index.html", FILES.get("index.html")));
    byte[] description =
        new String(read("openapi.json"), StandardCharsets.UTF_8)
            .replace("${version}", BuildInfo.version())
            .getBytes(StandardCharsets.UTF_8);
    routes.add(Route.openGet("/openapi.json", call -> call.bytes(200, Call.JSON, description)));
    return routes;
  }

  private static Route file(String path, String resource, String type) {
    byte[] content = read(resource);
    return Route.openGet(path, call -> call.bytes(200, type, content));
  }

  private static byte[] read(String resource) {
    try (InputStream in = StudioFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + resource);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
