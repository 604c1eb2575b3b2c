//! Calls to a processor that came to nothing.

/// What a failed call is called in the log: never with an address or a body.
pub(super) fn cause(error: &reqwest::Error) -> String {
    let kind = match error {
        error if error.is_timeout() => "time-out",
        error if error.is_connect() => "no connection",
        error if error.is_status() => "an error status",
        error if error.is_decode() => "an unreadable answer",
        _ => "a broken connection",
    };
    kind.to_owned()
}
