/// Number of random cases: from the variable `name`, such as for a release, or `gate`.
pub fn size(name: &str, gate: usize) -> usize {
    let given = std::env::var_os(name).and_then(|count| count.to_str()?.parse().ok());
    given.unwrap_or(gate)
}
