# shellcheck shell=bash
# Runs tests: all of a section, or those that words name.

in_web() { (cd web && "$@"); }

unit_tests() { in_web with_clock npm run --silent test -- "$@"; }

end_to_end_tests() { in_web with_clock npm run --silent e2e -- "$@"; }

rust_tests() {
  if cargo nextest --version >/dev/null 2>&1; then
    with_test_clock cargo nextest run --cargo-profile dev-opt --workspace
  else
    with_test_clock cargo test --profile dev-opt --workspace --lib --bins --tests
  fi
}

narrow_web() {
  step "web: packages" web_packages
  step "web: unit tests of $*" unit_tests "$@"
}

narrow_e2e() {
  need_cargo
  step "e2e: Chromium" need_chromium
  step "e2e: web build" web_build
  step "e2e: server" server_build
  step "e2e: tests of $*" end_to_end_tests "$@"
}

# Compiles only the package that has the domain named first, where one alone has it.
narrow_rust() {
  need_cargo
  local packages=() crate
  for crate in control-plane tenant-runtime; do
    if compgen -G "$crate/src/${1%%::*}*" >/dev/null || compgen -G "$crate/tests/it/${1%%::*}*" >/dev/null; then
      packages+=(--package "$crate")
    fi
  done
  [ ${#packages[@]} = 2 ] || packages=(--workspace)
  step "rust: tests of $*" with_test_clock cargo test --profile dev-opt "${packages[@]}" --lib --test it -- "$@"
}
