//! Runs a command line and returns its exit code: 0 for success, 1 for failure, 2 for misuse. A failure prints one
//! readable line to stderr.

use std::ffi::OsString;
use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::Parser as _;
use nix::sys::stat::{Mode, umask};
use platform::causes::Causes;
use platform::clock::SystemClock;
use platform::config::{ConfigErrors, Env};
use tenant_runtime::demo_data::Wanted;

use super::act::act;
use super::command::{Command, PairTerminal, Reply};
use super::recover::{self, Recovered};
use super::table::pretty;
use super::verbs::UpgradeVerb;
use super::{
    Cli, JobVerb, RolloutVerb, StaffVerb, TerminalVerb, Verb, announcement, build, confirm, doctor, help, mail, print,
    rollout, upgrade,
};
use crate::audit::Asked;
use crate::config::{Config, PASSPHRASE, all_variables};
use crate::serve::{self, DemoSource};
use crate::status::print_status;

/// Runs a command line.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) => {
            // --help and --version also arrive here. If the terminal is gone, nothing can be done.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    // Databases, backups, exports and sockets hold customers' data, so every file and folder is private when it is created.
    umask(Mode::S_IRWXG | Mode::S_IRWXO);
    if matches!(cli.command, Verb::SandboxWorker) {
        return ExitCode::from(u8::from(tenant_runtime::process::serve_sandbox().is_err()));
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            print_status(format_args!("can't start threads: {error}"));
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(run(cli, Env::of_process())) {
        Ok(code) => code,
        Err(error) => {
            // Each fault of the configuration has its own line.
            match error.chain().find_map(|cause| cause.downcast_ref::<ConfigErrors>()) {
                Some(faults) => print_status(faults),
                None => print_status(Causes(error.as_ref())),
            }
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli, env: Env) -> anyhow::Result<ExitCode> {
    let env = env.with_file();
    if let Verb::Doctor { offline, send_to } = cli.command {
        let env = match env {
            Ok(env) => env,
            Err(error) => return answer(&Reply::Checks(doctor::unreadable(&error)), cli.json),
        };
        let (config, mut checks) = doctor::configuration(&env, cli.data_dir);
        if let Some(config) = config {
            checks.extend(doctor::installation(act(&config, Command::Doctor { offline }).await));
            checks.extend(doctor::mail::checks(&config, offline, send_to.as_deref()).await);
        }
        return answer(&Reply::Checks(checks), cli.json);
    }
    let env = env?;
    // Before the faults, because a typo in a name is often the reason for one.
    if matches!(cli.command, Verb::Serve { .. }) {
        for name in env.unknown(&all_variables()) {
            print_status(format_args!("unknown variable {name}; run `suds help config`"));
        }
    }
    let mut config = Config::from_env(&env)?;
    if let Some(data_dir) = cli.data_dir {
        config.storage.data_dir = data_dir;
    }
    let command = match cli.command {
        // Needs no configuration, or handles its faults.
        Verb::Doctor { .. } | Verb::SandboxWorker => return Ok(ExitCode::SUCCESS),
        Verb::Help { topic } => {
            say(&help::text(&topic).map_err(|problem| anyhow!(problem))?)?;
            return Ok(ExitCode::SUCCESS);
        }
        Verb::Completions { shell } => {
            say(&help::completions(shell))?;
            return Ok(ExitCode::SUCCESS);
        }
        Verb::Man { folder } => {
            help::write_man_pages(&folder).with_context(|| folder.display().to_string())?;
            return Ok(ExitCode::SUCCESS);
        }
        Verb::Upgrade(UpgradeVerb::Check) => {
            let report = crate::upgrade::check(&config, &SystemClock).await?;
            say(&upgrade::shown(&report, cli.json)?)?;
            return Ok(ExitCode::from(u8::from(report.is_blocked())));
        }
        Verb::Openapi => {
            say(&format!("{}\n", serve::openapi_json()?))?;
            return Ok(ExitCode::SUCCESS);
        }
        Verb::GenerateDocs { folder } => {
            for (name, text) in serve::generated_docs(&folder).map_err(|error| anyhow!(error))? {
                let path = folder.join(name);
                // Unchanged files keep their timestamp, so that nothing is rebuilt.
                if std::fs::read_to_string(&path).ok().as_deref() != Some(text.as_str()) {
                    std::fs::write(&path, text).with_context(|| path.display().to_string())?;
                    say(&format!("wrote {}\n", path.display()))?;
                }
            }
            return Ok(ExitCode::SUCCESS);
        }
        Verb::Serve { demo } => {
            let mode = if demo {
                serve::Mode::Demo(DemoSource::of_repository())
            } else {
                serve::Mode::Installation
            };
            serve::run(config, mode).await?;
            return Ok(ExitCode::SUCCESS);
        }
        Verb::Account(verb) => Command::Account(verb),
        Verb::Staff(verb) => staff_command(verb),
        Verb::Audit {
            environment,
            actor,
            action,
            subject,
            from,
            to,
            time_zone,
            limit,
            cursor,
        } => Command::AuditList {
            environment,
            asked: Asked {
                actor,
                action,
                subject,
                from,
                to,
                time_zone,
                limit,
                cursor,
            },
        },
        Verb::Environment(verb) => Command::Environment(verb),
        Verb::Site(verb) => {
            let verb = verb.located(env.get(&PASSPHRASE))?;
            announcement::announce(&config, &verb).await;
            Command::Site(confirm::confirmed(&config, verb).await?)
        }
        Verb::Jobs(verb) => job_command(verb),
        Verb::Terminal(verb) => terminal_command(verb),
        Verb::Mail(verb) => match mail::command(&verb)? {
            Some(command) => command,
            None => return Ok(ExitCode::SUCCESS),
        },
        Verb::DemoData {
            site,
            customers,
            orders,
            seed,
        } => Command::DemoData {
            site,
            wanted: Wanted {
                customers,
                orders,
                seed,
            },
        },
        Verb::Recover { objects } => return recovered(recover::recover(config, objects).await?, cli.json),
        Verb::Clock(verb) => Command::Clock(verb),
        Verb::Keys(verb) => Command::Keys(verb),
        Verb::Litestream(verb) => Command::Litestream(verb),
        Verb::Build(verb) => build::command(verb)?,
        Verb::Rollout(verb) => return roll_out(&config, verb, cli.json).await,
    };
    answer(&act(&config, command).await?, cli.json)
}

fn recovered(result: Recovered, json: bool) -> anyhow::Result<ExitCode> {
    say(&if json { pretty(&result) } else { recover::text(&result) })?;
    Ok(if result.run.is_good() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Starts a rollout and then follows it, so that it continues regardless of this process.
async fn roll_out(config: &Config, verb: RolloutVerb, json: bool) -> anyhow::Result<ExitCode> {
    let (command, follow) = rollout::command(verb);
    let begun = act(config, command).await?;
    match &begun {
        Reply::Rollout(rollout) if follow => {
            let command = Command::RolloutFollow { rollout: rollout.id };
            answer(&act(config, command).await?, json)
        }
        _ => answer(&begun, json),
    }
}

fn answer(reply: &Reply, json: bool) -> anyhow::Result<ExitCode> {
    if json {
        say(&format!("{}\n", print::json(reply)))?;
    } else {
        say(&print::text(reply))?;
    }
    Ok(if reply.is_good() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn staff_command(verb: StaffVerb) -> Command {
    match verb {
        StaffVerb::Create {
            environment,
            email,
            role,
        } => Command::StaffCreate {
            environment,
            email,
            role,
        },
        StaffVerb::List { environment } => Command::StaffList { environment },
        StaffVerb::Show { environment, member } => Command::StaffShow { environment, member },
        StaffVerb::Role {
            environment,
            member,
            role,
        } => Command::StaffRole {
            environment,
            member,
            role,
        },
        StaffVerb::ResetPassword { environment, member } => Command::StaffResetPassword { environment, member },
        StaffVerb::ResetSecondFactor { environment, member } => Command::StaffResetSecondFactor { environment, member },
        StaffVerb::Remove { environment, member } => Command::StaffRemove { environment, member },
    }
}

fn job_command(verb: JobVerb) -> Command {
    match verb {
        JobVerb::List { site, state } => Command::JobList { site, state },
        JobVerb::Retry { site: None, .. } => Command::JobRetryAllSites,
        JobVerb::Show { site, job } => Command::JobShow { site, job },
        // Clap requires `--all` if no job is given.
        JobVerb::Retry {
            site: Some(site), job, ..
        } => Command::JobRetry { site, job },
        JobVerb::Discard { site, job } => Command::JobDiscard { site, job },
    }
}

fn terminal_command(verb: TerminalVerb) -> Command {
    match verb {
        TerminalVerb::Pair {
            site,
            terminal: Some(id),
            ..
        } => Command::TerminalPair {
            site,
            terminal: PairTerminal::Known { id },
        },
        // Clap requires both if no terminal is given.
        TerminalVerb::Pair {
            site,
            location,
            label,
            terminal: None,
        } => Command::TerminalPair {
            site,
            terminal: PairTerminal::New {
                location: location.unwrap_or_default(),
                label: label.unwrap_or_default(),
            },
        },
        TerminalVerb::List { site } => Command::TerminalList { site },
        TerminalVerb::Remove { site, terminal } => Command::TerminalRemove { site, terminal },
    }
}

/// Writes to stdout. It isn't an error if the reader stops early (`head`).
fn say(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
