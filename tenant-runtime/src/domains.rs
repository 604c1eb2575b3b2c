//! All domains with their contributions, from lowest to highest. A new domain is a folder and a row here.

#[macro_use]
mod rows;

use crate::domain::{
    Check, CurrencyObjection, Domain, Domains, Export, Load, Step, StepKind, Waiting, WaitingKind, exported,
};
use crate::language::Locale;
use crate::notifications::{bounces, inbox, push};
use crate::{
    audit, back_office, billing, catalog, check, checklist, checkout, clubs, gift_cards, gifts, identity, ledger,
    loyalty, notifications, offers, opening, payments, privacy, reports, site, staff, survey, temp_tokens, terminal,
    waiting, wallet,
};

pub static DOMAINS: Domains = &[
    Domain {
        routes: site::routes,
        checks: checks![
            check::damage,
            check::dangling_references,
            check::failed_jobs,
            check::late_jobs
        ],
        steps: steps![
            Contact, |tenant, db| site::has_contact(db);
            Appearance, |tenant, db| site::is_dressed(db)
        ],
        ..Domain::new("site")
    },
    Domain {
        routes: payments::routes,
        jobs: payments::register_jobs,
        currency_objection: Some(|db, tenant, currency| Box::pin(payments::currency_objection(db, tenant, currency))),
        forget: Some(|db, tenant, id| Box::pin(payments::forget(db, tenant, id))),
        exports: &[export!("card.json", |tenant, db, person| payments::card_on_file(
            db, person.id
        ))],
        checks: checks![
            check::orders_off_their_payments,
            check::orders_charged_twice,
            check::locked_cards_off_the_audit_log,
            check::payments_off_their_account,
        ],
        ..Domain::new("payments")
    },
    Domain {
        routes: notifications::routes,
        jobs: |handlers, runtime| {
            notifications::register_jobs(handlers, runtime, |db, session, now| {
                Box::pin(identity::live_person(db, session, now))
            });
        },
        forget: Some(|db, _, id| Box::pin(async move { Ok(notifications::forget(db, id).await?) })),
        exports: &[
            export!("notifications.json", |tenant, db, person| inbox::of_person(
                tenant, db, person
            )),
            export!("push-devices.json", |tenant, db, person| push::devices_of(
                db, person.id
            )),
        ],
        checks: checks![check::devices_of_others],
        waiting: waits![
            BouncedMails, |tenant, db| bounces::count(db);
            FailedTemplates, |tenant, db| notifications::mail::failed_templates::count(db);
        ],
        ..Domain::new("notifications")
    },
    Domain {
        routes: identity::routes,
        jobs: identity::register_jobs,
        subscription: Some(|db, tenant, event| Box::pin(identity::on_event(db, tenant, event))),
        objection: Some(|db, id| Box::pin(identity::objection(db, id))),
        forget: Some(|db, tenant, id| Box::pin(identity::forget(db, tenant, id))),
        exports: &[
            export!("account.json", |tenant, db, person| identity::load_account(
                db, person.id
            )),
            export!("accepted-texts.json", |tenant, db, person| identity::accepted_texts(
                db, person.id
            )),
            export!("vehicle.json", |tenant, db, person| identity::vehicle_of(db, person.id)),
            export!("devices.json", |tenant, db, person| identity::devices(db, person.id)),
            export!("sessions.json", |tenant, db, person| identity::sessions(db, person.id)),
        ],
        checks: checks![check::traces_of_deleted_customers, check::names_off_their_folding],
        steps: steps![Mail, |tenant, db| identity::has_tried_mail(db)],
        ..Domain::new("identity")
    },
    Domain {
        routes: staff::routes,
        jobs: staff::register_jobs,
        forget: Some(|db, _, id| Box::pin(async move { Ok(staff::forget(db, id).await?) })),
        steps: steps![People, |tenant, db| staff::are_several(db)],
        subscription: Some(|db, tenant, event| Box::pin(staff::on_event(db, tenant, event))),
        ..Domain::new("staff")
    },
    Domain {
        routes: catalog::routes,
        waiting: waits![LowStock, |tenant, db| catalog::low_stock(db)],
        subscription: Some(|db, tenant, event| Box::pin(catalog::on_event(db, tenant, event))),
        ..Domain::new("catalog")
    },
    Domain {
        routes: clubs::routes,
        jobs: clubs::register_jobs,
        subscription: Some(|db, tenant, event| Box::pin(clubs::on_event(db, tenant, event))),
        needs_card: Some(|db, id| Box::pin(clubs::needs_card(db, id))),
        forget: Some(|db, tenant, id| {
            Box::pin(async move { Ok(clubs::end_for_deletion(db, id, tenant.now()).await?) })
        }),
        exports: &[export!("wash-club.json", |tenant, db, person| clubs::washclub_of(
            tenant,
            db,
            person.id,
            &Locale::english()
        ))],
        checks: checks![
            check::lines_without_their_club,
            check::paid_months_without_an_order,
            check::broken_memberships,
            check::credits_off_their_month,
            check::plans_off_their_membership,
            check::prices_off_their_plan,
            check::limits_off_their_plan,
            check::locations_off_their_sale,
            check::free_months_off_their_plan,
            check::months_off_their_price,
            check::pauses_off_the_audit_log,
        ],
        waiting: waits![UnpaidMembers, |tenant, db| clubs::unpaid_members(db)],
        ..Domain::new("clubs")
    },
    Domain {
        routes: survey::routes,
        forget: Some(|db, _, id| Box::pin(async move { Ok(survey::forget(db, id).await?) })),
        exports: &[export!("survey.json", |tenant, db, person| survey::responses_of(
            db, person.id
        ))],
        ..Domain::new("survey")
    },
    Domain {
        routes: wallet::routes,
        jobs: wallet::register_jobs,
        subscription: Some(|db, _, event| Box::pin(async move { Ok(wallet::on_event(db, event).await?) })),
        forget: Some(|db, _, id| Box::pin(async move { Ok(wallet::revoke_all(db, id).await?) })),
        exports: &[export!("wallet.json", |tenant, db, person| wallet::items_of(
            tenant, db, person.id
        ))],
        checks: checks![
            check::codes_off_their_uses,
            check::codes_off_their_purchase,
            check::codes_off_their_buyer,
            check::unreadable_codes,
            check::lines_without_their_code,
            check::codes_of_returned_lines,
            check::codes_of_disputed_orders,
        ],
        ..Domain::new("wallet")
    },
    Domain {
        jobs: ledger::register_jobs,
        currency_objection: Some(|db, _, _| {
            Box::pin(async move { Ok(ledger::has_entries(db).await?.then_some(CurrencyObjection::Sold)) })
        }),
        checks: checks![check::unbalanced_transactions, check::broken_seals],
        ..Domain::new("ledger")
    },
    Domain {
        routes: offers::routes,
        subscription: Some(|db, tenant, event| Box::pin(offers::on_event(db, tenant, event))),
        exports: &[export!("offers.json", |tenant, db, person| offers::claims_of(
            db, person.id
        ))],
        checks: checks![check::offers_off_their_claims, check::codes_off_their_offer],
        ..Domain::new("offers")
    },
    Domain {
        routes: gift_cards::routes,
        jobs: gift_cards::register_jobs,
        exports: &[export!("gift-cards.json", |tenant, db, person| gift_cards::bought_by(
            db, person.id
        ))],
        checks: checks![
            check::overdrawn_gift_cards,
            check::gift_cards_off_their_account,
            check::gift_cards_off_their_order,
            check::adjustments_off_the_audit_log,
            check::holds_off_their_card,
            check::holds_off_their_amount,
            check::void_cards_with_a_value,
            check::unreadable_gift_cards,
            check::holds_off_their_account,
            check::holds_without_a_release,
            check::blocked_cards_off_the_audit_log,
            check::lines_without_their_gift_card,
        ],
        ..Domain::new("gift_cards")
    },
    Domain {
        routes: gifts::routes,
        jobs: gifts::register_jobs,
        subscription: Some(|db, tenant, event| Box::pin(gifts::on_event(db, tenant, event))),
        forget: Some(|db, _, id| Box::pin(async move { Ok(gifts::forget(db, id).await?) })),
        exports: &[export!("gifts.json", |tenant, db, person| gifts::of_customer(
            db, person.id
        ))],
        checks: checks![
            check::misplaced_gifts,
            check::codes_without_an_owner,
            check::gifts_without_an_end,
        ],
        ..Domain::new("gifts")
    },
    Domain {
        routes: loyalty::routes,
        jobs: loyalty::register_jobs,
        subscription: Some(|db, tenant, event| Box::pin(loyalty::on_event(db, tenant, event))),
        forget: Some(|db, tenant, id| Box::pin(loyalty::forget(db, tenant, id))),
        exports: &[
            export!("points.json", |tenant, db, person| loyalty::entries_of(db, person.id)),
            export!("referrals.json", |tenant, db, person| loyalty::referrals_of(
                db, person.id
            )),
        ],
        checks: checks![
            check::awards_beyond_points,
            check::awards_without_a_job,
            check::points_off_their_lines,
            check::points_off_their_price,
            check::adjusted_points_off_the_audit_log,
            check::points_without_a_source,
            check::rewards_off_their_points,
            check::expired_points_of_live_accounts,
            check::referrals_without_a_job,
            check::rewards_off_their_referrals,
        ],
        ..Domain::new("loyalty")
    },
    Domain {
        routes: checkout::routes,
        jobs: checkout::register_jobs,
        currency_objection: Some(|db, _, _| {
            Box::pin(async move { Ok(checkout::has_orders(db).await?.then_some(CurrencyObjection::Sold)) })
        }),
        objection: Some(|db, id| Box::pin(checkout::objection(db, id))),
        forget: Some(|db, _, id| Box::pin(async move { Ok(checkout::forget(db, id).await?) })),
        exports: &[
            export!("purchases.json", |tenant, db, person| checkout::purchases_of(
                db, person.id
            )),
            export!("addresses.json", |tenant, db, person| checkout::addresses_of(
                db, person.id
            )),
        ],
        checks: checks![
            check::orders_off_their_lines,
            check::lines_off_their_tax,
            check::orders_off_their_ledger,
            check::orders_off_their_sales,
            check::orders_off_their_booking,
            check::currencies_off_the_site,
            check::orders_without_their_key,
            check::goods_off_their_shipment,
            check::refunds_off_their_lines,
            check::refunds_off_the_audit_log,
            check::refunds_without_an_audit_event,
            check::refunds_off_their_order,
            check::voids_off_their_order,
            check::parts_off_their_line,
            check::refunds_without_their_gift_card,
            check::memberships_that_outlive_their_refund,
            check::open_orders_without_a_look_up,
            check::open_refunds_without_a_look_up,
            check::orders_off_their_discount,
            check::disputes_off_their_books,
            check::disputes_off_the_audit_log,
        ],
        waiting: waits![
            UnknownCharges, |tenant, db| checkout::unknown_charges(db, tenant.now());
            FlaggedOrders, |tenant, db| checkout::flagged_orders(db);
            UnknownRefunds, |tenant, db| checkout::unknown_refunds(db);
            OpenDisputes, |tenant, db| checkout::open_disputes(db);
            GoodsToSend, |tenant, db| checkout::goods_to_send(db)
        ],
        steps: steps![Sale, |tenant, db| checkout::has_sold(db)],
        ..Domain::new("checkout")
    },
    Domain {
        jobs: billing::register_jobs,
        subscription: Some(|db, tenant, event| Box::pin(billing::on_event(db, tenant, event))),
        checks: checks![
            check::memberships_without_billing,
            check::months_off_their_membership,
            check::billing_dates_off_their_months,
            check::periods_off_their_anchor,
            check::late_retries,
            check::periods_paid_ahead,
        ],
        ..Domain::new("billing")
    },
    Domain {
        routes: temp_tokens::routes,
        forget: Some(|db, _, id| Box::pin(async move { Ok(temp_tokens::forget(db, id).await?) })),
        ..Domain::new("temp_tokens")
    },
    Domain {
        routes: terminal::routes,
        jobs: terminal::register_jobs,
        subscription: Some(|db, tenant, event| Box::pin(terminal::on_event(db, tenant, event))),
        forget: Some(|db, _, id| Box::pin(async move { Ok(terminal::forget(db, id).await?) })),
        exports: &[export!("kiosk-sales.json", |tenant, db, person| terminal::sales_of(
            db, person.id
        ))],
        checks: checks![
            check::codes_off_their_redemptions,
            check::codes_without_a_release,
            check::holds_without_an_end,
            check::club_uses_off_their_redemptions,
            check::kiosk_payments_without_an_end,
            check::kiosk_sales_off_their_ledger
        ],
        waiting: waits![SilentTerminals, |tenant, db| terminal::silent(db, tenant.now())],
        steps: steps![Terminal, |tenant, db| terminal::is_any_paired(db)],
        ..Domain::new("terminal")
    },
    Domain {
        routes: audit::routes,
        ..Domain::new("audit")
    },
    Domain {
        routes: back_office::routes,
        jobs: back_office::register_jobs,
        ..Domain::new("back_office")
    },
    Domain {
        routes: reports::routes,
        ..Domain::new("reports")
    },
    Domain {
        routes: waiting::routes,
        waiting: waits![
            ClockHeld, |tenant, db| waiting::clock_held(tenant, db);
            UndeliveredMails, |tenant, db| waiting::undelivered_mails(db);
            DeadJobs, |tenant, db| waiting::dead_jobs(db)
        ],
        ..Domain::new("waiting")
    },
    Domain {
        routes: opening::routes,
        ..Domain::new("opening")
    },
    Domain {
        routes: checklist::routes,
        ..Domain::new("checklist")
    },
    Domain {
        routes: privacy::routes,
        jobs: privacy::register_jobs,
        checks: checks![privacy::rows_of_deleted_customers],
        ..Domain::new("privacy")
    },
];
