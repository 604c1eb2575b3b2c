//! Assigns sites to waves. Pure.

use platform::ids::SiteId;

/// Default waves: one site, 10%, all.
const USUAL: [&str; 3] = [CANARY, "10%", ALL];
const CANARY: &str = "canary";
const CHOSEN: &str = "chosen";
const ALL: &str = "all";

/// A wave and its sites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedWave {
    pub name: String,
    pub sites: Vec<SiteId>,
}

/// Reason why no plan is possible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanProblem {
    #[error("invalid wave {0:?}; use `canary`, shares such as `10%`, and `all`, smallest first")]
    Wave(String),
    #[error("site {0} isn't part of this rollout; check --site")]
    Site(String),
}

/// Divides `sites` into waves. Selected sites are the first wave, or the only one. Waves without sites are dropped,
/// except for the last, so that a rollout without sites still finishes.
///
/// # Errors
/// A wave is invalid or out of order, or a selected site isn't in `sites`.
pub fn plan(sites: &[SiteId], waves: &[String], chosen: &[SiteId]) -> Result<Vec<PlannedWave>, PlanProblem> {
    if let Some(stranger) = chosen.iter().find(|site| !sites.contains(site)) {
        return Err(PlanProblem::Site(stranger.to_string()));
    }
    let mut names: Vec<String> = match (waves, chosen) {
        ([], []) => USUAL.map(str::to_owned).to_vec(),
        _ => waves.to_vec(),
    };
    let mut ordered: Vec<SiteId> = chosen.to_vec();
    ordered.sort_unstable();
    ordered.dedup();
    let first = ordered.len();
    let rest = sites.iter().filter(|site| !chosen.contains(site)).copied();
    ordered.extend(rest);
    if first > 0 && names.first().is_none_or(|name| name != CANARY) {
        names.insert(0, CHOSEN.to_owned());
    }

    let (mut planned, mut taken) = (Vec::<PlannedWave>::new(), 0);
    for (index, name) in names.iter().enumerate() {
        let until = match name.as_str() {
            CANARY if index == 0 => first.max(1),
            CHOSEN if index == 0 && first > 0 => first,
            ALL if index + 1 == names.len() => ordered.len(),
            share => share_of(share, ordered.len()).ok_or_else(|| PlanProblem::Wave(name.clone()))?,
        };
        let until = until.min(ordered.len());
        if until < taken {
            // Fewer than the previous waves contain: the order is wrong, unless all of them are small.
            if share_of(name, 100).is_some_and(|share| names.iter().take(index).any(|n| share_of(n, 100) > Some(share)))
            {
                return Err(PlanProblem::Wave(name.clone()));
            }
        }
        let sites = ordered.get(taken..until).unwrap_or_default().to_vec();
        taken = taken.max(until);
        if !sites.is_empty() {
            planned.push(PlannedWave {
                name: name.clone(),
                sites,
            });
        }
    }
    if planned.is_empty() {
        planned.push(PlannedWave {
            name: names.pop().unwrap_or_else(|| ALL.to_owned()),
            sites: Vec::new(),
        });
    }
    Ok(planned)
}

/// A share of `count`, such as `10%`, rounded up.
fn share_of(text: &str, count: usize) -> Option<usize> {
    let percent: usize = text.strip_suffix('%')?.parse().ok()?;
    (1..=100).contains(&percent).then(|| (count * percent).div_ceil(100))
}

#[cfg(test)]
mod tests {
    use platform::random::SystemRandom;

    use super::*;

    fn sites(count: usize) -> Vec<SiteId> {
        (0..count).map(|_| SiteId::generate(&SystemRandom)).collect()
    }

    fn sizes(planned: &[PlannedWave]) -> Vec<(&str, usize)> {
        planned
            .iter()
            .map(|wave| (wave.name.as_str(), wave.sites.len()))
            .collect()
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn usual_waves_grow_in_size() {
        let many = sites(500);
        let planned = plan(&many, &[], &[]).unwrap();
        assert_eq!(sizes(&planned), [("canary", 1), ("10%", 49), ("all", 450)]);
        let mut all: Vec<_> = planned.into_iter().flat_map(|wave| wave.sites).collect();
        all.sort_unstable();
        let mut expected = many;
        expected.sort_unstable();
        assert_eq!(all, expected, "each site once");
        assert_eq!(sizes(&plan(&sites(5), &[], &[]).unwrap()), [("canary", 1), ("all", 4)]);
        assert_eq!(sizes(&plan(&[], &[], &[]).unwrap()), [("all", 0)]);
    }

    #[test]
    fn selected_sites_come_first_or_alone() {
        let all = sites(10);
        let chosen = [all[7], all[3], all[7]];
        let alone = plan(&all, &[], &chosen).unwrap();
        assert_eq!(sizes(&alone), [("chosen", 2)]);
        let canary = plan(&all, &words(&["canary", "50%", "all"]), &chosen).unwrap();
        assert_eq!(sizes(&canary), [("canary", 2), ("50%", 3), ("all", 5)]);
        assert!(canary[0].sites.contains(&all[7]));
        let before = plan(&all, &words(&["all"]), &chosen).unwrap();
        assert_eq!(sizes(&before), [("chosen", 2), ("all", 8)]);
        let stranger = sites(1);
        assert!(matches!(plan(&all, &[], &stranger), Err(PlanProblem::Site(_))));
    }

    #[test]
    fn invalid_wave_is_named() {
        let all = sites(10);
        for (wrong, named) in [
            (&["half"][..], "half"),
            (&["0%"], "0%"),
            (&["101%"], "101%"),
            (&["all", "10%"], "all"),
            (&["50%", "10%"], "10%"),
            (&["10%", "canary"], "canary"),
        ] {
            assert_eq!(
                plan(&all, &words(wrong), &[]),
                Err(PlanProblem::Wave(named.to_owned())),
                "{wrong:?}"
            );
        }
    }
}
