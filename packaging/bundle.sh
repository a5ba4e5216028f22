#!/usr/bin/env bash
# Makes the portable archive of `tfsno bundle`: bundle.sh OUT VERSION JAVA_HOME [--force]
# In it: a run-time image of Java, the program's jars, and the JNI libraries of the CUDA build. libtorch and CUDA are not:
# they are those of the PyTorch on the machine where it runs.
set -euo pipefail

out="$1" version="$2" jdk="$3" force="${4:-}"
home="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
limit=40000000 # bytes

fail() {
  echo "tfsno: $*" >&2
  exit 2
}
broken() {
  echo "tfsno: $*" >&2
  exit 1
}

[ "$(uname -sm)" = "Linux x86_64" ] || fail "expected Linux on x86_64 to make the bundle on, found $(uname -sm). The run-time image inside is made for the machine that makes it."
command -v mvn >/dev/null || fail "expected Maven, found no mvn on the PATH. Install it (Debian: apt-get install maven)."
command -v tar >/dev/null || fail "expected tar, found none on the PATH. Install it."
[ -x "$jdk/bin/jlink" ] || fail "expected a JDK with jlink, found none in $jdk. Install a whole JDK (Debian: apt-get install openjdk-17-jdk-headless) or set JAVA_HOME."
[ -f "$home/target/tfsno.jar" ] || fail "expected the program's jar, found none at $home/target/tfsno.jar. Run ./tfsno --version once: it builds."
name="tfsno-$version-linux-x86_64-gpu"
if command -v xz >/dev/null; then
  suffix=tar.xz
  compress=(xz -6 -T2 -c)
else
  suffix=tar.gz
  compress=(gzip -9 -c)
fi
archive="$out/$name.$suffix"
[ -d "$out" ] || [ ! -e "$out" ] || fail "expected a folder for --out, found a file: $out. Name a folder."
[ ! -e "$archive" ] || [ "$force" = --force ] || fail "expected no archive of that name yet, found $archive. Choose another folder, or add --force to replace it."
mkdir -p "$out" || fail "expected a folder that can be written to, found that $out cannot be made. Choose another one."
[ -w "$out" ] || fail "expected a folder that can be written to, found that $out is not. Choose another one."

work="$(mktemp -d)"
part="$archive.$$.part"
trap 'rm -rf "$work" "$part"' EXIT
trap 'exit 130' INT TERM
root="$work/tfsno-$version"
mkdir -p "$root/lib" "$root/jni"

echo "tfsno: fetching jars and JNI libraries (458 MB the first time)..." >&2
mvn -q -B -f "$home/pom.xml" -Pbundle "-Dbundle.folder=$work/fetched" \
  dependency:copy-dependencies@bundle-jars dependency:unpack@bundle-libraries >&2 ||
  broken "Maven could not fetch what the bundle needs, see above. Check the network and run it again."
cp "$work/fetched/lib"/*.jar "$home/target/tfsno.jar" "$root/lib/"
find "$work/fetched/jni" -name 'lib*.so*' -exec cp {} "$root/jni/" \;
ln -s libopenblas.so.0 "$root/jni/libopenblas_nolapack.so.0"
for needed in libjnijavacpp.so libjnitorch.so libjnitorch_cuda.so libjnicudart.so libjniopenblas_nolapack.so libopenblas.so.0; do
  [ -f "$root/jni/$needed" ] || broken "$needed is missing among the JNI libraries that Maven fetched"
done
chmod 644 "$root/jni"/lib*
if command -v strip >/dev/null; then strip --strip-unneeded "$root/jni"/lib*.so*; fi

echo "tfsno: making a run-time image of Java..." >&2
java_version="$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$jdk/release")"
image=(--compress=0)
[ "${java_version:-17}" -lt 21 ] || image=(--compress=zip-0)
# The archive is compressed as a whole, which does better than compressing its parts.
if command -v objcopy >/dev/null; then image+=(--strip-debug); else image+=(--strip-java-debug-attributes); fi
"$jdk/bin/jlink" --add-modules java.base,java.logging,java.xml,java.management,jdk.unsupported,jdk.httpserver \
  "${image[@]}" --no-man-pages --no-header-files --output "$root/runtime" >&2 ||
  broken "jlink failed, see above"

cp "$home/packaging/bundle-launcher.sh" "$root/tfsno"
cp "$home/packaging/jvm.sh" "$home/packaging/archive.sh" "$home/LICENSE" "$root/"
# The class archive itself is made on the machine where the bundle runs, because it names its place; here are the classes in it:
# those that this checkout's launcher has seen, and those that the JNI libraries of CUDA ask for when they load.
if [ -s "$home/target/start/classes.list" ]; then
  {
    cat "$home/target/start/classes.list"
    "$jdk/bin/jar" tf "$work/fetched/lib"/cuda-*.jar | sed -nE 's#^(org/bytedeco/cuda/(cudart|cupti|nvrtc|global)/.*)\.class$#\1#p'
    "$jdk/bin/jar" tf "$work/fetched/lib"/pytorch-*.jar | sed -n 's#^\(org/bytedeco/pytorch/cuda/.*\)\.class$#\1#p'
  } >"$root/classes.list"
fi
cp "$home/docs/gpu.md" "$root/README.md"
cp -R "$home/configs" "$root/"
chmod 755 "$root/tfsno"
# Debian's JDK links to its certificates outside; the image must stand alone.
find "$root/runtime" -type l ! -exec test -e {} \; -delete

echo "tfsno: packing..." >&2
tar -C "$work" --owner=0 --group=0 --sort=name -cf - "tfsno-$version" | "${compress[@]}" >"$part"
size="$(wc -c <"$part")"
[ "$size" -le "$limit" ] || broken "the archive would be $size bytes, more than the $limit it may have. Install xz and strip (Debian: apt-get install xz-utils binutils) and run it again with --force."
mv -f "$part" "$archive"
echo "$archive: $((size / 100000 / 10)).$((size / 100000 % 10)) MB"
