# shellcheck shell=bash
# scripts/test --changed: the tests that a diff affects, by the imports of crates and of the client's modules.

# Paths changed since the branch left a commit, committed or not.
changed_paths() {
  local base
  base="$(git merge-base "$1" HEAD)" || die "unknown commit $1."
  git diff --name-only "$base"
  git ls-files --others --exclude-standard
}

# Unit tests of the client that read files outside of it, such as job kinds in the Rust source and tables in the docs.
tests_that_read() { (cd web && grep -rlE "'\.\./($1)[/']" src --include='*.test.ts' --include='*.test.tsx' | sort); }

changed_tests() {
  local path paths rest=() packages=() modules=() specs=() readers=() all_specs="" domains=() has_docs=""
  mapfile -t paths < <(changed_paths "$1" | sort -u)
  [ ${#paths[@]} -gt 0 ] || die "no changes since $1."
  for path in "${paths[@]}"; do
    case "$path" in
      Cargo.toml | Cargo.lock | platform/* | tenant-runtime/paystub/*) packages=(--workspace) ;;
      tenant-runtime/tests/it/support/* | tenant-runtime/tests/it/main.rs) packages+=(--package tenant-runtime) ;;
      tenant-runtime/tests/it/*/* | tenant-runtime/tests/it/*.rs) domains+=("$(cut -d/ -f4 <<<"${path%.rs}")") ;;
      tenant-runtime/* | tenants/*) packages+=(--package tenant-runtime --package control-plane) ;;
      control-plane/* | ops/* | docs/*.json) packages+=(--package control-plane) ;;
      docs/screens/*) ;;
      docs/* | *.md) has_docs=yes ;;
      web/e2e/*.spec.ts) [ ! -e "$path" ] || specs+=("${path#web/}") ;;
      web/e2e/* | web/playwright.config.ts) all_specs=yes ;;
      web/src/*) [ ! -e "$path" ] || modules+=("${path#web/}") ;;
      *) rest+=("$path") ;;
    esac
    case "$path" in
      # Files of the client that Rust tests read.
      web/src/shared/i18n/quoted-texts.json | web/src/shared/format/fraction-digits.ts | web/src/shared/format/cases/*)
        packages+=(--package tenant-runtime)
        ;;
      tenant-runtime/* | control-plane/* | docs/*) mapfile -t readers < <(tests_that_read 'tenant-runtime|control-plane|docs') ;;
    esac
  done
  step "words" scripts/words
  if [ ${#modules[@]} -gt 0 ] || [ ${#readers[@]} -gt 0 ]; then
    [ ${#modules[@]} = 0 ] || step "web: types" in_web npm run --silent typecheck
    step "web: unit tests of what changed" in_web npx --no-install vitest related --run "${modules[@]}" "${readers[@]}"
  fi
  if [ ${#packages[@]} -gt 0 ]; then
    [[ "${packages[*]}" != *--workspace* ]] || packages=(--workspace)
    step "rust: format" cargo fmt --all --check
    step "rust: tests of what changed" rust_tests_of "${packages[@]}"
  elif [ ${#domains[@]} -gt 0 ] || [ -n "$has_docs" ]; then
    [ -z "$has_docs" ] || domains+=(repository)
    step "rust: tests that changed" cargo test --profile dev-opt --package tenant-runtime --test it -- "${domains[@]/%/::}"
  fi
  if [ -n "$all_specs" ]; then
    narrow_e2e
  elif [ ${#specs[@]} -gt 0 ]; then
    narrow_e2e "${specs[@]}"
  elif [ ${#modules[@]} -gt 0 ] || [ ${#packages[@]} -gt 0 ]; then
    say "Not run: end-to-end tests. Name those that show the change: scripts/test e2e WORD"
  fi
  [ ${#rest[@]} = 0 ] || say "No narrow tests for: ${rest[*]}. Run scripts/test"
  print_timings
}
