//! CPU, memory and file handles of this process, under the names that Prometheus clients share.

use procfs::process::{LimitValue, Process};
use procfs::{ProcResult, boot_time_secs, page_size, ticks_per_second};

/// Reads them. Without `/proc`, they are missing.
pub(super) fn sample() {
    if let Err(error) = read() {
        tracing::debug!(%error, "failed to read /proc for the metrics");
    }
}

fn read() -> ProcResult<()> {
    let process = Process::myself()?;
    let stat = process.stat()?;
    let seconds = |ticks: u64| ticks as f64 / ticks_per_second() as f64;
    set("process_cpu_seconds_total", seconds(stat.utime + stat.stime));
    set(
        "process_start_time_seconds",
        boot_time_secs()? as f64 + seconds(stat.starttime),
    );
    set("process_resident_memory_bytes", (stat.rss * page_size()) as f64);
    set("process_threads", stat.num_threads as f64);
    set("process_open_fds", process.fd_count()? as f64);
    if let LimitValue::Value(most) = process.limits()?.max_open_files.soft_limit {
        set("process_max_fds", most as f64);
    }
    Ok(())
}

fn set(gauge: &'static str, value: f64) {
    metrics::gauge!(gauge).set(value);
}
