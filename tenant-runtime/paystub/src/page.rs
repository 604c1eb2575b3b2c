//! Page for entering a card: the same for every processor, with the processor's name.

use quick_xml::escape::escape;
use serde::Deserialize;

use crate::book::Card;
use crate::chance;
use crate::magic::{self, Brand, Expiry};

/// Fields of the page's form.
#[derive(Deserialize)]
pub(crate) struct Entered {
    #[serde(default)]
    pub(crate) action: String,
    #[serde(default)]
    card_number: String,
    #[serde(default)]
    expiry: String,
    #[serde(default)]
    cvv: String,
}

/// A card as typed and checked. The number lives only as long as the request.
pub(crate) struct TypedCard {
    pub(crate) number: String,
    pub(crate) expiry: Expiry,
}

impl TypedCard {
    /// The card as it enters the vault of `merchant`. Its number ends here.
    pub(crate) fn vaulted(self, token: String, merchant: String, customer: Option<String>) -> Card {
        let number = self.number;
        Card {
            token,
            merchant,
            first_six: number.get(..6).unwrap_or_default().to_owned(),
            last_four: number.get(number.len() - 4..).unwrap_or_default().to_owned(),
            brand: Brand::of(&number),
            expiry: self.expiry,
            behaviour: magic::of_card(&number),
            customer,
            issuer_id: chance::digits(15),
            at: chance::now(),
        }
    }
}

/// Validation error of an entered card, by field.
pub(crate) struct Mistake {
    field: &'static str,
    text: &'static str,
}

impl Entered {
    pub(crate) fn cancelled(&self) -> bool {
        self.action == "cancel"
    }

    /// Checks the card against `(year, month)`, the present month.
    pub(crate) fn check(&self, today: (u16, u8)) -> Result<TypedCard, Mistake> {
        let number: String = self
            .card_number
            .chars()
            .filter(|c| !c.is_whitespace() && *c != '-')
            .collect();
        if !magic::luhn(&number) {
            return Err(Mistake {
                field: "card_number",
                text: "Enter a valid card number.",
            });
        }
        let expiry = Expiry::parse(&self.expiry).ok_or(Mistake {
            field: "expiry",
            text: "Please enter the expiry date as month and year.",
        })?;
        if (expiry.year, expiry.month) < today {
            return Err(Mistake {
                field: "expiry",
                text: "This card has expired.",
            });
        }
        let digits = if Brand::of(&number) == Brand::Amex { 4 } else { 3 };
        if self.cvv.len() != digits || !self.cvv.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Mistake {
                field: "cvv",
                text: "Please enter the security code of the card.",
            });
        }
        Ok(TypedCard { number, expiry })
    }
}

/// Card form. Its first button saves, so that Enter does too. `action` is its target, `processor` the
/// displayed name; an error is shown at its field.
pub(crate) fn card_form(processor: &str, action: &str, entered: Option<&Entered>, mistake: Option<&Mistake>) -> String {
    let field = |name: &str, label: &str, hint: &str, autocomplete: &str, longest: u8, value: &str| {
        let wrong = mistake.filter(|mistake| mistake.field == name);
        let (state, message) = match wrong {
            Some(mistake) => (
                format!(" aria-invalid=\"true\" aria-describedby=\"{name}-error\""),
                format!(
                    "<p class=\"error\" id=\"{name}-error\" role=\"alert\">{}</p>",
                    mistake.text
                ),
            ),
            None => (String::new(), String::new()),
        };
        format!(
            "<div class=\"{name}\"><label for=\"{name}\">{label}</label>\
             <input id=\"{name}\" name=\"{name}\" inputmode=\"numeric\" autocomplete=\"{autocomplete}\" maxlength=\"{longest}\" \
             placeholder=\"{hint}\" value=\"{}\"{state}>{message}</div>",
            escape(value)
        )
    };
    let number = entered.map_or("", |entered| entered.card_number.as_str());
    let expiry = entered.map_or("", |entered| entered.expiry.as_str());
    let body = format!(
        "<h1>Save a card</h1><p class=\"by\">Secure form by {}</p>\
         <form method=\"post\" action=\"{}\" novalidate>{}<div class=\"pair\">{}{}</div>\
         <div class=\"buttons\"><button name=\"action\" value=\"save\">Save card</button>\
         <button class=\"quiet\" name=\"action\" value=\"cancel\">Cancel</button></div></form>\
         <p class=\"test\">Test processor: only test cards, nothing is charged.</p>",
        escape(processor),
        escape(action),
        field(
            "card_number",
            "Card number",
            "1234 5678 9012 3456",
            "cc-number",
            23,
            number
        ),
        field("expiry", "Expiry", "MM/YY", "cc-exp", 7, expiry),
        field("cvv", "CVV", "123", "cc-csc", 4, ""),
    );
    document(processor, &body, FORM_SCRIPT)
}

/// A page that only says something.
pub(crate) fn message(processor: &str, title: &str, text: &str) -> String {
    document(
        processor,
        &format!("<h1>{}</h1><p>{}</p>", escape(title), escape(text)),
        "",
    )
}

