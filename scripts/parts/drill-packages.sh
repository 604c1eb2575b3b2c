# shellcheck shell=bash
# Packages of scripts/drill: of this version, and of a newer one that changes everything an upgrade can change.

# The next minor version.
next_version() { awk -F. '{ print $1 "." $2 + 1 ".0" }' <<<"$1"; }

# A copy of the source with the next version, one more migration of each database, and a web client with a changed chunk.
# newer_source FOLDER VERSION
newer_source() {
  local at="$1" version="$2" page=web/src/surfaces/shopper/pages/home-page.tsx started
  started="$(mktemp)"
  rm -rf "$at"
  mkdir -p "$at"
  git ls-files -z | tar --null -T - -c | tar -x -C "$at"
  ln -s "$PWD/web/node_modules" "$at/web/node_modules"
  printf '\n## [%s]\n\n- Built by scripts/drill.\n' "$version" >>"$at/CHANGELOG.md"
  sed -i "/^\[workspace.package\]/,/^\[/s/^version = .*/version = \"$version\"/" "$at/Cargo.toml"
  sed -i "s/^  \"version\": .*/  \"version\": \"$version\",/" "$at/web/package.json"
  echo "performance.mark('suds $version');" >>"$at/$page"
  echo 'CREATE TABLE drill (note TEXT NOT NULL);' >"$at/control-plane/migrations/9000_drill.sql"
  printf 'CREATE TABLE drill (note TEXT NOT NULL) STRICT;\n\nPRAGMA user_version = 9000;\n' >"$at/tenant-runtime/migrations/9000_drill.sql"
  # So that cargo builds only what has changed since the last drill.
  find "$at" -type f -newer "$started" -exec touch -r "$at/clippy.toml" {} +
  rm "$started"
}

# Builds both packages in target/drill/packages, the newer one first, so that the programs in target/ are this version's afterwards.
build_packages() {
  local out="$PWD/$target_dir/drill/packages" source="$PWD/$target_dir/drill/newer"
  version="$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml)"
  next="$(next_version "$version")"
  rm -rf "$out"
  mkdir -p "$out"
  need_cargo
  lint_while_compiling
  web_packages
  newer_source "$source" "$next"
  say "Package of $next"
  package_of "$source" "$out"
  say "Package of $version"
  package_of . "$out"
}

# package_of SOURCE FOLDER: with the server that development uses, because a release build takes many minutes.
package_of() {
  local target="$PWD/$target_dir"
  (
    cd "$1"
    # The copy is in this repository, but target/ may be another file system.
    export GIT_DISCOVERY_ACROSS_FILESYSTEM=1
    CARGO_TARGET_DIR="$target" server_build
    cp --reflink=auto "$target/dev-opt/suds" "$2/suds"
    CARGO_TARGET_DIR="$2/made" SUDS_DEB_COMPRESSION=gzip scripts/package --binary "$2/suds" --deb-only
  )
  mv "$2"/made/packages/*.deb "$2"
  rm -rf "$2/made" "$2/suds"
}
