import { i18n } from '@lingui/core';
import type { TextKind } from '@/features/site/api/texts';
import type { ChecklistStep, Role } from '@/shared/api/types';
import type { Page } from '@/shared/surface/pages';
import { type PartName, parts } from '../settings/parts';
import { addressOf, type PageName, pages } from '../table';

/** Place for completing a step: a page, the form of a new location, a settings section, a policy or the shop. */
type Place =
  | { room: Extract<PageName, 'appearance' | 'people' | 'products' | 'terminals'> }
  | { part: PartName }
  | { policy: TextKind }
  | 'newLocation'
  | 'shop';

type Said = {
  title: string;
  text: string;
  /** Replaces the text for inherited content. */
  check?: string;
  act: string;
  place: Place;
};

const kinds: Record<ChecklistStep['kind'], () => Said> = {
  company: () => ({
    title: i18n._('Enter your company name'),
    text: i18n._('Customers see it in the shop, in emails and on receipts.'),
    act: i18n._('Enter name'),
    place: { part: 'business' },
  }),
  contact: () => ({
    title: i18n._('Add support contacts'),
    text: i18n._('Add an email address and, optionally, a phone number.'),
    act: i18n._('Add contacts'),
    place: { part: 'business' },
  }),
  appearance: () => ({
    title: i18n._('Customize your site'),
    text: i18n._('Add your logo, colors and home page.'),
    act: i18n._('Customize'),
    place: { room: 'appearance' },
  }),
  location: () => ({
    title: i18n._('Add a location'),
    text: i18n._('It appears on the map and sets the tax rates for purchases there.'),
    act: i18n._('Add location'),
    place: 'newLocation',
  }),
  taxes: () => ({
    title: i18n._('Set up taxes'),
    text: i18n._("Enter tax rates for each location, or confirm that you don't collect tax."),
    act: i18n._('Set up taxes'),
    place: { part: 'taxes' },
  }),
  product: () => ({
    title: i18n._('Add your first product'),
    text: i18n._('Start with a single wash, or put an example on sale.'),
    act: i18n._('Add product'),
    place: { room: 'products' },
  }),
  home_page: () => ({
    title: i18n._('Check your home page'),
    text: i18n._('It has example text.'),
    check: i18n._('It has example text. Edit or confirm it.'),
    act: i18n._('View home page'),
    place: { room: 'appearance' },
  }),
  terms: () => ({
    title: i18n._('Publish your terms'),
    text: i18n._('Customers accept them when they sign up.'),
    check: i18n._('Your site came with terms. Review them, then edit or confirm them.'),
    act: i18n._('View policies'),
    place: { policy: 'terms' },
  }),
  privacy: () => ({
    title: i18n._('Publish your privacy policy'),
    text: i18n._('It tells customers how you use their data.'),
    check: i18n._('Your site came with a privacy policy. Review it, then edit or confirm it.'),
    act: i18n._('View policies'),
    place: { policy: 'privacy' },
  }),
  club_terms: () => ({
    title: i18n._('Publish your Wash Club terms'),
    text: i18n._('Members accept them when they join.'),
    check: i18n._('Your site came with Wash Club terms. Review them, then edit or confirm them.'),
    act: i18n._('View policies'),
    place: { policy: 'clubTerms' },
  }),
  processor: () => ({
    title: i18n._('Connect a payment processor'),
    text: i18n._("Accept card payments, or confirm that you don't take payments online."),
    check: i18n._("Test the connection. It doesn't move money."),
    act: i18n._('Connect processor'),
    place: { part: 'payments' },
  }),
  sender: () => ({
    title: i18n._('Check your email sender'),
    text: i18n._('Customers see this name and address on your emails.'),
    act: i18n._('View sender'),
    place: { part: 'email-sender' },
  }),
  mail: () => ({
    title: i18n._('Send a test email'),
    text: i18n._('Open a template, such as the receipt, and send yourself a draft.'),
    act: i18n._('View templates'),
    place: { part: 'email-templates' },
  }),
  opening: () => ({
    title: i18n._('Open the shop'),
    text: i18n._('Until then, only your team sees it.'),
    act: i18n._('Open the shop'),
    place: { part: 'opening' },
  }),
  people: () => ({
    title: i18n._('Invite your team'),
    text: i18n._('Each teammate gets their own login, with access set by role.'),
    act: i18n._('Invite teammate'),
    place: { room: 'people' },
  }),
  terminal: () => ({
    title: i18n._('Pair a terminal'),
    text: i18n._("Terminals scan customers' codes at the wash."),
    act: i18n._('Add terminal'),
    place: { room: 'terminals' },
  }),
  sale: () => ({
    title: i18n._('Place a test order'),
    text: i18n._('Buy something in your shop. A teammate can refund it.'),
    act: i18n._('View shop'),
    place: 'shop',
  }),
};

/** Label of the button that confirms content or a decision. */
export function confirmationOf(kind: NonNullable<ChecklistStep['confirms']>): string {
  if (kind === 'taxes') return i18n._("We don't collect tax");
  if (kind === 'payments') return i18n._("We don't take payments");
  return i18n._('Confirm');
}

/** Step with its texts, place and minimum role. */
export type StepWords = Omit<Said, 'place'> & { to: string; from: Role };

function pageRole(name: PageName): Role {
  const { access }: Page = pages[name];
  return typeof access === 'object' && 'from' in access ? access.from : 'customer';
}

function whereabouts(place: Place): { to: string; from: Role } {
  if (place === 'shop') return { to: '/', from: 'customer' };
  if (place === 'newLocation')
    return { to: addressOf('location', { id: 'new' }), from: pageRole('location') };
  if ('policy' in place) {
    const to = `${addressOf('settingsPart', { part: 'policies' })}?text=${place.policy}`;
    return { to, from: parts.policies.from };
  }
  if ('part' in place) return { to: addressOf('settingsPart', place), from: parts[place.part].from };
  return { to: addressOf(place.room), from: pageRole(place.room) };
}

export function wordsOf(kind: ChecklistStep['kind']): StepWords {
  const { place, ...said } = kinds[kind]();
  return { ...said, ...whereabouts(place) };
}
