# shellcheck shell=bash
# Functions shared by the scripts. Source it from the repository's root.

target_dir="${CARGO_TARGET_DIR:-target}"
say() { printf '\n== %s\n' "$*"; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

need_cargo() { command -v cargo >/dev/null || die "cargo is missing. Install Rust (rust-version in Cargo.toml, or newer)."; }

# Compiles with clippy's driver, which is the compiler with lints, so that lints don't compile everything again. Not for a release,
# because it leaves out optimizations.
lint_while_compiling() {
  if command -v clippy-driver >/dev/null; then export RUSTC_WORKSPACE_WRAPPER=clippy-driver; fi
}

# Builds the server and the programs beside it. Always the whole workspace and this profile: another choice of packages has other
# features of the libraries, and would compile them once more.
server_build() { cargo build --profile dev-opt --workspace --bins; }

need_node() {
  command -v npm >/dev/null || die "npm is missing. Install Node.js 20.19 or newer."
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    die "Node.js $(node --version) is too old. Install 20.19 or newer."
}

# Installs the web client's packages unless they were installed from the current lock file.
web_packages() {
  need_node
  local installed=web/node_modules/.package-lock.json
  if [ ! -e "$installed" ] || [ web/package-lock.json -nt "$installed" ]; then
    npm --prefix web ci --no-progress --loglevel=error
    touch "$installed"
  fi
}

# Builds web/dist if one of its sources is newer.
web_build() {
  web_packages
  local built=web/dist/build.json
  local parts=(web/src web/build web/index.html web/package.json web/package-lock.json web/tsconfig.json web/vite.config.ts web/lingui.config.ts)
  if [ -e "$built" ] &&
    [ -z "$(find "${parts[@]}" -type f ! -name '*.test.ts*' -newer "$built" -print -quit)" ]; then
    echo "web/dist is up to date."
  else
    # A long list of chunks and sizes would hide the addresses below it. `npm --prefix web run build` prints them.
    npm --prefix web run --silent build -- --logLevel error
    echo "web/dist is built."
  fi
}

# Debian's Chromium without a screen, which the end-to-end tests drive: it needs a third less of the processor than the one
# with windows. Where Debian's release has none, that one does as well.
need_chromium() {
  [ -x /usr/bin/chromium-headless-shell ] && return
  if command -v apt-get >/dev/null; then
    local root=()
    [ "$(id -u)" = 0 ] || root=(sudo)
    "${root[@]}" apt-get update -qq || true
    local package
    for package in chromium-headless-shell chromium; do
      [ -x "/usr/bin/$package" ] && return
      DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends "$package" >/dev/null && return
    done
  fi
  [ -x /usr/bin/chromium ] || die "Chromium is missing. Install it as /usr/bin/chromium-headless-shell or /usr/bin/chromium."
}
