use minijinja::context;
use platform::http::Catalogue;

use super::render::markup;
use super::*;
use crate::language::Language;
use crate::site::Tones;
use crate::site::config::SiteConfig;

/// A site and its default locale.
fn site(company_name: &str, locale: &str) -> (SavedConfig, Formats) {
    let config = SiteConfig {
        company_name: company_name.to_owned(),
        locale: locale.to_owned(),
        ..SiteConfig::default()
    };
    let formats = config.formats(None);
    let tones = Tones::of(&config.brand);
    let saved = SavedConfig {
        config,
        revision: 1,
        time_stamp: jiff::Timestamp::UNIX_EPOCH,
        tones,
        stored_as: String::from("1.1.0"),
    };
    (saved, formats)
}

fn mail<'a>(first_name: &'a str, formats: &'a Formats) -> Mail<'a> {
    let link = "http://s.localhost:8080/confirmEmail?email=ann%40example.com&token=abc";
    Mail {
        kind: "email_confirmation",
        to: "ann@example.com",
        first_name,
        formats,
        link: Some(link),
        details: minijinja::Value::UNDEFINED,
    }
}

#[test]
fn every_template_parses() {
    for (name, _) in TEMPLATES.iter().chain(PROVIDER_TEMPLATES).flatten() {
        assert!(ENVIRONMENT.get_template(name).is_ok(), "{name}");
    }
}

#[test]
fn confirmation_names_person_and_company_and_contains_the_link() {
    let (saved, formats) = site("Blue & Sons", "en-US");
    let mail = mail("Ann", &formats);
    let rendered = render_built_in(&saved, "http://s.localhost:8080", None, &mail).unwrap();
    assert_eq!(rendered.subject, "Verify your email for Blue & Sons");
    assert!(
        rendered.text.lines().any(|line| Some(line) == mail.link),
        "{}",
        rendered.text
    );
    assert!(rendered.text.contains("Welcome, Ann!"));
    let href = mail.link.unwrap().replace('&', "&amp;");
    assert!(rendered.html.contains(&format!("href=\"{href}\"")), "{}", rendered.html);
    assert!(rendered.html.contains("Blue &amp; Sons"), "{}", rendered.html);
    assert!(rendered.html.contains("#0b7a75"), "{}", rendered.html);
}

#[test]
fn emails_disable_phone_links_and_link_the_number() {
    let (mut saved, formats) = site("Blue", "en-US");
    saved.config.contact.phone = String::from("(602) 555-0142");
    let rendered = render_built_in(&saved, "http://s.localhost", None, &mail("Ann", &formats)).unwrap();
    let html = &rendered.html;
    assert!(
        html.contains("<head><meta name=\"format-detection\" content=\"telephone=no\">"),
        "{html}"
    );
    assert!(html.contains("href=\"tel:6025550142\""), "{html}");
    let own = markup("<mjml><mj-body><mj-text>104822597316</mj-text></mj-body></mjml>").unwrap();
    assert!(own.contains("format-detection"), "{own}");
}

#[test]
fn french_site_sends_french_emails() {
    let (french, formats) = site("Mousse", "fr-CA");
    let rendered = render_built_in(&french, "http://s.localhost", None, &mail("Ann", &formats)).unwrap();
    assert_eq!(rendered.subject, "Confirmez votre adresse e-mail pour Mousse");
    assert!(rendered.text.contains("Bienvenue, Ann\u{202f}!"), "{}", rendered.text);
    assert!(rendered.html.contains("lang=\"fr-CA\""), "{}", rendered.html);
}

#[test]
fn hostile_names_are_escaped() {
    let (saved, formats) = site("<script>alert(1)</script>", "en-US");
    let mail = mail("\"><img src=x>", &formats);
    let rendered = render_built_in(&saved, "http://s.localhost", None, &mail).unwrap();
    assert!(!rendered.html.contains("<script"), "{}", rendered.html);
    assert!(!rendered.html.contains("<img"), "{}", rendered.html);
}

