#!/usr/bin/env bash
# Builds the jar twice, in two folders of different names, and fails if the bytes differ:
#
#     packaging/reproducible.sh
#
# What is built is the last commit; tests are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
for copy in first a-second-folder-with-a-longer-name; do
  mkdir "$work/$copy"
  git archive HEAD | tar -x -C "$work/$copy"
  # A file's age must not matter either.
  find "$work/$copy" -exec touch -d "2001-02-0$((${#copy} % 9 + 1))" {} +
  mvn -q -B -f "$work/$copy/pom.xml" -Dmaven.test.skip=true package
  sha256sum "$work/$copy/target/tfsno.jar" | sed "s#$work/##"
done
cmp "$work"/*/target/tfsno.jar
echo "the two jars are the same"
