//! Pages of a shop that isn't open.

use platform::http::Text;
use strum::IntoStaticStr;
use tenant_runtime::opening::ShopState;
use tenant_runtime::site::{SavedConfig, SiteConfig};

use super::held;
use crate::builds::shell::Page;

/// View of a page, depending on whether the shop is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Shown {
    Open,
    /// The shop is closed. The page is for the team.
    ToTeam,
    /// The shop is closed. The page says that it opens soon.
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

/// Site config for the public, without slides and cards because they advertise products. A team member's client loads
/// the full config.
pub(super) fn without_offers(saved: &SavedConfig) -> SavedConfig {
    let mut config = saved.clone();
    config.config.carousel.clear();
    config.config.home_cards.clear();
    config
}

/// Replaces a page's title, description and heading with "{company} opens soon".
pub(super) fn announce(page: &mut Page, config: &SiteConfig, language: Option<&str>) {
    let locale = config.locale_kept(language);
    let title = locale.say(Text::new("{company} opens soon").with("company", &config.company_name));
    page.title.clone_from(&title);
    page.description.clone_from(&title);
    page.heading = title;
}