#[test]
fn emails_load_no_external_content() {
    let (saved, formats) = site("Blue", "en-US");
    let rendered = render_built_in(&saved, "http://s.localhost", None, &mail("Ann", &formats)).unwrap();
    for foreign in ["fonts.googleapis", "@import", "<link"] {
        assert!(!rendered.html.contains(foreign), "{foreign}");
    }
}

/// `render` with the built-in templates.
fn render_built_in(
    saved: &SavedConfig,
    origin: &str,
    logo: Option<&str>,
    mail: &Mail<'_>,
) -> Result<Rendered, RenderError> {
    render(&ENVIRONMENT, saved, origin, logo, mail)
}

#[test]
fn logo_is_beside_the_company_name() {
    let logo = "http://s.localhost/uploads/a.png";
    let (saved, formats) = site("Blue", "en-US");
    let rendered = render_built_in(&saved, "http://s.localhost", Some(logo), &mail("Ann", &formats)).unwrap();
    assert!(rendered.html.contains(&format!("src=\"{logo}\"")), "{}", rendered.html);
    assert!(rendered.html.contains(">Blue<"), "{}", rendered.html);
}

/// Custom templates of a test site.
fn of_its_own(templates: &[(&str, &str)]) -> Vec<OwnTemplate> {
    let template = |(name, source): &(&str, &str)| OwnTemplate {
        name: (*name).to_owned(),
        source: (*source).to_owned(),
    };
    templates.iter().map(template).collect()
}

#[test]
fn site_template_replaces_the_built_in_one() {
    let own = of_its_own(&[
        ("email_confirmation.subject", "Hi {{ first_name }} from {{ company }}"),
        (
            "layout.mjml",
            "<mjml><mj-body><mj-section><mj-column>{% block content %}{% endblock %}</mj-column></mj-section></mj-body></mjml>",
        ),
    ]);
    for locale in ["en-US", "fr-CA"] {
        let (saved, formats) = site("Blue", locale);
        own::check(&own, &saved).unwrap();
        let language = formats.locale().language();
        let environment = own::environment(&own, language, language).unwrap();
        let rendered = render(&environment, &saved, "http://s.localhost", None, &mail("Ann", &formats)).unwrap();
        assert_eq!(rendered.subject, "Hi Ann from Blue");
        assert!(
            !rendered.html.contains(">Blue<"),
            "the layout is the site's own: {}",
            rendered.html
        );
    }
}

/// A site in Montréal with French as its default language.
fn of_two_languages() -> SavedConfig {
    let (mut saved, _) = site("Mousse", "fr-CA");
    saved.config.languages = vec!["fr-CA".to_owned(), "en-CA".to_owned()];
    saved
}

#[test]
fn site_template_applies_to_its_own_language_only() {
    const LAYOUT: &str = "<mjml><mj-body><mj-section><mj-column>{% block content %}{% endblock %}</mj-column></mj-section></mj-body></mjml>";
    let saved = of_two_languages();
    let told = |own: &[(&str, &str)], tag: &str| {
        let own = of_its_own(own);
        own::check(&own, &saved).unwrap();
        let formats = saved.config.formats(Some(tag));
        let environment = own::environment(&own, Language::French, formats.locale().language()).unwrap();
        render(&environment, &saved, "http://s", None, &mail("Ann", &formats)).unwrap()
    };
    let french = ("email_confirmation.subject", "Allô {{ first_name }}");
    let english = ("en/email_confirmation.subject", "Hello {{ first_name }}");
    assert_eq!(told(&[french], "fr-CA").subject, "Allô Ann");
    assert_eq!(
        told(&[french], "en-CA").subject,
        "Verify your email for Mousse",
        "the built-in one, rather than a French one"
    );
    assert_eq!(told(&[french, english], "en-CA").subject, "Hello Ann");
    assert_eq!(
        told(&[english], "fr-CA").subject,
        "Confirmez votre adresse e-mail pour Mousse"
    );
    // A layout is the site's look. One in a language folder applies to that language.
    let look = LAYOUT.replace("{% block", "<mj-text>look</mj-text>{% block");
    let english_look = LAYOUT.replace("{% block", "<mj-text>English look</mj-text>{% block");
    let layouts = [("layout.mjml", look.as_str()), ("en/layout.mjml", &english_look)];
    assert!(told(&layouts[..1], "en-CA").html.contains("look"));
    assert!(told(&layouts, "en-CA").html.contains("English look"));
    assert!(!told(&layouts, "fr-CA").html.contains("English look"));
}

