# shellcheck shell=bash
# Parts of scripts/package, which sets version, commit and SOURCE_DATE_EPOCH.

need_command() {
  local name
  for name in "$@"; do
    command -v "$name" >/dev/null || die "$name is missing. On Debian: apt-get install dpkg-dev binutils fakeroot."
  done
}

# The version of server and web client.
release_version() {
  local server web
  server="$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml)"
  web="$(node -p 'require("./web/package.json").version')"
  [ "$server" = "$web" ] || die "Cargo.toml has version $server and web/package.json $web; set both to the same."
  echo "$server"
}

# Changes of the release: its section of CHANGELOG.md, after those that aren't released yet.
release_changes() {
  awk -v heading="## [$version]" '/^## \[/ { shown = index($0, heading) == 1 || index($0, "## [Unreleased]") == 1 } shown' CHANGELOG.md
}

# tar with the same bytes each time. packed ARCHIVE ARGUMENTS…
packed() {
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - "${@:2}" | gzip -9n >"$1"
}

# Everything that packages contain, as it lies below /. fill_root FOLDER BINARY
fill_root() {
  local files="$1" binary="$2" doc="$1/usr/share/doc/suds" page
  install -d "$files"/usr/{bin,lib/systemd/system,share/{man/man1,bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}} \
    "$files"/usr/share/suds/web "$doc/examples" "$files/etc/suds"
  objcopy --strip-debug --strip-unneeded "$binary" "$files/usr/bin/suds"
  chmod 0755 "$files/usr/bin/suds"
  "$binary" man "$files/usr/share/man/man1"
  for page in "$files"/usr/share/man/man1/*.1; do gzip -9n "$page"; done
  "$binary" completions bash >"$files/usr/share/bash-completion/completions/suds"
  "$binary" completions zsh >"$files/usr/share/zsh/vendor-completions/_suds"
  "$binary" completions fish >"$files/usr/share/fish/vendor_completions.d/suds.fish"
  # With source maps: Suds doesn't serve them, but needs them to read client crashes. The demo starts from this folder.
  cp -R web/dist "$files/usr/share/suds/web/dist"
  cp -R tenants "$files/usr/share/suds/tenants"
  cp -R control-plane/templates "$files/usr/share/suds/templates"
  install -m 0644 ops/systemd/*.{service,timer} "$files/usr/lib/systemd/system"
  install -m 0640 ops/systemd/suds.env "$files/etc/suds/suds.env"
  cp -R ops/caddy ops/nginx ops/prometheus ops/logrotate "$doc/examples"
  # All that an operator's pages link to.
  install -m 0644 docs/*.md "$doc"
  cp -R docs/runbooks docs/guides "$doc"
  install -m 0644 ops/debian/copyright "$doc/copyright"
  release_changes | gzip -9n >"$doc/changelog.gz"
  printf 'version %s\ncommit %s\n' "$version" "$commit" >"$files/usr/share/suds/release"
  chmod -R u=rwX,go=rX "$files/usr"
}

# build_deb FILES WORK PACKAGE
build_deb() {
  local files="$1" work="$2" package="$3" depends
  cp -R "$files" "$work"
  install -d "$work/DEBIAN" "$work.shlibs/debian"
  printf 'Source: suds\n\nPackage: suds\nArchitecture: any\n' >"$work.shlibs/debian/control"
  depends="$(cd "$work.shlibs" && dpkg-shlibdeps -O -e"$work/usr/bin/suds" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')"
  install -m 0755 ops/debian/{postinst,prerm,postrm} "$work/DEBIAN"
  echo /etc/suds/suds.env >"$work/DEBIAN/conffiles"
  cat >"$work/DEBIAN/control" <<CONTROL
Package: suds
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: Suds <suds@localhost>
Installed-Size: $(du -sk "$work" | cut -f1)
Depends: ${depends:-libc6}, adduser, ca-certificates
Suggests: caddy | nginx
Section: web
Priority: optional
Commit: $commit
Description: commerce platform for car washes
 One installation serves many merchants. Each has a shop with its own design,
 customers and database file. The package contains the server, the web client,
 examples for reverse proxies and Prometheus, and the documentation.
CONTROL
  (cd "$work" && find . -type f ! -path './DEBIAN/*' ! -path './etc/*' -printf '%P\0' | sort -z | xargs -0 md5sum) >"$work.sums"
  mv "$work.sums" "$work/DEBIAN/md5sums"
  find "$work" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  fakeroot dpkg-deb --root-owner-group "-Z${SUDS_DEB_COMPRESSION:-xz}" --build "$work" "$package"
}

# The same files for other distributions, below one folder. build_tarball FILES ARCHIVE
build_tarball() {
  packed "$2" -C "$1" --transform "s,^\.,suds-$version," .
}

# What a release keeps besides its packages: source maps by the version, debug information, the changes. build_archives BINARY FOLDER
build_archives() {
  local maps
  maps="$(mktemp)"
  (cd web/dist && find . -name '*.map' | sort) >"$maps"
  packed "$2/suds-$version-source-maps.tar.gz" -C web/dist -T "$maps"
  rm "$maps"
  objcopy --only-keep-debug "$1" "$2/suds-$version.debug"
  gzip -9nf "$2/suds-$version.debug"
  release_changes >"$2/suds-$version-changes.md"
}

# buildah with options of the caller, such as those for sandboxes without user namespaces and overlay mounts.
in_buildah() {
  # shellcheck disable=SC2086
  buildah ${SUDS_BUILDAH_OPTIONS:-} "$@"
}

# An image from scratch: the binary with its libraries, CA certificates and the web client. build_image FILES WORK ARCHIVE
build_image() {
  local files="$1" work="$2" archive="$3" container library
  install -d "$work"/{etc/ssl/certs,usr/bin,usr/share,tmp,var/lib} "$work.data/suds"
  chmod 1777 "$work/tmp"
  chmod 0700 "$work.data/suds"
  cp "$files/usr/bin/suds" "$work/usr/bin/suds"
  cp -R "$files/usr/share/suds" "$work/usr/share/suds"
  cp -L /etc/ssl/certs/ca-certificates.crt "$work/etc/ssl/certs/ca-certificates.crt"
  printf '%s\n' root:x:0:0::/:/usr/sbin/nologin suds:x:10001:10001::/var/lib/suds:/usr/sbin/nologin >"$work/etc/passwd"
  printf '%s\n' root:x:0: suds:x:10001: >"$work/etc/group"
  # The binary's own libraries, and those that glibc loads to resolve names.
  for library in $(ldd "$files/usr/bin/suds" | grep -o '/[^ ]*') /lib/*-linux-gnu/libnss_{dns,files}.so.2 /lib/*-linux-gnu/libresolv.so.2; do
    install -D -m 0755 "$library" "$work$library"
  done
  echo 'hosts: files dns' >"$work/etc/nsswitch.conf"
  container="$(in_buildah from scratch)"
  in_buildah copy --quiet --chown 0:0 "$container" "$work" / >/dev/null
  # A copy changes the owner of a folder's contents, but not of a folder that exists. New volumes have the owner of this one.
  in_buildah copy --quiet --chown 10001:10001 "$container" "$work.data" /var/lib >/dev/null
  in_buildah config --user 10001:10001 --workingdir /usr/share/suds --volume /var/lib/suds --port 8080 \
    --env SUDS_DATA_DIR=/var/lib/suds --env SUDS_LISTEN=0.0.0.0:8080 --env PATH=/usr/bin --stop-signal TERM \
    --entrypoint '["/usr/bin/suds"]' --cmd serve \
    --label "org.opencontainers.image.version=$version" --label "org.opencontainers.image.revision=${commit%% *}" \
    --created-by scripts/package "$container"
  in_buildah commit --quiet --rm --disable-compression=false --timestamp "$SOURCE_DATE_EPOCH" "$container" "oci-archive:$archive:suds:$version"
}

# Starts the image as a container with an empty volume would, until it is ready, and stops it. check_image ARCHIVE LOG
check_image() {
  local archive="$1" log="$2" container port=$((20000 + RANDOM % 20000)) server answer tries
  container="$(in_buildah from --quiet "oci-archive:$archive")"
  # The image has no shell, so that a failure shows in its own output.
  in_buildah run --isolation chroot "$container" -- /usr/bin/suds --version
  # In a session, so that the signal reaches the server below buildah.
  # shellcheck disable=SC2086
  setsid buildah ${SUDS_BUILDAH_OPTIONS:-} run --isolation chroot --env "SUDS_LISTEN=127.0.0.1:$port" --env SUDS_MAIL=capture \
    "$container" -- /usr/bin/suds serve >"$log" 2>&1 &
  server=$!
  for tries in $(seq 60); do
    answer="$(curl -s "http://127.0.0.1:$port/readyz" || true)"
    [[ "$answer" != ready* ]] || break
    if [ "$tries" = 60 ] || ! kill -0 "$server" 2>/dev/null; then
      cat "$log" >&2
      in_buildah rm "$container" >/dev/null
      die "the image doesn't start."
    fi
    sleep 0.5
  done
  echo "$answer"
  kill -TERM -- "-$server"
  wait "$server" || true
  in_buildah rm "$container" >/dev/null
}
