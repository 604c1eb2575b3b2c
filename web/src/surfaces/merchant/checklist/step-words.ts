import { i18n } from '@lingui/core';
import type { ChecklistStep, Role } from '@/shared/api/types';
import type { Page } from '@/shared/surface/pages';
import { type PartName, parts } from '../settings/parts';
import { addressOf, type PageName, pages } from '../table';

/** Where a step is taken: in a room, in a part of the settings, or in the shop. */
type Place =
  | { room: Extract<PageName, 'appearance' | 'locations' | 'people' | 'products' | 'terminals'> }
  | { part: PartName }
  | 'shop';

type Said = { title: string; text: string; act: string; place: Place };

const kinds: Record<ChecklistStep['kind'], () => Said> = {
  contact: () => ({
    title: i18n._('Say where customers ask for help'),
    text: i18n._('An email address, and a telephone number if you like.'),
    act: i18n._('Enter it'),
    place: { part: 'support' },
  }),
  appearance: () => ({
    title: i18n._('Make the site look like yours'),
    text: i18n._('Your logo, your colours, and what customers see first.'),
    act: i18n._('Open the appearance'),
    place: { room: 'appearance' },
  }),
  location: () => ({
    title: i18n._('Add a location'),
    text: i18n._('Customers find it on the map, and taxes are those of the place.'),
    act: i18n._('See the locations'),
    place: { room: 'locations' },
  }),
  product: () => ({
    title: i18n._('Put something on sale'),
    text: i18n._('A single wash is enough to begin with.'),
    act: i18n._('See the products'),
    place: { room: 'products' },
  }),
  taxes: () => ({
    title: i18n._('Look at the taxes'),
    text: i18n._('Enter the rates of each location. If there are none, save the page as it is.'),
    act: i18n._('Open the taxes'),
    place: { part: 'taxes' },
  }),
  processor: () => ({
    title: i18n._('Connect a processor and test it'),
    text: i18n._('Through it you take money. The test moves none.'),
    act: i18n._('Open the payments'),
    place: { part: 'payments' },
  }),
  mail: () => ({
    title: i18n._('Mail yourself a test'),
    text: i18n._(
      'Open one of them, the receipt, say, and send yourself its draft: see how it looks, and that it arrives.',
    ),
    act: i18n._('Open the mails'),
    place: { part: 'mails' },
  }),
  terms: () => ({
    title: i18n._('Publish your terms'),
    text: i18n._('Customers agree to them when they sign up.'),
    act: i18n._('Open the texts'),
    place: { part: 'texts' },
  }),
  people: () => ({
    title: i18n._('Invite who works with you'),
    text: i18n._('Each gets a log-in of their own, and no more than their role needs.'),
    act: i18n._('Invite people'),
    place: { room: 'people' },
  }),
  terminal: () => ({
    title: i18n._('Pair a terminal'),
    text: i18n._('At the wash it reads what customers have bought.'),
    act: i18n._('See the terminals'),
    place: { room: 'terminals' },
  }),
  sale: () => ({
    title: i18n._('Make a first sale'),
    text: i18n._('Buy something in your own shop, as a customer would. A colleague can refund it.'),
    act: i18n._('Open the shop'),
    place: 'shop',
  }),
};

/** A step in words, and where it is taken, by whom. */
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
