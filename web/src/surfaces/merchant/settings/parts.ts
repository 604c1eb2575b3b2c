import { i18n } from '@lingui/core';
import type { ComponentType } from 'react';
import type { Role } from '@/shared/api/types';
import { boot } from '@/shared/site/boot';
import { isAtLeast } from '../roles';

/** Settings section: title, description, minimum role and code. */
type Part = {
  label: () => string;
  /** Description in one sentence. */
  about: () => string;
  from: Role;
  /** Whether this site has it. Default: yes. */
  offered?: () => boolean;
  /** Loads the content of the section. */
  load: () => Promise<ComponentType>;
  /** Current value for the overview: a few words, or nothing until known. */
  set: () => Promise<ComponentType>;
};

/** Settings sections in display order, by URL name. */
export const parts = {
  opening: {
    label: () => i18n._('Opening'),
    about: () => i18n._('Setup guide and temporary closing'),
    from: 'owner',
    load: () => import('./opening/opening-part').then((m) => m.OpeningPart),
    set: () => import('./opening/opening-set').then((m) => m.OpeningSet),
  },
  business: {
    label: () => i18n._('Business details'),
    about: () => i18n._('Name, address, contacts, region and languages'),
    from: 'manager',
    load: () => import('./business/business-part').then((m) => m.BusinessPart),
    set: () => import('./business/business-set').then((m) => m.BusinessSet),
  },
  subdomain: {
    label: () => i18n._('Subdomain'),
    about: () => i18n._("Your site's address"),
    from: 'owner',
    load: () => import('./address/address-part').then((m) => m.AddressPart),
    set: () => import('./address/address-set').then((m) => m.AddressSet),
  },
  policies: {
    label: () => i18n._('Policies'),
    about: () => i18n._('Terms, privacy policy, FAQ and acceptance records'),
    from: 'manager',
    load: () => import('./texts/texts-part').then((m) => m.TextsPart),
    set: () => import('./texts/texts-set').then((m) => m.TextsSet),
  },
  'email-templates': {
    label: () => i18n._('Email templates'),
    about: () => i18n._('Customer emails in every language'),
    from: 'manager',
    load: () => import('./mails/mails-part').then((m) => m.MailsPart),
    set: () => import('./mails/mails-set').then((m) => m.MailsSet),
  },
  'email-sender': {
    label: () => i18n._('Email sender'),
    about: () => i18n._('Sender name, address and reply-to'),
    from: 'owner',
    load: () => import('./sender/sender-part').then((m) => m.SenderPart),
    set: () => import('./sender/sender-set').then((m) => m.SenderSet),
  },
  survey: {
    label: () => i18n._('Cancellation survey'),
    about: () => i18n._('Questions for members who cancel'),
    from: 'manager',
    load: () => import('./survey/survey-part').then((m) => m.SurveyPart),
    set: () => import('./survey/survey-set').then((m) => m.SurveySet),
  },
  rejoining: {
    label: () => i18n._('Returning members'),
    about: () => i18n._('Club for customers who rejoin'),
    from: 'manager',
    offered: () => !boot().environment.production,
    load: () => import('./rejoining/rejoining-part').then((m) => m.RejoiningPart),
    set: () => import('./rejoining/rejoining-set').then((m) => m.RejoiningSet),
  },
  loyalty: {
    label: () => i18n._('Loyalty and referrals'),
    about: () => i18n._('Points, awards and referral rewards'),
    from: 'manager',
    load: () => import('./loyalty/loyalty-part').then((m) => m.LoyaltyPart),
    set: () => import('./loyalty/loyalty-set').then((m) => m.LoyaltySet),
  },
  taxes: {
    label: () => i18n._('Taxes'),
    about: () => i18n._('Rates by location and shipping destination'),
    from: 'manager',
    load: () => import('./taxes/taxes-part').then((m) => m.TaxesPart),
    set: () => import('./taxes/taxes-set').then((m) => m.TaxesSet),
  },
  payments: {
    label: () => i18n._('Payments'),
    about: () => i18n._('Payment processor and credentials'),
    from: 'owner',
    load: () => import('./payments/payments-part').then((m) => m.PaymentsPart),
    set: () => import('./payments/payments-set').then((m) => m.PaymentsSet),
  },
  airpay: {
    label: () => 'AirPAY',
    about: () => i18n._('Daily limits for kiosk charges'),
    from: 'manager',
    load: () => import('./airpay/airpay-part').then((m) => m.AirPayPart),
    set: () => import('./airpay/airpay-set').then((m) => m.AirPaySet),
  },
  'card-terminal': {
    label: () => i18n._('Card terminal'),
    about: () => i18n._('Card terminal at your counter'),
    from: 'owner',
    load: () => import('./payments/p2p-part').then((m) => m.P2pPart),
    set: () => import('./payments/p2p-set').then((m) => m.P2pSet),
  },
  maps: {
    label: () => i18n._('Maps'),
    about: () => i18n._('Map view, and Google and Apple map keys'),
    from: 'owner',
    load: () => import('./maps/maps-part').then((m) => m.MapsPart),
    set: () => import('./maps/maps-set').then((m) => m.MapsSet),
  },
  captcha: {
    label: () => i18n._('Captcha'),
    about: () => i18n._('Bot protection for sign-up'),
    from: 'owner',
    load: () => import('./captcha/captcha-part').then((m) => m.CaptchaPart),
    set: () => import('./captcha/captcha-set').then((m) => m.CaptchaSet),
  },
  push: {
    label: () => i18n._('Push notifications'),
    about: () => i18n._('Web push and Firebase credentials'),
    from: 'owner',
    load: () => import('./push/push-part').then((m) => m.PushPart),
    set: () => import('./push/push-set').then((m) => m.PushSet),
  },
  'app-packages': {
    label: () => i18n._('App packages'),
    about: () => i18n._('Build projects and app signing'),
    from: 'manager',
    load: () => import('./packages/packages-part').then((m) => m.PackagesPart),
    set: () => import('./packages/packages-set').then((m) => m.PackagesSet),
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

const isOffered = (part: Part) => part.offered?.() ?? true;

/** Whether a section exists on this site. */
export function isPart(name: string): name is PartName {
  return Object.hasOwn(parts, name) && isOffered(parts[name as PartName]);
}

/** Sections a role may open. */
export function partsOf(role: Role): PartName[] {
  const names = (Object.keys(parts) as PartName[]).filter((name) => isOffered(parts[name]));
  return names.filter((name) => isAtLeast(role, parts[name].from));
}
