use super::*;
use crate::site::Tones;
use crate::site::config::SiteConfig;

fn saved(company_name: &str) -> SavedConfig {
    let config = SiteConfig {
        company_name: company_name.to_owned(),
        ..SiteConfig::default()
    };
    let tones = Tones::of(&config.brand);
    SavedConfig {
        config,
        revision: 1,
        time_stamp: jiff::Timestamp::UNIX_EPOCH,
        tones,
    }
}

fn mail(first_name: &str) -> Mail<'_> {
    let link = "http://s.localhost:8080/confirmEmail?email=ann%40example.com&token=abc";
    Mail {
        kind: "email_confirmation",
        to: "ann@example.com",
        first_name,
        link: Some(link),
        details: minijinja::Value::UNDEFINED,
    }
}

#[test]
fn every_template_parses() {
    for (name, _) in TEMPLATES.iter().flatten() {
        assert!(ENVIRONMENT.get_template(name).is_ok(), "{name}");
    }
}

#[test]
fn confirmation_names_person_and_company_and_carries_the_link() {
    let mail = mail("Ann");
    let rendered = render_built_in(&saved("Blue & Sons"), "http://s.localhost:8080", None, &mail).unwrap();
    assert_eq!(rendered.subject, "Please verify your email for Blue & Sons");
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
fn a_french_site_writes_french() {
    let mut french = saved("Mousse");
    french.config.locale = "fr-CA".to_owned();
    let rendered = render_built_in(&french, "http://s.localhost", None, &mail("Ann")).unwrap();
    assert_eq!(rendered.subject, "Confirmez votre adresse pour Mousse");
    assert!(rendered.text.contains("Bienvenue, Ann !"), "{}", rendered.text);
    assert!(rendered.html.contains("lang=\"fr-CA\""), "{}", rendered.html);
}

#[test]
fn languages_without_templates_read_english() {
    assert_eq!(language("fr-CA"), ("fr/".to_owned(), "fr-CA"));
    assert_eq!(language("en-GB"), (String::new(), "en-GB"));
    assert_eq!(language("de-DE"), (String::new(), "en"));
}

#[test]
fn hostile_names_stay_text() {
    let rendered = render_built_in(
        &saved("<script>alert(1)</script>"),
        "http://s.localhost",
        None,
        &mail("\"><img src=x>"),
    )
    .unwrap();
    assert!(!rendered.html.contains("<script"), "{}", rendered.html);
    assert!(!rendered.html.contains("<img"), "{}", rendered.html);
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let rendered = render_built_in(&saved("Blue"), "http://s.localhost", None, &mail("Ann")).unwrap();
    for foreign in ["fonts.googleapis", "@import", "<link"] {
        assert!(!rendered.html.contains(foreign), "{foreign}");
    }
}

#[test]
fn senders_are_of_the_sites_host() {
    assert_eq!(sender("http://blue.localhost:8080"), "no-reply@blue.localhost");
    assert_eq!(sender("https://shop.example.com"), "no-reply@shop.example.com");
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
fn a_logo_stands_beside_the_companys_name() {
    let logo = "http://s.localhost/uploads/a.png";
    let rendered = render_built_in(&saved("Blue"), "http://s.localhost", Some(logo), &mail("Ann")).unwrap();
    assert!(rendered.html.contains(&format!("src=\"{logo}\"")), "{}", rendered.html);
    assert!(rendered.html.contains(">Blue<"), "{}", rendered.html);
}

/// What the site of a test puts in place of built-in templates.
fn of_its_own(templates: &[(&str, &str)]) -> Vec<OwnTemplate> {
    let template = |(name, source): &(&str, &str)| OwnTemplate {
        name: (*name).to_owned(),
        source: (*source).to_owned(),
    };
    templates.iter().map(template).collect()
}

#[test]
fn a_sites_own_template_takes_the_place_of_the_built_in_one() {
    let own = of_its_own(&[
        ("email_confirmation.subject", "Hi {{ first_name }} from {{ company }}"),
        (
            "layout.mjml",
            "<mjml><mj-body><mj-section><mj-column>{% block content %}{% endblock %}</mj-column></mj-section></mj-body></mjml>",
        ),
    ]);
    for locale in ["en-US", "fr-CA"] {
        let mut saved = saved("Blue");
        saved.config.locale = locale.to_owned();
        own::check(&own, &saved).unwrap();
        let (folder, _) = language(locale);
        let environment = own::environment(&own, &folder).unwrap();
        let rendered = render(&environment, &saved, "http://s.localhost", None, &mail("Ann")).unwrap();
        assert_eq!(rendered.subject, "Hi Ann from Blue");
        assert!(
            !rendered.html.contains(">Blue<"),
            "the layout is the site's own: {}",
            rendered.html
        );
    }
}

/// What is said of a template of the site's own.
fn mistake_in(name: &str, source: &str) -> Mistake {
    own::check(&of_its_own(&[(name, source)]), &saved("Blue")).unwrap_err()
}

#[test]
fn mistakes_are_found_with_their_line() {
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
        ("receipt.mjml", "<mjml><mj-body>", "end of stream"),
        (
            "receipt.txt",
            "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
            "fuel",
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
fn what_a_site_writes_escapes_what_people_enter() {
    let own = of_its_own(&[(
        "email_confirmation.mjml",
        "<mjml><mj-body><mj-section><mj-column><mj-text>{{ first_name }}</mj-text></mj-column></mj-section></mj-body></mjml>",
    )]);
    let environment = own::environment(&own, "").unwrap();
    let rendered = render(&environment, &saved("Blue"), "http://s", None, &mail("<script>")).unwrap();
    assert!(!rendered.html.contains("<script>"), "{}", rendered.html);
}