#[test]
fn error_in_another_language_names_its_folder() {
    let saved = of_two_languages();
    for (name, source, line, told) in [
        ("en/receipt.txt", "one\ntwo {{ total", Some(2), "syntax error"),
        ("en/receipt.mjml", "<mjml>\n<nonsense/></mjml>", None, "<nonsense"),
        ("receipt.txt", "one\n{{ company|shout }}", Some(2), "shout"),
        ("en/invoice.txt", "x", None, "receipt"),
        ("de/receipt.txt", "x", None, "en and fr"),
    ] {
        let mistake = own::check(&of_its_own(&[(name, source)]), &saved).unwrap_err();
        assert_eq!((mistake.name.as_str(), mistake.line), (name, line), "{mistake:?}");
        assert!(mistake.message.contains(told), "{mistake:?}");
    }
    let twice = of_its_own(&[("fr/receipt.txt", "x"), ("receipt.txt", "x")]);
    assert!(own::check(&twice, &saved).unwrap_err().message.contains("duplicate"));
    let english = site("Blue", "en-US").0;
    let unspoken = own::check(&of_its_own(&[("fr/receipt.txt", "x")]), &english).unwrap_err();
    assert!(unspoken.message.contains("languages are en"), "{unspoken:?}");
}

/// Error of a custom template.
fn mistake_in(name: &str, source: &str) -> Mistake {
    own::check(&of_its_own(&[(name, source)]), &site("Blue", "en-US").0).unwrap_err()
}

#[test]
fn template_errors_have_a_line() {
    for (source, line, told) in [
        ("one\ntwo {{ total", 2, "syntax error"),
        ("one\n\n{% for a in b %}", 3, "syntax error"),
        ("{% extends \"nothing.txt\" %}", 1, "nothing.txt"),
        ("one\n{{ company|shout }}", 2, "shout"),
    ] {
        let mistake = mistake_in("receipt.txt", source);
        assert_eq!(
            (mistake.name.as_str(), mistake.line),
            ("receipt.txt", Some(line)),
            "{mistake:?}"
        );
        assert!(mistake.message.contains(told), "{mistake:?}");
    }
    for (name, source, told) in [
        ("receipt.mjml", "<mjml>\n<nonsense/></mjml>", "<nonsense"),
        ("receipt.mjml", "<mjml><mj-body>", "an element isn't closed"),
        (
            "receipt.mjml",
            "<mjml>\n<nonsense/></mjml>",
            "MJML doesn't have this element here: ",
        ),
        (
            "receipt.txt",
            "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
            "it takes too long to render",
        ),
        ("invoice.txt", "x", "receipt"),
        ("receipt.html", "x", "receipt"),
    ] {
        let mistake = mistake_in(name, source);
        assert_eq!(mistake.name, name, "{mistake:?}");
        assert!(mistake.message.contains(told), "{mistake:?}");
    }
}

#[test]
fn site_templates_escape_entered_text() {
    let own = of_its_own(&[(
        "email_confirmation.mjml",
        "<mjml><mj-body><mj-section><mj-column><mj-text>{{ first_name }}</mj-text></mj-column></mj-section></mj-body></mjml>",
    )]);
    let environment = own::environment(&own, Language::English, Language::English).unwrap();
    let (saved, formats) = site("Blue", "en-US");
    let rendered = render(&environment, &saved, "http://s", None, &mail("<script>", &formats)).unwrap();
    assert!(!rendered.html.contains("<script>"), "{}", rendered.html);
}

