package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChannelTest {
  @Test
  void unnamed_channels_getNamesOfTheirOwn() {
    assertThat(Channel.unnamed(1)).containsExactly(new Channel("u"));
    assertThat(Channel.unnamed(2)).extracting(Channel::name).containsExactly("u", "v");
    assertThat(Channel.unnamed(3)).extracting(Channel::name).containsExactly("u0", "u1", "u2");
  }

  @Test
  void channels_ofOneName_areRefused() {
    assertThatThrownBy(() -> Channel.named(List.of("u", "p", "u")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("channels with different names")
        .hasMessageContaining("u, p, u");
  }

  @Test
  void channel_withoutAName_isRefused() {
    assertThatThrownBy(() -> new Channel(" "))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("a name for every channel");
  }

  @Test
  void unit_thatNobodyGave_isEmpty() {
    assertThat(new Channel("p", null).unit()).isEmpty();
  }
}
