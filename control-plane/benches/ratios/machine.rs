/// Machine on which the figures were measured.
pub fn description() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let cpu = read("/proc/cpuinfo");
    let model = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let memory = read("/proc/meminfo");
    let kib = memory.lines().find_map(|line| {
        line.strip_prefix("MemTotal:")?
            .trim()
            .split(' ')
            .next()?
            .parse::<u64>()
            .ok()
    });
    format!(
        "machine: {}, {} cores, {} GiB, {} {}, load before the run {}",
        model.map_or("unknown processor", |(_, name)| name),
        std::thread::available_parallelism().map_or(0, usize::from),
        kib.unwrap_or(0) >> 20,
        std::env::consts::OS,
        read("/proc/sys/kernel/osrelease").trim(),
        read("/proc/loadavg").split(' ').next().unwrap_or_default(),
    )
}
