//! Pages of a shop that isn't open.

use platform::http::Text;
use strum::IntoStaticStr;
use tenant_runtime::opening::ShopState;
use tenant_runtime::site::{SavedConfig, SiteConfig};

use super::held;
use crate::builds::shell::Page;

/// What a page shows of the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Shown {
    Open,
    /// The shop is closed, and the page belongs to the team.
    ToTeam,
    /// The shop is closed, and the page announces it.
    Announcement,
}

impl Shown {
    pub(super) fn at(path: &str, shop: &ShopState) -> Self {
        if shop.open {
            Self::Open
        } else if held::is_closed(path) {
            Self::Announcement
        } else {
            Self::ToTeam
        }
    }
}

/// The site config as the public gets it: without slides and cards, which offer products. The client of a team member
/// loads them.
pub(super) fn without_offers(saved: &SavedConfig) -> SavedConfig {
    let mut config = saved.clone();
    config.config.carousel.clear();
    config.config.home_cards.clear();
    config
}

/// Replaces the texts of a page by the announcement of the shop.
pub(super) fn announce(page: &mut Page, config: &SiteConfig, language: Option<&str>) {
    let locale = config.locale_kept(language);
    let title = locale.say(Text::new("{company} opens soon").with("company", &config.company_name));
    page.title.clone_from(&title);
    page.description.clone_from(&title);
    page.heading = title;
}
