package io.tfsno.report.ink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PngEncoderTest {

  @ParameterizedTest
  @CsvSource({"1,1", "1,7", "7,1", "33,20", "200,300"})
  void encode_randomPixels_decodeToTheSamePixels(int width, int height) throws IOException {
    int[] rgb = new Random(7).ints((long) width * height, 0, 1 << 24).toArray();
    assertThat(decoded(PngEncoder.encode(width, height, rgb))).isEqualTo(rgb);
  }

  @Test
  void encode_smoothField_isMuchSmallerThanItsPixels() throws IOException {
    int n = 256;
    int[] rgb = new int[n * n];
    for (int y = 0; y < n; y++) {
      for (int x = 0; x < n; x++) {
        rgb[y * n + x] = ColorMap.SEQUENTIAL.rgb(0.5 + 0.5 * Math.sin(x / 20.0 + y / 30.0));
      }
    }
    byte[] png = PngEncoder.encode(n, n, rgb);
    assertThat(decoded(png)).isEqualTo(rgb);
    assertThat(png.length).isLessThan(3 * n * n / 4);
  }

  @Test
  void encode_wrongNumberOfPixels_saysWhatWasFound() {
    assertThatThrownBy(() -> PngEncoder.encode(2, 3, new int[5]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 pixels for 2 x 3");
  }

  static int[] decoded(byte[] png) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    int w = image.getWidth();
    int h = image.getHeight();
    int[] rgb = image.getRGB(0, 0, w, h, null, 0, w);
    for (int i = 0; i < rgb.length; i++) {
      rgb[i] &= 0xffffff;
    }
    return rgb;
  }
}
