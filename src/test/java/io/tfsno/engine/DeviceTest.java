package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.base.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTest {
  @Test
  void parse_ofCpu_isTheCpu() {
    assertThat(Device.parse("cpu")).isEqualTo(Device.CPU).hasToString("cpu");
  }

  @Test
  void parse_ofAuto_takesAGpuOnlyWhereThereIsOne() {
    assertThat(Device.parse("auto").cuda()).isEqualTo(Device.cudaCount() > 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuda", "cuda:0", "cuda:7"})
  void parse_ofCudaOnAMachineWithout_saysSoAndWhatToDo(String text) {
    assumeTrue(Device.cudaCount() == 0, "this machine has a CUDA device");
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Device.parse(text))
        .withMessageStartingWith("expected CUDA device " + (text.endsWith("7") ? 7 : 0))
        .withMessageContaining("found no usable CUDA device")
        .withMessageContaining("Use cpu")
        .withMessageContaining("doctor");
  }

  @Test
  void parse_ofACudaDeviceBeyondTheLast_saysHowManyThereAre() {
    int count = Device.cudaCount();
    assumeTrue(count > 0, "this machine has no CUDA device");
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Device.parse("cuda:" + count))
        .withMessageContaining(count + " device(s), numbered from 0");
  }

  @Test
  void parse_ofCudaOnAMachineWithIt_isThatDevice() {
    assumeTrue(Device.cudaCount() > 0, "this machine has no CUDA device");
    assertThat(Device.parse("cuda")).isEqualTo(new Device(true, 0)).hasToString("cuda:0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "gpu", "CPU", "cuda:", "cuda:-1", "cuda:x", "cuda:1000", "cuda 0"})
  void parse_ofNonsense_saysWhatADeviceIs(String text) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Device.parse(text))
        .withMessage(
            "expected a device: auto, cpu, cuda or cuda:i, found '" + text + "'. Try auto.");
  }
}
