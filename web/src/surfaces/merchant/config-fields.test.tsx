import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Fragment } from 'react';
import { expect, it } from 'vitest';
import type { WholeConfig } from '@/features/site/api/site-config';
import { FieldLabels } from '@/shared/forms/field-labels';
import { useAppForm } from '@/shared/forms/use-app-form';
import { answer, refusal } from '@/shared/testing/server';
import schema from '../../../../docs/schema/site-config.schema.json';
import sparkle from '../../../../tenants/sparkle/site.json';
import { configSchema } from './appearance/config-schema';
import { menuWordKeys } from './appearance/menu-words';
import { partNames, parts } from './appearance/parts';
import { sayMore } from './catalogue';

type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
};

const definitions = schema.$defs as unknown as Record<string, Schema>;

/** Paths of all values in the site config, such as `carousel[].headline`. */
function leavesOf(of: Schema, path = ''): string[] {
  if (of.$ref) return leavesOf(definitions[of.$ref.replace('#/$defs/', '')] ?? {}, path);
  if (of.anyOf) return of.anyOf.flatMap((one) => ('type' in one ? [] : leavesOf(one, path)));
  if (of.items) return leavesOf(of.items, `${path}[]`);
  if (of.additionalProperties) return leavesOf(of.additionalProperties, `${path}.*`);
  if (!of.properties) return [path];
  return Object.entries(of.properties).flatMap(([name, one]) =>
    leavesOf(one, path ? `${path}.${name}` : name),
  );
}

/** Fields edited outside the theme editor, with the directory of their form in `settings`. */
const settings: Record<string, string> = {
  about: 'business',
  'airPayLimits.amountPerDay': 'airpay',
  'airPayLimits.chargesPerDay': 'airpay',
  'business.address1': 'business',
  'business.address2': 'business',
  'business.city': 'business',
  'business.legalName': 'business',
  'business.state': 'business',
  'business.taxNumber': 'business',
  'business.zipCode': 'business',
  'contact.email': 'business',
  country: 'business',
  currency: 'business',
  'googleMap.center.lat': 'maps',
  'googleMap.center.lng': 'maps',
  'googleMap.zoom': 'maps',
  'languages[]': 'business',
  pricesIncludeTax: 'taxes',
  resignUpProductId: 'rejoining',
  timeZone: 'business',
};

const identity = 'Identifies an entry that every site has.';
const unseen = 'No page uses this color.';

/** Fields without a form, with the reason. */
const exceptions: Record<string, string> = {
  version: 'Written by the server.',
  locale: 'The first of the languages, derived by the server.',
  'menuItems[].tag': identity,
  'shopItems[].tag': identity,
  ...Object.fromEntries(
    ['light', 'dark'].flatMap((scheme) =>
      ['modal.border', 'modal.bar', 'button.border', 'button.bar', 'input.bar', 'mobile.border']
        .concat('mobile.loyaltyCard.border')
        .map((color) => [`themes.${scheme}.${color}`, unseen]),
    ),
  ),
};

const empty = { modal: {}, button: {}, input: {}, mobile: { homeCards: [{}], loyaltyCard: {} } };
const slide = { headline: '', text: '', tag: '_SHOP', href: '', buttonText: '', image: '', color: null };
const config = {
  ...sparkle.siteConfig,
  carousel: [slide],
  themes: { light: empty, dark: empty },
} as unknown as WholeConfig;

function ThemeEditor({ labels }: { labels: Map<string, string> }) {
  const form = useAppForm<WholeConfig>({ schema: configSchema, values: config, send: () => undefined });
  return (
    <FieldLabels value={labels}>
      {partNames.map((name) => (
        <Fragment key={name}>{parts[name].content(form)}</Fragment>
      ))}
    </FieldLabels>
  );
}

let found: Promise<Set<string>> | undefined;

/** Config paths of the fields in the theme editor. */
function themeFields(): Promise<Set<string>> {
  found ??= readThemeFields();
  return found;
}

async function readThemeFields(): Promise<Set<string>> {
  await sayMore();
  answer('post', '/accounts/site-config/tones', () => refusal(500, 'internal', ''));
  const labels = new Map<string, string>();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <ThemeEditor labels={labels} />
    </QueryClientProvider>,
  );
  const paths = [...labels.keys()].map((name) =>
    name.replaceAll(/\.\d+/g, '[]').replace(/^navWords\.\w+$/, 'navWords.*'),
  );
  // Has a switch for each page.
  return new Set([...paths, 'disabledRoutes[]']);
}

it('has a form for every field that customers see', async () => {
  const fields = leavesOf(schema as unknown as Schema);
  const edited = await themeFields();
  const known = (field: string) => edited.has(field) || field in settings || field in exceptions;
  expect(fields.filter((field) => !known(field))).toEqual([]);
});

it('lists no field twice, and none that the config lacks', async () => {
  const fields = leavesOf(schema as unknown as Schema);
  const listed = [...(await themeFields()), ...Object.keys(settings), ...Object.keys(exceptions)];
  expect(listed.filter((field) => !fields.includes(field))).toEqual([]);
  expect(listed.filter((field, at) => listed.indexOf(field) !== at)).toEqual([]);
});

const forms = import.meta.glob<string>('./settings/*/*-part.tsx', { query: '?raw', import: 'default' });

it.each(Object.entries(settings))('saves %s in the settings of %s', async (field, part) => {
  const [name = ''] = field.split(/[.[]/);
  expect(await forms[`./settings/${part}/${part}-part.tsx`]?.()).toMatch(
    new RegExp(`change\\(\\{[^}]* ${name}\\b`),
  );
});

it('has a field for every name in the app', async () => {
  const pages = import.meta.glob<string>(['../shopper/**/*.{ts,tsx}', '!../shopper/**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const uses = [
    /navWords\.(\w+)/g,
    /\bword\('(\w+)'/g,
    /\bword: '(\w+)'/g,
    /\{ (\w+) \} = site\(\)\.navWords/g,
  ];
  const used = Object.values(pages).flatMap((text) =>
    uses.flatMap((use) => [...text.matchAll(use)].map(([, key = '']) => key)),
  );
  expect(new Set(menuWordKeys)).toEqual(new Set(used));
});
