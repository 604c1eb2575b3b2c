# shellcheck shell=bash
# scripts/test --changed: the tests that a diff can reach, by the order in which crates and the client's modules import each other.

# Paths that differ from where the work branched off from a commit, committed or not.
changed_paths() {
  local base
  base="$(git merge-base "$1" HEAD)" || die "there is no commit $1."
  git diff --name-only "$base"
  git ls-files --others --exclude-standard
}

changed_tests() {
  local path paths packages=() modules=() specs=() all_specs="" domains=()
  mapfile -t paths < <(changed_paths "$1" | sort -u)
  [ ${#paths[@]} -gt 0 ] || die "nothing differs from $1."
  for path in "${paths[@]}"; do
    case "$path" in
      Cargo.toml | Cargo.lock | platform/* | tenant-runtime/paystub/*) packages=(--workspace) ;;
      tenant-runtime/tests/it/*/* | tenant-runtime/tests/it/*.rs) domains+=("$(cut -d/ -f4 <<<"${path%.rs}")") ;;
      tenant-runtime/* | tenants/*) packages+=(--package tenant-runtime --package control-plane) ;;
      control-plane/* | docs/*) packages+=(--package control-plane) ;;
      web/src/*.po | web/src/*.css | web/src/*.ts | web/src/*.tsx) [ ! -e "$path" ] || modules+=("${path#web/}") ;;
      web/e2e/*.spec.ts) [ ! -e "$path" ] || specs+=("${path#web/}") ;;
      web/e2e/* | web/playwright.config.ts) all_specs=yes ;;
    esac
  done
  if [ ${#modules[@]} -gt 0 ]; then
    step "web: types" in_web npm run --silent typecheck
    step "web: unit tests of what changed" in_web npx --no-install vitest related --run "${modules[@]}"
  fi
  if [ ${#packages[@]} -gt 0 ]; then
    [[ "${packages[*]}" != *--workspace* ]] || packages=(--workspace)
    step "rust: tests of what changed" cargo test --profile dev-opt "${packages[@]}" --lib --test it
  elif [ ${#domains[@]} -gt 0 ]; then
    step "rust: tests that changed" cargo test --profile dev-opt --package tenant-runtime --test it -- "${domains[@]/%/::}"
  fi
  if [ -n "$all_specs" ]; then
    narrow_e2e
  elif [ ${#specs[@]} -gt 0 ]; then
    narrow_e2e "${specs[@]}"
  elif [ ${#modules[@]} -gt 0 ] || [ ${#packages[@]} -gt 0 ]; then
    say "Not run: end-to-end tests. Name those that show the change: scripts/test e2e WORD"
  fi
  print_timings
}
