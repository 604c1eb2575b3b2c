//! Currencies of the client are those of the server.

use std::collections::BTreeMap;
use std::fs;

use platform::money::Currency;

use super::root;

#[test]
fn client_and_server_agree_on_fraction_digits() {
    let text = fs::read_to_string(root("web/src/shared/format/fraction-digits.ts")).unwrap();
    let rows = text
        .lines()
        .filter_map(|line| line.trim().strip_suffix(',')?.split_once(": "));
    let client: BTreeMap<&str, u8> = rows.map(|(code, digits)| (code, digits.parse().unwrap())).collect();
    let server = Currency::all().filter(|currency| currency.fraction_digits() != 2);
    let server: BTreeMap<&str, u8> = server
        .map(|currency| (currency.code(), currency.fraction_digits()))
        .collect();
    assert_eq!(client, server);
    for (code, digits) in [("JPY", 0), ("KRW", 0), ("KWD", 3), ("BHD", 3)] {
        assert_eq!(client[code], digits);
    }
}
