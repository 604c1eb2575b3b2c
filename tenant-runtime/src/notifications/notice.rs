//! Events that customers are notified of, their topics and texts. Pure.

use platform::http::Text;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::language::Locale;

/// Topic of a notification. Customers choose which topics are pushed to their devices.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr,
)]
#[schema(as = NoticeSubject)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Subject {
    /// Wash club and its billing periods.
    Club,
    /// Gifts sent and received.
    Gifts,
    /// Points, referrals, deals.
    Rewards,
    /// Purchases and shipments.
    Purchases,
    /// Account security.
    Account,
    /// Messages from staff.
    Messages,
}

/// An event to notify about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Notice {
    /// Points became a wallet item.
    AwardEarned,
    /// A member canceled a club, which can still be used.
    ClubCancelled,
    /// A club replaced another.
    ClubChanged,
    /// A club was chosen for the months after the paid one.
    ClubChosen,
    /// The card that pays for a club expires soon.
    ClubCardExpires,
    /// A membership ended.
    ClubEnded,
    /// A membership ended because it wasn't paid.
    ClubGivenUp,
    /// A club is paused.
    ClubPaused,
    /// The price of a club changes.
    ClubPrice,
    /// A paused club resumed.
    ClubResumed,
    /// A canceled club was reactivated.
    ClubReactivated,
    /// The next month of a club is paid.
    ClubRenewed,
    /// A club can't be used until it is paid.
    ClubSuspended,
    /// The card was declined for a month of a club.
    ClubUnpaid,
    /// A deal or promo code was claimed.
    OfferClaimed,
    /// A gift was added to the wallet.
    GiftReceived,
    /// The recipient's mailbox rejects the email with a gift.
    GiftUndelivered,
    /// The customer's mailbox rejects the email with the number of a gift card.
    CardUndelivered,
    /// Goods of an order were shipped.
    GoodsShipped,
    /// A referral was rewarded, on either side.
    ReferralRewarded,
    /// The card on file was charged at a kiosk.
    PaidAtKiosk,
    /// Staff sent a message, with their text.
    Message,
    /// Staff added something to the wallet.
    ItemGranted,
    /// Staff changed the email address.
    EmailChanged,
    /// The password was changed, and all other sessions ended.
    PasswordChanged,
}

/// Variables of a notification.
#[derive(Clone, Debug, Default)]
pub(super) struct News {
    /// See [`About`](super::inbox::About).
    pub(super) name: Option<String>,
    pub(super) recipient: Option<String>,
    /// For a message: as written by staff.
    pub(super) title: Option<String>,
    pub(super) body: Option<String>,
}

impl Notice {
    pub(super) const fn subject(self) -> Subject {
        self.row().subject
    }