/// Subject of a gift's email.
fn gift_subject(locale: &str, header: &str, sender: Option<&str>) -> String {
    let (saved, formats) = site("Foam & Co.", locale);
    let details =
        context! { header => formats.locale().say(header.to_owned()), sender, codes => ["1"], name => "Wash" };
    let mail = Mail {
        kind: "gift",
        details,
        ..mail("Ann", &formats)
    };
    render_built_in(&saved, "http://s", None, &mail).unwrap().subject
}

#[test]
fn subjects_are_separated() {
    for (locale, header, sender, subject) in [
        (
            "en-US",
            "Happy Birthday!",
            Some("Bob"),
            "Happy Birthday! Bob sent you a gift from Foam & Co.",
        ),
        (
            "en-US",
            "A Gift For You",
            Some("Bob"),
            "A Gift For You: Bob sent you a gift from Foam & Co.",
        ),
        ("en-US", "A Gift For You", None, "A Gift For You from Foam & Co."),
        (
            "fr-CA",
            "Happy Birthday!",
            Some("Bob"),
            "Joyeux anniversaire\u{202f}! Bob vous offre un cadeau de Foam & Co.",
        ),
        (
            "fr-CA",
            "A Gift For You",
            Some("Bob"),
            "Un cadeau pour vous\u{202f}: Bob vous offre un cadeau de Foam & Co.",
        ),
        ("fr-CA", "For You!", None, "Pour vous\u{202f}! Un cadeau de Foam & Co."),
    ] {
        assert_eq!(gift_subject(locale, header, sender), subject);
    }
}

#[test]
fn company_ending_in_a_period_keeps_one() {
    for (company, ending) in [("Foam & Co.", "at Foam & Co. If"), ("Tidal", "at Tidal. If")] {
        let (saved, formats) = site(company, "en-US");
        let mail = Mail {
            kind: "password_recovery",
            ..mail("Ann", &formats)
        };
        let text = render_built_in(&saved, "http://s", None, &mail).unwrap().text;
        assert!(text.contains(ending), "{text}");
    }
}

/// Words of the other form of address: French uses "vous", German "du", Spanish "tú". The first list is never used.
/// Words of the second may only start a sentence, where they can refer to something else.
fn other_address(language: Language) -> (&'static [&'static str], &'static [&'static str]) {
    match language {
        Language::English => (&[], &[]),
        Language::French => (&["tu", "toi", "ton", "ta", "tes"], &[]),
        Language::German => (&[], &["Sie", "Ihnen", "Ihr", "Ihre", "Ihren", "Ihrem", "Ihrer"]),
        Language::Spanish => (&["usted", "ustedes", "vosotros", "vuestro", "vuestra"], &[]),
    }
}

#[test]
fn language_uses_one_form_of_address() {
    for language in Language::ALL {
        let (anywhere, inside) = other_address(language);
        let texts = language.catalogue().into_iter().flat_map(Catalogue::texts);
        let templates = TEMPLATES
            .iter()
            .chain(PROVIDER_TEMPLATES)
            .flatten()
            .filter(|(name, _)| language != Language::English && name.starts_with(folder(language)));
        for (name, text) in texts.chain(templates.copied()) {
            let words: Vec<_> = text.split_whitespace().collect();
            for pair in words.windows(2) {
                let begins = pair[0].ends_with(['.', ':', '!', '?', '}', '>']) || pair[1].contains(['}', '>']);
                let word = pair[1].trim_matches(|c: char| !c.is_alphabetic());
                assert!(!anywhere.contains(&word.to_lowercase().as_str()), "{name}: {word}");
                assert!(begins || !inside.contains(&word), "{name}: {word}");
            }
        }
    }
}
