//! Site config: the settings for a site's theme and features. The JSON Schema (docs/schema), the OpenAPI type and the
//! client's TypeScript type are generated from this type.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use platform::money::Currency;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::colour::HexColour;
use super::navigation::{self, HomeCard, NavItem};

/// The schema version written by this build.
pub const SCHEMA_VERSION: &str = "1.1.0";

/// Site config. Missing keys get their defaults. Unknown keys survive a save.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SiteConfig {
    /// Version of this schema, such as `1.2`.
    pub version: String,
    pub company_name: String,
    pub contact: Contact,
    pub business: Business,
    /// The merchant's introduction on the support page.
    pub about: String,
    /// Path of an image.
    pub logo: String,
    /// Path of a square image with an opaque background, for the installed app.
    pub icon: String,
    /// Path of a video behind the desktop home page; empty for none.
    pub home_video: String,
    /// Gift card name.
    pub card_name: String,
    pub google_map: MapView,
    /// Whether the web shop is enabled. Without it, the site is for mobile devices only.
    #[serde(rename = "has_ecom")]
    pub has_ecom: bool,
    #[serde(rename = "has_app")]
    pub has_app: bool,
    /// Whether a location must be chosen before shopping.
    pub force_locations: bool,
    pub loyalty_program: bool,
    #[serde(rename = "showPWAShadow")]
    pub show_pwa_shadow: bool,
    pub img_parallax: bool,
    /// Path of the image at the top of the mobile home page.
    #[serde(rename = "PWAHomeImage")]
    pub pwa_home_image: String,
    pub bubbles: Bubbles,
    pub app_store: AppStore,
    #[serde(rename = "VAPIDKey")]
    pub vapid_key: String,
    /// Merchant's Firebase project, for push notifications to apps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub firebase_config: Option<FirebaseConfig>,
    /// 5 to 15; divided by ten for display.
    #[schemars(range(min = 5, max = 15))]
    pub font_size: u8,
    /// Custom names for parts of the shop, such as `airPay`.
    pub nav_words: BTreeMap<String, String>,
    pub menu_items: Vec<NavItem>,
    pub shop_items: Vec<NavItem>,
    pub carousel: Vec<Slide>,
    /// At most eight cards.
    pub home_cards: Vec<HomeCard>,
    /// ID of the wash club joined by the test screen `/testing/resignup`; not in production.
    pub resign_up_product_id: i64,
    /// Names of disabled routes.
    pub disabled_routes: Vec<String>,
    pub themes: Themes,
    /// ISO 4217 currency of all prices.
    #[schemars(with = "String")]
    #[schema(value_type = String)]
    pub currency: Currency,
    /// Whether prices are shown with tax, as required in some countries. Charges and the ledger are the same either
    /// way.
    pub prices_include_tax: bool,
    /// IANA name.
    #[serde(with = "jiff::fmt::serde::tz::required")]
    #[schemars(with = "String")]
    #[schema(value_type = String, default = "UTC")]
    pub time_zone: TimeZone,
    /// BCP 47 tags of the site's languages. The first is the language of the merchant's texts and the default for requests.
    pub languages: Vec<String>,
    /// First of `languages`.
    pub locale: String,
    /// ISO 3166 code; determines the format of phone numbers.
    pub country: String,
    pub brand: Brand,
    pub air_pay_limits: AirPayLimits,
    /// Keys unknown to this build, kept unchanged.
    #[serde(flatten)]
    #[schemars(skip)]
    #[schema(ignore)]
    pub other: Map<String, Value>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(default)]
pub struct Contact {
    pub phone: String,
    /// Email address for customers, apart from support.
    pub email: String,
}

/// Seller in emails, receipts, policies and structured data. Its trading name is `companyName`, its country the site's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Business {
    /// Registered name; empty if it is the trading name.
    pub legal_name: String,
    pub address1: String,
    pub address2: String,
    pub city: String,
    /// State or province, where the country's addresses have one.
    pub state: String,
    pub zip_code: String,
    /// Sales tax or VAT number, as printed on receipts.
    pub tax_number: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(default)]
pub struct MapView {
    pub zoom: f64,
    pub center: MapPoint,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(default)]
pub struct MapPoint {
    pub lat: f64,
    pub lng: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(default)]
pub struct Bubbles {
    pub enabled: bool,
    /// 1 to 20.
    #[schemars(range(min = 1, max = 20))]
    pub number: u8,
}

/// Maximum that a customer's card can be charged at kiosks per local day; 0: no charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AirPayLimits {
    pub charges_per_day: u32,
    /// Minor units.
    pub amount_per_day: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(default)]
pub struct AppStore {
    pub apple: String,
    pub google: String,
}