    /// Path of the page with details.
    pub(super) const fn page(self) -> &'static str {
        self.row().page
    }

    /// Type of the club email. `None`: another email or none is sent.
    #[must_use]
    pub const fn email(self) -> Option<&'static str> {
        self.row().email
    }

    /// Title and body in the language of `locale`. `name` and `recipient`: see [`About`](super::inbox::About).
    fn told(self, locale: &Locale, name: Option<String>, recipient: Option<String>) -> (String, String) {
        let Row { title, body, .. } = self.row();
        let body = Text::new(body)
            .with("name", name.unwrap_or_default())
            .with("recipient", recipient.unwrap_or_default());
        (locale.say(title), locale.say(body))
    }

    /// The same with the site's name, `company`. `written`: title and body of a message from staff.
    pub(super) fn told_by(self, locale: &Locale, company: &str, news: News) -> (String, String) {
        if self != Self::Message {
            return self.told(locale, news.name, news.recipient);
        }
        let Row { title, body, .. } = self.row();
        let said = |text, written: Option<String>| {
            written.unwrap_or_else(|| locale.say(Text::new(text).with("companyName", company.to_owned())))
        };
        (said(title, news.title), said(body, news.body))
    }

    /// One row per event: everything about how customers are notified.
    const fn row(self) -> Row {
        match self {
            Self::AwardEarned => Row::of(
                Subject::Rewards,
                WALLET,
                "You earned an award",
                "You earned {name}. It's in your wallet.",
            ),
            Self::ReferralRewarded => Row::of(
                Subject::Rewards,
                WALLET,
                "Your referral reward",
                "You received {name} for a referral. Thank you!",
            ),
            Self::ClubCancelled => Row::club(
                Some("club_cancelled"),
                "Wash Club Canceled",
                "You can continue to use your wash club until your next billing date.",
            ),
            Self::ClubChanged => Row::club(
                Some("club_changed"),
                "Wash Club Changed",
                "Your wash club is now {name}. We credited the unused days of your previous club.",
            ),
            Self::ClubChosen => Row::club(
                Some("club_chosen"),
                "Wash Club Changed",
                "{name} starts on your next billing date. Nothing was charged, and your current club stays active until then.",
            ),
            Self::ClubCardExpires => Row::club(
                Some("club_card_expires"),
                "Your card expires soon",
                "The card that pays for {name} expires soon. Add another card to keep your club active.",
            ),
            Self::ClubEnded => Row::club(
                Some("club_ended"),
                "Wash Club Ended",
                "Your {name} membership has ended. You can join again anytime.",
            ),
            Self::ClubGivenUp => Row::club(
                Some("club_given_up"),
                "Wash Club Ended",
                "Your {name} membership has ended because we couldn't charge your card. You can join again anytime.",
            ),
            Self::ClubPaused => Row::club(
                Some("club_paused"),
                "Wash Club Paused",
                "{name} is paused. You won't be charged until it resumes.",
            ),
            Self::ClubPrice => Row::club(
                Some("club_price"),
                "Wash Club Price Change",
                "The price of {name} is changing. See our email for the new price and its start date.",
            ),
            Self::ClubResumed => Row::club(Some("club_resumed"), "Wash Club Resumed", "You can use {name} again."),
            Self::ClubRenewed => Row::club(
                None,
                "Wash Club Renewed",
                "{name} has renewed. We emailed you the receipt.",
            ),
            Self::ClubSuspended => Row::club(
                Some("club_suspended"),
                "Wash Club Suspended",
                "Your {name} membership is suspended until it's paid. Update your card.",
            ),
            Self::ClubUnpaid => Row::club(
                Some("club_unpaid"),
                "Your payment didn't go through",
                "We couldn't charge your card for {name}. Update your card to keep your club active.",
            ),
            Self::ClubReactivated => Row::club(
                Some("club_reactivated"),
                "Wash Club Reactivated",
                "Your {name} membership is active again.",
            ),
            // With custom text: see `told_by`.
            Self::Message => Row::of(
                Subject::Messages,
                "/notifications",
                "{companyName}",
                "You have a new message from {companyName}.",
            ),
            Self::OfferClaimed | Self::ItemGranted => Row::of(
                Subject::Rewards,
                WALLET,
                "Added to your Wallet!",
                "{name} is now in your wallet.",
            ),
            Self::EmailChanged => Row::of(
                Subject::Account,
                "/account",
                "Your email address was changed",
                "Our team changed your account's email address. Confirm the new one using the email we sent there.",
            ),
            Self::GiftReceived => Row::of(
                Subject::Gifts,
                WALLET,
                "A Gift For You",
                "You received a gift. It's in your wallet.",
            ),
            Self::GiftUndelivered => Row::of(
                Subject::Gifts,
                PURCHASES,
                "Your gift wasn't delivered",
                "We couldn't email {name}, your gift, to {recipient}. See our email for your options.",
            ),
            Self::CardUndelivered => Row::of(
                Subject::Purchases,
                PURCHASES,
                "Your gift card wasn't delivered",
                "We couldn't email you the card number for {name}. Check your email address, then resend it from your purchases.",
            ),
            Self::GoodsShipped => Row::of(
                Subject::Purchases,
                PURCHASES,
                "Your order shipped",
                "Your order is on its way.",
            ),
            Self::PaidAtKiosk => Row::of(
                Subject::Purchases,
                PURCHASES,
                "Paid with AirPAY",
                "Your card was charged for {name}. We emailed you the receipt.",
            ),
            Self::PasswordChanged => Row::of(
                Subject::Account,
                "/account",
                "Password updated!",
                "Your password was changed. If this wasn't you, reset it now.",
            ),
        }
    }
}

const WALLET: &str = "/wallet";
const PURCHASES: &str = "/purchaseHistory";

/// Channels and texts of an event.
#[derive(Clone, Copy)]
struct Row {
    /// Category for customers' push settings.
    subject: Subject,
    /// Path of the page with details.
    page: &'static str,
    /// Type of the club email. `None`: another email or none is sent.
    email: Option<&'static str>,
    title: &'static str,
    /// With the placeholders of [`About`](super::inbox::About).
    body: &'static str,
}

impl Row {
    const fn of(subject: Subject, page: &'static str, title: &'static str, body: &'static str) -> Self {
        Self {
            subject,
            page,
            email: None,
            title,
            body,
        }
    }

    const fn club(email: Option<&'static str>, title: &'static str, body: &'static str) -> Self {
        Self {
            subject: Subject::Club,
            page: "/washClub",
            email,
            title,
            body,
        }
    }
}
