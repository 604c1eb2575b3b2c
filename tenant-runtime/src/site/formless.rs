//! Config fields that no form of the back office has, only the JSON text.

use super::config::{SiteConfig, Surface, Theme};
use super::navigation::NavItem;

/// Whether a change is about such fields: keys unknown to this build, tags of menu and shop entries, and colors that no
/// page uses. The others have a form (`config-fields.test.tsx` lists them).
pub(super) fn changes_formless_fields(before: &SiteConfig, after: &SiteConfig) -> bool {
    before.other != after.other
        || tags(&before.menu_items) != tags(&after.menu_items)
        || tags(&before.shop_items) != tags(&after.shop_items)
        || without_forms(before.themes.light.clone()) != without_forms(after.themes.light.clone())
        || without_forms(before.themes.dark.clone()) != without_forms(after.themes.dark.clone())
}

fn tags(items: &[NavItem]) -> Vec<&str> {
    let mut tags: Vec<_> = items.iter().map(|item| &*item.tag).collect();
    tags.sort_unstable();
    tags
}

/// The theme's colors that have no form.
fn without_forms(mut theme: Theme) -> Theme {
    for surface in [&mut theme.modal, &mut theme.button] {
        *surface = Surface {
            border: surface.border.take(),
            bar: surface.bar.take(),
            ..Surface::default()
        };
    }
    theme.input = Surface {
        bar: theme.input.bar,
        ..Surface::default()
    };
    let mobile = &mut theme.mobile;
    mobile.home_cards.clear();
    for surface in [&mut mobile.surface, &mut mobile.loyalty_card] {
        *surface = Surface {
            border: surface.border.take(),
            ..Surface::default()
        };
    }
    theme
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn changed(change: impl FnOnce(&mut Value)) -> bool {
        let before = SiteConfig::default();
        let mut after = serde_json::to_value(&before).unwrap();
        change(&mut after);
        changes_formless_fields(&before, &serde_json::from_value(after).unwrap())
    }

    #[test]
    fn only_fields_without_a_form_count() {
        assert!(!changed(|_| ()));
        assert!(!changed(
            |config| config["themes"]["dark"]["modal"]["text"] = json!("#ffffff")
        ));
        assert!(!changed(
            |config| config["themes"]["light"]["input"]["border"] = json!("#ffffff")
        ));
        assert!(!changed(
            |config| config["themes"]["light"]["mobile"]["bar"] = json!("#ffffff")
        ));
        assert!(!changed(|config| config["menuItems"][0]["label"] = json!("Start")));
        assert!(!changed(|config| config["menuItems"].as_array_mut().unwrap().reverse()));
        assert!(!changed(|config| config["homeCards"] = json!([])));

        assert!(changed(|config| config["labs"] = json!({"x": 1})));
        assert!(changed(
            |config| config["themes"]["dark"]["modal"]["bar"] = json!("#ffffff")
        ));
        assert!(changed(
            |config| config["themes"]["light"]["mobile"]["border"] = json!("#ffffff")
        ));
        assert!(changed(|config| config["shopItems"][0]["tag"] = json!("_OTHER")));
    }
}
