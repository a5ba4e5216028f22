package io.tfsno.data;

import io.tfsno.data.hdf5.Checksums;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.spectral.Boundary;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The group of one set while its layout is read. It keeps account of the data sets in use. */
final class SetSource {
  private final Hdf5Group group;
  private final String fileName;
  private final Map<String, Object> attributes;
  private final Object checked;
  private final List<Boundary> stated;
  private final List<String> others;
  private final Set<String> used = new HashSet<>();

  /**
   * @param attributes those of the group and, where it has none of the name, of the file
   * @param stated boundaries that whoever opens the file knows; empty if the file has to say
   * @param others what the file holds next to the group and no set uses
   */
  SetSource(
      Hdf5Group group,
      String fileName,
      Map<String, Object> attributes,
      List<Boundary> stated,
      List<String> others) {
    this.group = group;
    this.fileName = fileName;
    this.attributes = new TreeMap<>(attributes);
    this.checked = this.attributes.remove(Checksums.NOTE);
    this.stated = stated;
    this.others = others;
  }

  /** A group inside this one, which has the account of this one's unused data sets as well. */
  SetSource inside(String name, Map<String, Object> attributes) {
    return new SetSource(group.group(name), fileName, attributes, stated, unused());
  }

  Hdf5Group group() {
    return group;
  }

  String fileName() {
    return fileName;
  }

  Map<String, Object> attributes() {
    return attributes;
  }

  boolean has(String dataset) {
    return group.hasDataset(dataset);
  }

  Slab dataset(String name) {
    used.add(name);
    used.add(Checksums.table(name));
    return group.dataset(name);
  }

  /** Refuses a group that has lost checksums which it was written with. */
  void requireChecksums() {
    if (checked == null) {
      return;
    }
    for (String name : checked.toString().split(", ", -1)) {
      if (!has(Checksums.table(name))) {
        throw group.error(
            "the checksums that it was written with, '%s'"
                .formatted(group.path(Checksums.table(name))),
            "none",
            "Something has removed them. " + Checksums.advice(group.path(name)));
      }
    }
  }

  /** The data sets that nothing asked for. */
  List<String> unused() {
    List<String> rest = new ArrayList<>(group.datasetNames());
    rest.removeAll(used);
    rest.addAll(others);
    return rest;
  }

  /**
   * The boundary of each axis: as stated, else as the attribute {@code boundary} says, else as the
   * layout's documentation does.
   */
  List<Boundary> boundaries(int dimension, Optional<Boundary> documented) {
    if (!stated.isEmpty()) {
      return Boundaries.perAxis(stated, dimension);
    }
    Object written = attributes.get(Boundaries.ATTRIBUTE);
    if (written != null) {
      return Boundaries.written(group, written.toString(), dimension);
    }
    return documented
        .map(one -> Boundaries.perAxis(List.of(one), dimension))
        .orElseThrow(
            () ->
                group.error(
                    "a file that says whether its fields are periodic",
                    "no attribute '%s', and a layout whose documentation does not"
                        .formatted(Boundaries.ATTRIBUTE),
                    Boundaries.STATE_IT));
  }
}
