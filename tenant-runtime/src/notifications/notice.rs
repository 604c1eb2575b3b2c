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
    /// The wash club and its months.
    Club,
    /// Gifts, on either side.
    Gifts,
    /// Points, referrals, deals.
    Rewards,
    /// Purchases and shipments.
    Purchases,
    /// The account's safety.
    Account,
    /// Messages from staff.
    Messages,
}

/// An event worth telling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Notice {
    /// Points have become an item in the wallet.
    AwardEarned,
    /// A club was cancelled by its member, and can still be used.
    ClubCancelled,
    /// A club has taken the place of another.
    ClubChanged,
    /// For the months after the one that is paid.
    ClubChosen,
    /// The card that pays a club expires soon.
    ClubCardExpires,
    /// A membership is over.
    ClubEnded,
    /// A membership ended because it wasn't paid.
    ClubGivenUp,
    /// A club rests for a while.
    ClubPaused,
    /// A month of a club will cost something else.
    ClubPrice,
    /// A paused club resumed.
    ClubResumed,
    /// A canceled club was reactivated.
    ClubReactivated,
    /// The next month of a club is paid.
    ClubRenewed,
    /// A club cannot be used until it is paid.
    ClubSuspended,
    /// The card was declined for a month of a club.
    ClubUnpaid,
    /// A deal or promo code was claimed.
    OfferClaimed,
    /// A gift was put into the wallet.
    GiftReceived,
    /// The recipient's mailbox does not take the mail with a gift.
    GiftUndelivered,
    /// The customer's own mailbox does not take the mail with the number of a gift card.
    CardUndelivered,
    /// Goods of an order have left.
    GoodsShipped,
    /// A referral was rewarded, on either side.
    ReferralRewarded,
    /// The card on file was charged at a kiosk.
    PaidAtKiosk,
    /// Staff have written; the words are those of the message.
    Message,
    /// Staff have put something into the wallet.
    ItemGranted,
    /// Staff have changed the e-mail address.
    EmailChanged,
    /// The password was changed, and every other session ended.
    PasswordChanged,
}

/// Variables of a notification.
#[derive(Clone, Debug, Default)]
pub(super) struct News {
    /// See [`About`](super::inbox::About).
    pub(super) name: Option<String>,
    pub(super) recipient: Option<String>,
    /// Of a message: as staff wrote it.
    pub(super) title: Option<String>,
    pub(super) body: Option<String>,
}

impl Notice {
    pub(super) const fn subject(self) -> Subject {
        self.row().subject
    }

    /// Path of the page where there is more about it.
    pub(super) const fn page(self) -> &'static str {
        self.row().page
    }

    /// Kind of the club's email about it; `None`: another email says it, or none.
    #[must_use]
    pub const fn email(self) -> Option<&'static str> {
        self.row().email
    }

    /// Title and body in the words of `locale`. `name` and `recipient`: see [`About`](super::inbox::About).
    fn told(self, locale: &Locale, name: Option<String>, recipient: Option<String>) -> (String, String) {
        let Row { title, body, .. } = self.row();
        let body = Text::new(body)
            .with("name", name.unwrap_or_default())
            .with("recipient", recipient.unwrap_or_default());
        (locale.say(title), locale.say(body))
    }

    /// The same of what the site `company` tells. `written`: title and body as staff wrote them, where this is a message.
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

    /// One row an event: everything about how customers learn of it.
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
                "We couldn't email you the number of {name}. Check your email address, then resend it from your purchases.",
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
    /// By which customers choose whether it is pushed.
    subject: Subject,
    /// Path of the page where there is more about it.
    page: &'static str,
    /// Kind of the club's email about it; `None`: another email says it, or none.
    email: Option<&'static str>,
    title: &'static str,
    /// With the places of [`About`](super::inbox::About).
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
