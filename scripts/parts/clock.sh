# shellcheck shell=bash
# scripts/test --clock: runs tests, server and browser with another clock, set by libfaketime.

# Start of the tests, in seconds since 1970; blank for the real clock.
clock_start=

# next_time COMMAND…: the first year from this one on for which the command prints a moment that lies ahead.
next_time() {
  local year moment
  for year in $(seq "$(date -u +%Y)" $(($(date -u +%Y) + 8))); do
    moment="$("$@" "$year")"
    if [ -n "$moment" ] && [ "$moment" -gt "$(date +%s)" ]; then
      echo "$moment"
      return
    fi
  done
}

last_of_december() { date -u -d "$1-12-31 23:30" +%s; }
leap_day() { date -u -d "$1-02-29 23:30" +%s 2>/dev/null || true; }

# sunday N MONTH YEAR: date of the N-th Sunday.
sunday() {
  local first
  first="$(date -u -d "$3-$2-01" +%u)"
  printf '%s-%s-%02d' "$3" "$2" $((1 + (7 - first) % 7 + 7 * ($1 - 1)))
}

# Half an hour before the clocks of Chicago change, where a demo site is: forward at 08:00 UTC, back at 07:00 UTC.
clocks_forward() { date -u -d "$(sunday 2 03 "$1") 07:30" +%s; }
clocks_back() { date -u -d "$(sunday 1 11 "$1") 06:30" +%s; }
today_late() { date -u -d "$1-$(date -u +%m-%d) 22:30" +%s; }

need_libfaketime() {
  libfaketime="$(find /usr/lib -name libfaketime.so.1 -print -quit 2>/dev/null)"
  [ -n "$libfaketime" ] && return
  if command -v apt-get >/dev/null; then
    local root=()
    [ "$(id -u)" = 0 ] || root=(sudo)
    "${root[@]}" apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends libfaketime >/dev/null || true
  fi
  libfaketime="$(find /usr/lib -name libfaketime.so.1 -print -quit 2>/dev/null)"
  [ -n "$libfaketime" ] || die "libfaketime is missing, and apt-get can't install it."
}

# Variables by which a process has the other clock. Durations stay real. The offset is the same for all processes of a run.
# libfaketime's own choice for FAKETIME_FORCE_MONOTONIC_FIX makes Chromium's waits end at once, so that it spins on all cores.
clock_variables() {
  echo "LD_PRELOAD=$libfaketime" "FAKETIME=+$((clock_start - $(date +%s)))" FAKETIME_DONT_FAKE_MONOTONIC=1 \
    FAKETIME_FORCE_MONOTONIC_FIX=0 FAKE_UTIME=1 TZ=UTC
}

# Runs a command by the clock under which the tests run.
with_clock() {
  if [ -z "$clock_start" ]; then
    "$@"
  else
    # shellcheck disable=SC2046
    env $(clock_variables) "$@"
  fi
}

# The same for cargo, which compiles by the real clock and only starts the tests by the other one.
with_test_clock() {
  if [ -z "$clock_start" ]; then
    "$@"
  else
    local triple
    triple="$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')"
    env "CARGO_TARGET_${triple}_RUNNER=env $(clock_variables)" "$@"
  fi
}

# at_moment SECONDS [the same]: the tests alone, without the checks that no clock changes.
at_moment() {
  local section
  clock_start="$1"
  shift
  need_libfaketime
  if [ $# -gt 0 ] && ! are_sections "$@"; then
    run_tests "$@"
    return
  fi
  [ $# -gt 0 ] || set -- web rust e2e
  for section in "$@"; do
    case "$section" in
      web) step "web: unit tests" unit_tests ;;
      rust) step "rust: tests" rust_tests ;;
      e2e) step "e2e: tests in Chromium" end_to_end_tests ;;
    esac
  done
  print_timings
}

# at_each_moment [the same]: a moment that fails doesn't keep the others from running. SUDS_CLOCK names moments, by
# words of their names, where not all are wanted.
at_each_moment() {
  local name moment failed=()
  need_libfaketime
  need_cargo
  need_chromium
  web_build
  server_build
  local moments=(
    "December 31, 23:30 UTC|last_of_december" "February 29, 23:30 UTC|leap_day" "clocks go forward|clocks_forward"
    "clocks go back|clocks_back" "22:30 UTC|today_late"
  )
  for moment in "${moments[@]}"; do
    name="${moment%|*}"
    [[ "$name" == *"${SUDS_CLOCK:-}"* ]] || continue
    clock_start="$(next_time "${moment#*|}")"
    say "Clock: $name ($(date -u -d "@$clock_start" '+%Y-%m-%d %H:%M') UTC)"
    "$0" --at "$clock_start" "$@" || failed+=("$name")
  done
  [ ${#failed[@]} = 0 ] || die "failed at: $(printf '%s; ' "${failed[@]}")"
  say "All tests pass at each of these moments."
}
