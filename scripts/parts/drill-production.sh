# shellcheck shell=bash
# A machine with INSTALL's settings for production, on which the server refuses test settings and test payments.

# try_production PACKAGE
try_production() {
  local file
  boot_machine three 10.77.0.4
  copy_in three "$1"
  paste three docs/INSTALL.md Packages 1 "$numbers"
  trust_drill three
  write_settings three
  file="$(root_of three)/etc/suds/suds.env"
  paste three docs/INSTALL.md Start 1
  serve_tls three
  # shellcheck disable=SC2016
  paste three docs/INSTALL.md "First merchant" 1 "$numbers;"'
    s/^suds account create.*/id=$(& --json | grep -m1 -o "[0-9a-f-]\\{36\\}")/
    s/<id>/"$id"/'
  point_dns_to three

  cp "$file" "$drill/production.env"
  refuses '/^SUDS_ORIGIN/d' SUDS_ORIGIN
  refuses 's/=https:/=http:/' SUDS_ORIGIN
  refuses '/^SUDS_OBJECTS/d' SUDS_OBJECTS
  refuses 's/^SUDS_MAIL=.*/SUDS_MAIL=capture/' SUDS_MAIL
  refuses '/^SUDS_PROVIDER_NAME/d; /^SUDS_SUPPORT_EMAIL/d' SUDS_PROVIDER_NAME SUDS_SUPPORT_EMAIL
  refuses '$a SUDS_LIMITS_SCALE=3\nSUDS_CAPTCHA=none\nSUDS_PASSWORD_HASH=fast\nSUDS_PAYSTUB_URL=http://stub.drill:9000' \
    SUDS_LIMITS_SCALE SUDS_CAPTCHA SUDS_PASSWORD_HASH SUDS_PAYSTUB_URL
  refuses 's/^SUDS_OBJECTS=/SUDS_OBJECT=/; s/^SUDS_MAIL=.*/SUDS_MAIL=mail/' "unknown variable SUDS_OBJECT;" SUDS_MAIL
  cp -p "$(root_of three)/var/lib/suds/keys/master" "$drill/own-key"
  in_machine three sed -i 's/[0-9a-f]\{64\}/'"$(openssl rand -hex 32)/" /var/lib/suds/keys/master
  refuses '' "from another installation"
  cat "$drill/own-key" >"$(root_of three)/var/lib/suds/keys/master"

  in_machine three systemctl start suds
  ! in_machine three env SUDS_ENV_FILE=/etc/suds/suds.env suds site list 2>"$drill/said" || die "a command ran as root."
  grep -q "belongs to user suds" "$drill/said" || die "as root, suds said: $(cat "$drill/said")"
  as_suds three doctor || die "suds doctor found a failure."
  in_machine three runuser -u suds -- suds --data-dir /var/lib/suds doctor | grep -q "none of the server's variables" ||
    die "suds doctor didn't miss the variables."
  paste three docs/INSTALL.md "Backups and monitoring" 1
  people open-in-production sparkle ann@example.com "$drill/mail"
  as_suds three site open sparkle
  expect 200 https://sparkle.wash.example/
  expect 404 https://sparkle.wash.example/metrics
  people try-out sparkle ada@example.com "$drill/mail"
  as_suds three site check sparkle
}

# refuses CHANGES TEXT…: with changed settings, the server doesn't start, and its log has these texts.
refuses() {
  local changes="$1" text began log
  shift
  in_machine three systemctl stop suds
  sed -e "$changes" "$drill/production.env" >"$(root_of three)/etc/suds/suds.env"
  # The journal's times are whole seconds.
  sleep 1
  began="$(date +%s)"
  ! in_machine three systemctl start suds 2>/dev/null || die "the server starts with the changed settings: $changes"
  in_machine three systemctl stop suds
  in_machine three systemctl reset-failed suds
  log="$(in_machine three journalctl -u suds --since "@$began" -o cat | grep '^suds: ' | sort -u)"
  sed 's/^/  /' <<<"$log"
  for text in "$@"; do
    grep -qF "$text" <<<"$log" || die "the log doesn't contain \"$text\" after the change of settings: $changes"
  done
  cp "$drill/production.env" "$(root_of three)/etc/suds/suds.env"
}
