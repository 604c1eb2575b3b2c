import { i18n } from '@lingui/core';
import type { ChecklistStep, Role } from '@/shared/api/types';
import type { Page } from '@/shared/surface/pages';
import { type PartName, parts } from '../settings/parts';
import { addressOf, type PageName, pages } from '../table';

/** Place for completing a step: a page, a settings section or the shop. */
type Place =
  | { room: Extract<PageName, 'appearance' | 'locations' | 'people' | 'products' | 'terminals'> }
  | { part: PartName }
  | 'shop';

type Said = { title: string; text: string; act: string; place: Place };

const kinds: Record<ChecklistStep['kind'], () => Said> = {
  contact: () => ({
    title: i18n._('Add support contacts'),
    text: i18n._('Add an email address and, optionally, a phone number.'),
    act: i18n._('Add contacts'),
    place: { part: 'support' },
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
    place: { room: 'locations' },
  }),
  product: () => ({
    title: i18n._('Add your first product'),
    text: i18n._('Start with a single wash.'),
    act: i18n._('Add product'),
    place: { room: 'products' },
  }),
  taxes: () => ({
    title: i18n._('Set up taxes'),
    text: i18n._("Enter tax rates for each location. If you don't collect tax, save the page unchanged."),
    act: i18n._('Set up taxes'),
    place: { part: 'taxes' },
  }),
  processor: () => ({
    title: i18n._('Connect a payment processor'),
    text: i18n._("Accept card payments. Testing the connection doesn't move money."),
    act: i18n._('Connect processor'),
    place: { part: 'payments' },
  }),
  mail: () => ({
    title: i18n._('Send a test email'),
    text: i18n._('Open a template, such as the receipt, and send yourself a draft.'),
    act: i18n._('View templates'),
    place: { part: 'email-templates' },
  }),
  terms: () => ({
    title: i18n._('Publish your terms'),
    text: i18n._('Customers accept them when they sign up.'),
    act: i18n._('View policies'),
    place: { part: 'policies' },
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
    act: i18n._('Open shop'),
    place: 'shop',
  }),
};

/** Step with its texts, place and minimum role. */
export type StepWords = Omit<Said, 'place'> & { to: string; from: Role };

function whereabouts(place: Place): { to: string; from: Role } {
  if (place === 'shop') return { to: '/', from: 'customer' };
  if ('part' in place) return { to: addressOf('settingsPart', place), from: parts[place.part].from };
  const { access }: Page = pages[place.room];
  return {
    to: addressOf(place.room),
    from: typeof access === 'object' && 'from' in access ? access.from : 'customer',
  };
}

export function wordsOf(kind: ChecklistStep['kind']): StepWords {
  const { place, ...said } = kinds[kind]();
  return { ...said, ...whereabouts(place) };
}
