//! Macros for the rows of the list of domains.

/// A file in the export: `export!("name.json", |tenant, db, person| what)`, where `what` may `await`.
macro_rules! export {
    ($file:literal, |$tenant:ident, $db:ident, $person:ident| $known:expr) => {
        Export {
            file: $file,
            content: |$tenant, $db, $person| {
                Box::pin(async move {
                    let _ = $tenant;
                    exported(&$known.await?)
                })
            },
        }
    };
}

/// Rules of the check, each a function of the checked site.
macro_rules! checks {
    ($($rule:path),* $(,)?) => {{
        const CHECKS: &[Check] = &[$(|site| Box::pin($rule(site))),*];
        CHECKS
    }};
}

/// Items that need attention: `waits!(Kind, |tenant, db| load)`, where `load` (a number or a [`Load`]) may `await`.
macro_rules! waits {
    ($($kind:ident, |$tenant:ident, $db:ident| $load:expr);* $(;)?) => {{
        const WAITING: &[Waiting] = &[$(Waiting {
            kind: WaitingKind::$kind,
            load: |$tenant, $db| {
                Box::pin(async move {
                    let _ = $tenant;
                    Ok(Load::from($load.await?))
                })
            },
        }),*];
        WAITING
    }};
}

/// Setup steps of a new merchant that the shop can open without: `steps!(Kind, |tenant, db| done)`, where `done` may `await`.
macro_rules! steps {
    ($($kind:ident, |$tenant:ident, $db:ident| $done:expr);* $(;)?) => {{
        const STEPS: &[Step] = &[$(Step {
            kind: StepKind::$kind,
            done: |$tenant, $db| {
                Box::pin(async move {
                    let _ = $tenant;
                    let done: bool = $done.await?;
                    Ok(done)
                })
            },
        }),*];
        STEPS
    }};
}
