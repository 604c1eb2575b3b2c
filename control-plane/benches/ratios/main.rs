#![expect(unreachable_pub, reason = "a measurement has no outside")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a measurement that cannot go on ends"
)]
//! Speed, as ratios that are measured in one run on one machine: what Suds does against the least that could do it.
//! Run it by `scripts/bench`. A row fails only when it misses its bar five times over.

mod back_office;
mod bare;
mod budget;
mod growth;
mod hostile;
#[path = "../../../tenant-runtime/tests/it/sandbox/hostile.rs"]
mod inputs;
mod load;
mod log_ins;
mod machine;
mod purchases;
mod quotes;
mod reads;
mod redemptions;
#[path = "../../tests/it/server.rs"]
mod server;
#[path = "../../tests/it/shopper.rs"]
#[expect(dead_code, reason = "shared with the tests, which use all of it")]
mod shopper;
#[path = "../../tests/it/support.rs"]
#[expect(dead_code, reason = "shared with the tests, which use all of it")]
mod support;
mod world;
mod written_rows;

use std::ops::Range;
use std::process::ExitCode;
use std::time::Duration;

use world::World;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// One line of the result. For a ratio more is better, for a weight less.
pub struct Row {
    pub what: String,
    pub measured: f64,
    pub bar: Bar,
    pub details: String,
}

pub enum Bar {
    AtLeast(f64),
    AtMost(f64),
}

impl Row {
    fn holds(&self) -> bool {
        match self.bar {
            Bar::AtLeast(bar) => self.measured >= bar,
            Bar::AtMost(bar) => self.measured <= bar,
        }
    }

    /// Far enough off to be no accident of the machine.
    fn fails(&self) -> bool {
        match self.bar {
            Bar::AtLeast(bar) => self.measured * 5.0 < bar,
            Bar::AtMost(bar) => self.measured > bar * 5.0,
        }
    }

    fn print(&self) {
        let (sign, bar) = match self.bar {
            Bar::AtLeast(bar) => ("≥", bar),
            Bar::AtMost(bar) => ("≤", bar),
        };
        let verdict = if self.holds() { "holds" } else { "MISSED" };
        println!(
            "{:<44} {:>7.2}  (bar {sign} {bar})  {verdict:<6}  {}",
            self.what, self.measured, self.details
        );
    }
}

/// Duration of the measurements: full or, with `--quick`, just long enough for each row to yield a figure.
#[derive(Clone, Copy)]
pub enum Scale {
    Full,
    Quick,
}

impl Scale {
    fn of_command_line() -> Self {
        if std::env::args().any(|arg| arg == "--quick") {
            Self::Quick
        } else {
            Self::Full
        }
    }

    /// `full`, or one.
    pub fn rounds(self, full: usize) -> usize {
        match self {
            Self::Full => full,
            Self::Quick => 1,
        }
    }

    /// `full` seconds, or at most one.
    pub fn seconds(self, full: f64) -> Duration {
        match self {
            Self::Full => Duration::from_secs_f64(full),
            Self::Quick => Duration::from_secs_f64(full.min(1.0)),
        }
    }

    /// Numbers of the rounds: the first of a full measurement warms up.
    pub fn with_warm_up(self, rounds: usize) -> Range<usize> {
        match self {
            Self::Full => 0..rounds + 1,
            Self::Quick => 1..rounds + 1,
        }
    }

    pub fn counts(self, round: usize) -> bool {
        round > 0
    }
}

fn main() -> ExitCode {
    if let Some(folder) = bare::asked_for() {
        bare::serve(&folder);
        return ExitCode::SUCCESS;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let failed = runtime.block_on(async {
        println!("{}", machine::description());
        let scale = Scale::of_command_line();
        let mut rows = Vec::new();
        if wanted("script") {
            rows.push(budget::row());
        }
        let mut world = World::make().await;
        if wanted("reads") {
            rows.extend(reads::rows(&world, scale).await);
        }
        if wanted("quotes") {
            rows.push(quotes::row(&world, scale).await);
        }
        if wanted("purchases") {
            rows.push(purchases::row(&mut world, scale).await);
        }
        if wanted("redemptions") {
            rows.push(redemptions::row(&mut world, scale).await);
        }
        drop(world);
        if wanted("growth") {
            rows.push(growth::row(scale).await);
        }
        if wanted("log-ins") {
            rows.extend(log_ins::rows(scale).await);
        }
        if wanted("back-office") {
            rows.extend(back_office::rows(scale).await);
        }
        if wanted("hostile") {
            rows.extend(hostile::rows(scale).await);
        }
        println!();
        rows.iter().for_each(Row::print);
        assert!(
            rows.iter().all(|row| row.measured.is_finite()),
            "a row without a figure"
        );
        // A second is too short to judge by.
        matches!(scale, Scale::Full) && rows.iter().any(Row::fails)
    });
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Whether the command line asks for the rows `name`: by naming them, or by naming none.
fn wanted(name: &str) -> bool {
    let mut named = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).peekable();
    named.peek().is_none() || named.any(|arg| arg == name)
}

/// The middle one.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
