import { i18n } from '@lingui/core';
import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import type { WholeConfig } from '@/features/site/api/site-config';
import { atMost, atMostText } from '@/shared/forms/rules';
import { menuWordKeys } from './menu-words';

/** Maximum number of cards on the app home screen. */
export const mostHomeCards = 8;

/** Maximum length of names in menus. */
export const longestLabel = 40;
/** Maximum length of links to other sites. */
export const longestLink = 500;

const hex = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i;

const colour = () => v.pipe(v.string(), v.regex(hex, i18n._('Enter a color, such as #0a7b66.')));

/** Empty for the theme's default. */
const colourOrNone = () => v.nullish(v.union([v.literal(''), colour()]));

const surface = () =>
  v.looseObject({
    background: colourOrNone(),
    text: colourOrNone(),
    border: colourOrNone(),
    bar: colourOrNone(),
  });

const theme = () =>
  v.looseObject({
    modal: surface(),
    button: surface(),
    input: surface(),
    mobile: v.looseObject({
      background: colourOrNone(),
      text: colourOrNone(),
      bar: colourOrNone(),
      // Forms that write beyond the end of a list leave holes.
      homeCards: v.array(
        v.nullish(v.looseObject({ card: colourOrNone(), icon: colourOrNone(), text: colourOrNone() })),
      ),
      loyaltyCard: surface(),
    }),
  });

const link = () => v.looseObject({ tag: v.string(), label: atMost(longestLabel), href: atMostText(200) });

function isSecureAddress(text: string): boolean {
  return /^https:\/\/\S+$/i.test(text) && URL.canParse(text);
}

const storeLink = () =>
  v.pipe(
    atMostText(longestLink),
    v.check(
      (text) => text === '' || isSecureAddress(text),
      i18n._('Enter an address that starts with https://.'),
    ),
  );

/** Names in the app's menu; forms leave them blank for the default. Others are kept. */
const navWords = () =>
  v.looseObject(Object.fromEntries(menuWordKeys.map((key) => [key, v.nullish(atMostText(longestLabel))])));

/** Validates a config before it is sent. Unknown keys are kept, and the server validates it again. */
export function configSchema(): GenericSchema<WholeConfig> {
  const schema = v.looseObject({
    companyName: atMost(80),
    cardName: atMost(40),
    appStore: v.looseObject({ apple: storeLink(), google: storeLink() }),
    navWords: navWords(),
    menuItems: v.array(link()),
    shopItems: v.array(link()),
    carousel: v.array(
      v.looseObject({
        headline: atMost(120),
        text: atMostText(300),
        buttonText: atMostText(40),
        color: colourOrNone(),
      }),
    ),
    homeCards: v.pipe(
      v.array(v.looseObject({ text: atMost(40), to: atMost(200) })),
      v.maxLength(mostHomeCards, i18n._('Add up to eight cards.')),
    ),
    brand: v.looseObject({ primary: colour(), accent: colour() }),
    themes: v.looseObject({ light: theme(), dark: theme() }),
  });
  return schema as unknown as GenericSchema<WholeConfig>;
}

/** Removes empty colors. */
function withoutEmptyColours(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, (part) => withoutEmptyColours(part ?? {}));
  if (typeof value !== 'object' || value === null) return value;
  const chosen = Object.entries(value).filter(([, part]) => part !== '' && part !== null);
  return Object.fromEntries(chosen.map(([name, part]) => [name, withoutEmptyColours(part)]));
}

/** Removes blank names. */
function named(words: WholeConfig['navWords']): WholeConfig['navWords'] {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word));
}

/** Makes a path within the site start with a slash. */
export function withLeadingSlash(address: string): string {
  return address === '' || address.startsWith('/') ? address : `/${address}`;
}

/** Config to publish, without form-only fields. */
export function tidied(config: WholeConfig): WholeConfig {
  const links = (items: WholeConfig['menuItems']) =>
    items.map((item) => ({ ...item, href: withLeadingSlash(item.href) }));
  return {
    ...config,
    navWords: named(config.navWords),
    menuItems: links(config.menuItems),
    shopItems: links(config.shopItems),
    homeCards: config.homeCards.map((card) => ({ ...card, to: withLeadingSlash(card.to) })),
    carousel: config.carousel.map((slide) => ({ ...slide, color: slide.color || null })),
    themes: withoutEmptyColours(config.themes) as WholeConfig['themes'],
  };
}

/** Config in the server's format. */
export function sendable(config: WholeConfig): WholeConfig {
  const { tones: _tones, timeStamp: _timeStamp, ...rest } = tidied(config);
  return rest as WholeConfig;
}
