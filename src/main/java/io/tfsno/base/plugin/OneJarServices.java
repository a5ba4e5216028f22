package io.tfsno.base.plugin;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;

/**
 * Sees the classes of all plug-ins, but the services of one jar only: whatever goes wrong with them
 * is that jar's.
 */
final class OneJarServices extends ClassLoader {
  private static final String SERVICES = "META-INF/services/";
  private final PluginJar jar;

  OneJarServices(PluginJar jar, ClassLoader all) {
    super(all);
    this.jar = jar;
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    if (!name.startsWith(SERVICES)) {
      return super.getResources(name);
    }
    try (URLClassLoader alone = new URLClassLoader(new URL[] {jar.url()}, null)) {
      return Collections.enumeration(Collections.list(alone.findResources(name)));
    }
  }
}
