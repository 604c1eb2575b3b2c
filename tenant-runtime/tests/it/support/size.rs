/// How much of something random a test plays: as many as the variable `name` says, such as a release's, or `gate` times.
pub fn size(name: &str, gate: usize) -> usize {
    let given = std::env::var_os(name).and_then(|count| count.to_str()?.parse().ok());
    given.unwrap_or(gate)
}