/// A page whose form sends itself on to `action`, as the processors lead a browser back to the merchant.
pub(crate) fn send_on(processor: &str, action: &str, fields: &[(&str, String)]) -> String {
    let inputs: String = fields
        .iter()
        .map(|(name, value)| format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escape(value)))
        .collect();
    let body = format!(
        "<form method=\"post\" action=\"{}\">{inputs}<button>Continue</button></form>",
        escape(action)
    );
    document(processor, &body, "document.forms[0].submit()")
}

/// Page without its end tags, so that a dialect can append a script.
fn document(processor: &str, body: &str, script: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{}</title><style>{STYLE}</style></head><body><main>{body}</main><script>{script}</script>",
        escape(processor)
    )
}

const STYLE: &str = ":root{color-scheme:light dark;--ink:#1b2430;--soft:#56616f;--line:#8a94a1;--page:#fff;--field:#fff;\
--act:#0b5cab;--on:#fff;--bad:#b3261e}@media(prefers-color-scheme:dark){:root{--ink:#eef2f6;--soft:#b3bdc9;--line:#7d8895;\
--page:#171c22;--field:#20262e;--act:#8cc4ff;--on:#04203d;--bad:#ffb4ab}}*{box-sizing:border-box}\
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}\
main{max-width:26rem;margin:0 auto;padding:1.25rem}h1{font-size:1.25rem;margin:0}.by,.test{margin:0;color:var(--soft);\
font-size:.875rem}.by{margin-bottom:1.25rem}.test{margin-top:1.25rem}label{display:block;font-weight:600;font-size:.875rem;\
margin-bottom:.25rem}input{width:100%;min-height:3rem;padding:.5rem .75rem;font:inherit;letter-spacing:.02em;color:inherit;\
background:var(--field);border:1px solid var(--line);border-radius:.5rem}input:focus-visible,button:focus-visible{outline:3px \
solid var(--act);outline-offset:2px}input[aria-invalid]{border-color:var(--bad)}form>div,.pair>div{margin-bottom:1rem}\
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 1rem}.error{margin:.25rem 0 0;color:var(--bad);font-size:.875rem}\
.buttons{display:flex;flex-direction:row-reverse;gap:.75rem;margin:.5rem 0 0}button{flex:1;min-height:3rem;padding:.5rem 1rem;font:inherit;\
font-weight:600;color:var(--on);background:var(--act);border:1px solid var(--act);border-radius:.5rem;cursor:pointer}\
button.quiet{color:var(--act);background:transparent}";

/// Groups the number in fours and puts the slash into the date while typing; the page works without it.
const FORM_SCRIPT: &str = "(function(){var n=document.getElementById('card_number'),e=document.getElementById('expiry');\
n.addEventListener('input',function(){n.value=n.value.replace(/\\D/g,'').slice(0,19).replace(/(.{4})(?=.)/g,'$1 ')});\
e.addEventListener('input',function(){var d=e.value.replace(/\\D/g,'').slice(0,4);\
e.value=d.length>2?d.slice(0,2)+'/'+d.slice(2):d})})()";

#[cfg(test)]
mod tests {
    use super::*;

    fn entered(card_number: &str, expiry: &str, cvv: &str) -> Entered {
        Entered {
            action: "save".to_owned(),
            card_number: card_number.to_owned(),
            expiry: expiry.to_owned(),
            cvv: cvv.to_owned(),
        }
    }

    #[test]
    fn valid_card_is_accepted_in_any_format() {
        for number in ["4242424242424242", "4242 4242 4242 4242", "4242-4242-4242-4242"] {
            let card = entered(number, "11/26", "123").check((2026, 11)).ok().unwrap();
            assert_eq!(card.number, "4242424242424242");
        }
        assert!(entered("373599005095005", "12/30", "1234").check((2026, 11)).is_ok());
    }

    #[test]
    fn error_is_shown_at_its_field() {
        for (card, field) in [
            (entered("4242 4242 4242 4241", "11/26", "123"), "card_number"),
            (entered("4242424242424242", "10/26", "123"), "expiry"),
            (entered("4242424242424242", "x", "123"), "expiry"),
            (entered("4242424242424242", "11/26", "12"), "cvv"),
            (entered("4242424242424242", "11/26", "1234"), "cvv"),
        ] {
            let mistake = card.check((2026, 11)).err().unwrap();
            assert_eq!(mistake.field, field);
            let page = card_form("P", "/x", Some(&card), Some(&mistake));
            assert!(page.contains(&format!("id=\"{field}-error\" role=\"alert\"")), "{page}");
            assert!(!page.contains("value=\"123\""), "the security code is not sent back");
        }
    }

    #[test]
    fn entered_text_is_escaped_in_attributes() {
        let typed = entered("\"><script>", "", "");
        assert!(!card_form("P", "/x", Some(&typed), None).contains("\"><script>\""));
    }
}
