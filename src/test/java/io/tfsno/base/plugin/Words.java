package io.tfsno.base.plugin;

import java.util.List;

/** What plug-ins provide in {@link PluginsTest}. */
public interface Words {
  List<String> words();
}