/// Configuration for Firebase SDKs, from the Firebase console. Contains no secrets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FirebaseConfig {
    pub api_key: String,
    pub auth_domain: String,
    pub project_id: String,
    pub storage_bucket: String,
    pub messaging_sender_id: String,
    pub app_id: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Slide {
    pub headline: String,
    pub text: String,
    /// Tag of the button's menu item.
    pub tag: String,
    /// Tag of a shop page, if `tag` is `_SHOP`.
    pub href: String,
    pub button_text: String,
    pub image: String,
    #[schema(value_type = Option<String>)]
    pub color: Option<HexColour>,
}

/// Custom colors that override those derived from the brand color.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(default)]
pub struct Themes {
    pub light: Theme,
    pub dark: Theme,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(default)]
pub struct Theme {
    pub modal: Surface,
    pub button: Surface,
    pub input: Surface,
    pub mobile: MobileTheme,
}

/// Colors of a type of surface. Missing colors are derived from the brand color.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(default)]
pub struct Surface {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub background: Option<HexColour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub text: Option<HexColour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub border: Option<HexColour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub bar: Option<HexColour>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MobileTheme {
    #[serde(flatten)]
    pub surface: Surface,
    pub home_cards: Vec<HomeCardColours>,
    pub loyalty_card: Surface,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(default)]
pub struct HomeCardColours {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub card: Option<HexColour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub icon: Option<HexColour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub text: Option<HexColour>,
}

/// Merchant's branding. Everything but the colors comes from a closed list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(default)]
pub struct Brand {
    #[schema(value_type = String)]
    pub primary: HexColour,
    #[schema(value_type = String)]
    pub accent: HexColour,
    pub radius: Radius,
    pub density: Density,
    pub shadow: Shadow,
    pub font: Font,
    pub scheme: Scheme,
}

macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($variant:ident),+ }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, JsonSchema, ToSchema,
        )]
        #[serde(rename_all = "lowercase")]
        #[strum(serialize_all = "lowercase", const_into_str)]
        pub enum $name { #[default] $($variant),+ }
    };
}

choice!(
    /// Corner radius.
    Radius { Soft, Sharp, Rounded, Pill }
);
choice!(
    /// Spacing between elements.
    Density { Cosy, Compact, Airy }
);
choice!(
    /// Shadow of surfaces.
    Shadow { Soft, None, Hairline, Deep }
);
choice!(
    /// Font families hosted by Suds.
    Font { Inter, Nunito, Barlow, Fraunces, Fredoka }
);
choice!(
    /// Default theme.
    Scheme { System, Light, Dark }
);

impl Default for SiteConfig {
    fn default() -> Self {
        Self {
            version: SCHEMA_VERSION.to_owned(),
            company_name: String::new(),
            contact: Contact::default(),
            business: Business::default(),
            about: String::new(),
            logo: String::new(),
            icon: String::new(),
            home_video: String::new(),
            card_name: "Gift Card".to_owned(),
            google_map: MapView::default(),
            has_ecom: true,
            has_app: true,
            force_locations: false,
            loyalty_program: false,
            show_pwa_shadow: true,
            img_parallax: false,
            pwa_home_image: String::new(),
            bubbles: Bubbles::default(),
            app_store: AppStore::default(),
            vapid_key: String::new(),
            firebase_config: None,
            font_size: 10,
            nav_words: BTreeMap::new(),
            menu_items: navigation::default_menu(),
            shop_items: navigation::default_shop(),
            carousel: Vec::new(),
            home_cards: navigation::default_home_cards(),
            resign_up_product_id: 52,
            disabled_routes: Vec::new(),
            themes: Themes::default(),
            currency: Currency::USD,
            prices_include_tax: false,
            time_zone: TimeZone::UTC,
            languages: Vec::new(),
            locale: "en-US".to_owned(),
            country: "US".to_owned(),
            brand: Brand::default(),
            air_pay_limits: AirPayLimits::default(),
            other: Map::new(),
        }
    }
}

impl SiteConfig {
    /// Tags of the site's languages, default first.
    pub fn languages(&self) -> impl Iterator<Item = &str> + Clone {
        let own = std::iter::once(self.locale.as_str());
        own.chain(self.languages.iter().skip(1).map(String::as_str))
    }
}

impl Default for MapView {
    fn default() -> Self {
        Self {
            zoom: 11.0,
            center: MapPoint::default(),
        }
    }
}

impl Default for Bubbles {
    fn default() -> Self {
        Self {
            enabled: false,
            number: 15,
        }
    }
}

impl Default for AirPayLimits {
    fn default() -> Self {
        Self {
            charges_per_day: 10,
            amount_per_day: 20_000,
        }
    }
}

impl Default for Brand {
    fn default() -> Self {
        Self {
            primary: HexColour::from_rgb(0x0b, 0x7a, 0x75),
            accent: HexColour::from_rgb(0xff, 0xc1, 0x45),
            radius: Radius::default(),
            density: Density::default(),
            shadow: Shadow::default(),
            font: Font::default(),
            scheme: Scheme::default(),
        }
    }
}
