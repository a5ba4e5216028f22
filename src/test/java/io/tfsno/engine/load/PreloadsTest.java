package io.tfsno.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Device;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;

class PreloadsTest {
  @Test
  void unusedClasses_areInitialisedWithoutTheirLibraries() throws Exception {
    Preloads.skipUnused();
    Class.forName("org.bytedeco.cuda.global.cudnn"); // would fail here if it had tried to load
    assertThat(Loader.getLoadedLibraries()).doesNotContainKeys("jnicudnn", "jnicublas");
    assertThat(System.getProperty("org.bytedeco.javacpp.loadlibraries")).isNull();
    assertThat(Device.cudaCount()).isNotNegative(); // libtorch loads after it as before
  }
}
