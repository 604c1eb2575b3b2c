//! Name, kind and description of every metric, and those with known labels at zero.

use tenant_runtime::process::create_counters;

use super::{STATUSES, SURFACES};

enum Kind {
    Counter,
    Gauge,
    Histogram,
}

use Kind::{Counter, Gauge, Histogram};

/// Metrics with their descriptions. docs/OPERATIONS.md#metrics lists the same, with their labels.
const METRICS: [(&str, Kind, &str); 24] = [
    (
        "suds_build_info",
        Gauge,
        "Version and commit of the server, with the value 1",
    ),
    ("suds_build_sites", Gauge, "Sites that run a build of the web client"),
    ("suds_builds", Gauge, "Published builds of the web client"),
    ("suds_charges_total", Counter, "Charges by processor and outcome"),
    (
        "suds_client_crashes_total",
        Counter,
        "Crashes that browsers reported, by build",
    ),
    ("suds_connections_refused_total", Counter, "Connections above a cap"),
    (
        "suds_disk_free_bytes",
        Gauge,
        "Free space on the disk of the data directory",
    ),
    ("suds_disk_size_bytes", Gauge, "Size of the disk of the data directory"),
    (
        "suds_jobs_total",
        Counter,
        "Attempts of background jobs by kind and outcome",
    ),
    (
        "suds_oldest_backup_timestamp_seconds",
        Gauge,
        "Oldest of the sites' newest backups",
    ),
    ("suds_open_sites", Gauge, "Sites whose database is open"),
    (
        "suds_orders_waiting_total",
        Counter,
        "Orders whose payment needs review",
    ),
    ("suds_page_seconds", Histogram, "Response times of pages"),
    ("suds_request_seconds", Histogram, "Response times of API routes"),
    ("suds_responses_total", Counter, "Responses by surface and status class"),
    (
        "suds_sandbox_deaths_total",
        Counter,
        "Sandbox workers that crashed on their input",
    ),
    ("suds_sites", Gauge, "Sites by environment and state"),
    (
        "suds_sites_without_recent_backup",
        Gauge,
        "Sites without a backup from the last 26 hours that passed its check",
    ),
    ("process_cpu_seconds_total", Gauge, "CPU time of the process in seconds"),
    ("process_max_fds", Gauge, "Limit on file handles"),
    ("process_open_fds", Gauge, "Open file handles"),
    ("process_resident_memory_bytes", Gauge, "Memory in use"),
    (
        "process_start_time_seconds",
        Gauge,
        "Start of the process, in seconds since 1970",
    ),
    ("process_threads", Gauge, "Threads of the process"),
];

/// Describes all metrics, and creates those whose labels are known in advance.
pub(in crate::serve) fn describe() {
    for (name, kind, help) in METRICS {
        match kind {
            Counter => metrics::describe_counter!(name, help),
            Gauge => metrics::describe_gauge!(name, help),
            Histogram => metrics::describe_histogram!(name, help),
        }
    }
    let build = [
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("commit", env!("SUDS_COMMIT").to_owned()),
    ];
    metrics::gauge!("suds_build_info", &build).set(1.0);
    create_counters();
    for cap in ["address", "all"] {
        metrics::counter!("suds_connections_refused_total", "cap" => cap).increment(0);
    }
    for status in STATUSES {
        drop(metrics::histogram!("suds_page_seconds", "status" => status));
        for surface in SURFACES {
            metrics::counter!("suds_responses_total", "surface" => surface, "status" => status).increment(0);
        }
    }
}
