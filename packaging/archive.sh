# A class archive: what Java has read and checked of the program's classes, ready to be mapped, which halves the time to start.
# Sourced by both launchers. It is good for one Java, one place and one set of jars, and is made anew when they change; Java
# itself leaves an archive alone that does not fit. In: "java", "classpath". Out: more "flags".
# shellcheck shell=bash disable=SC2154 # java, classpath and flags belong to the script that sources this

# use_archive FOLDER KEY NEWEST LIST: starts with FOLDER/classes.jsa, which is first made of the classes in the file LIST where
# there is none for KEY that is newer than the file NEWEST. One that could not be made is left empty and not tried again. Its
# size is noted, because Java 17 crashes on an archive that was cut off.
use_archive() {
  local archive="$1/classes.jsa" key="$2" found=""
  [ ! -r "$archive.key" ] || IFS= read -r found <"$archive.key" || true
  if [ ! -e "$archive" ] || [ "$found" != "$key $(size_of "$archive")" ] || [ ! "$archive" -nt "$3" ]; then
    make_archive "$archive" "$key" "$4" || return 0
  fi
  # Without relocation: it would touch every page of the archive.
  [ ! -s "$archive" ] || flags+=(-XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 "-XX:SharedArchiveFile=$archive" -Xlog:cds=off)
}

size_of() {
  local bytes
  bytes="$(wc -c <"$1")"
  echo $((bytes))
}

make_archive() {
  local archive="$1" part="$1.$$"
  [ -s "$3" ] && [ -w "${archive%/*}" ] || return 1
  echo "tfsno: preparing Java for faster starts (once)..." >&2
  "$java" -Xshare:dump -XX:+UseSerialGC "-XX:SharedClassListFile=$3" "-XX:SharedArchiveFile=$part" -cp "$classpath" \
    >/dev/null 2>&1 || : >"$part"
  [ -e "$part" ] || : >"$part"
  sync "$part" 2>/dev/null || true # a power cut must not leave a hole in it
  printf '%s %s\n' "$2" "$(size_of "$part")" >"$part.key"
  mv -f "$part" "$archive" && mv -f "$part.key" "$archive.key"
}

# list_classes PART ARGUMENT...: adds the classes that a command loads to a list. Proxies of picocli's interfaces are left out:
# with them its classes, which are of an old format, could not be archived.
list_classes() {
  local part="$1"
  shift
  "$java" "${flags[@]}" "-XX:DumpLoadedClassList=$part.one" -cp "$classpath" io.tfsno.cli.Main "$@" >/dev/null 2>&1 || true
  [ ! -s "$part.one" ] || grep -v '^@lambda.*picocli' "$part.one" >>"$part" || true
  rm -f "$part.one"
}
