import * as v from 'valibot';
import { expect, it } from 'vitest';
import * as limits from '@/shared/api/limits.gen';
import { amountToEnter } from './components/amount';
import { emptySpecial } from './locations/hours-form';
import { locationSchema, typedLocation } from './locations/location-schema';
import { emptyOffer, offerSchema } from './offers/offer-schema';
import { emptyProduct, productSchema } from './products/product-schema';
import { surveySchema } from './settings/survey/survey-schema';

type Limit = {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: { maxLength: number };
};

/** Values of a form at a limit and just outside, as entered. */
function samples(limit: Limit, entered: (number: number) => string): { at: string[]; outside: string[] } {
  const { minLength, maxLength, minimum, maximum, maxItems, items } = limit;
  const text = (length: number) => 'x'.repeat(length);
  const lines = (count: number) => Array.from({ length: count }, (_, line) => `x${line}`).join('\n');
  const of = (...values: (string | false)[]) => values.filter((value) => value !== false);
  return {
    at: of(
      minLength !== undefined && text(minLength),
      maxLength !== undefined && text(maxLength),
      minimum !== undefined && entered(minimum),
      maximum !== undefined && entered(maximum),
      maxItems !== undefined && lines(maxItems),
      items !== undefined && `${text(items.maxLength)}\ny`,
    ),
    outside: of(
      minLength !== undefined && ' ',
      maxLength !== undefined && text(maxLength + 1),
      minimum !== undefined && entered(minimum - 1),
      maximum !== undefined && entered(maximum + 1),
      maxItems !== undefined && lines(maxItems + 1),
      items !== undefined && `${text(items.maxLength + 1)}\ny`,
    ),
  };
}

type Entered = (number: number) => string;
type Form = {
  schema: () => v.GenericSchema;
  /** Form with a value, and where it reports it. */
  typed: (value: string) => object;
  path: string;
  limit: Limit;
  entered?: (number: number) => string;
};

const location = typedLocation({
  location: { name: 'West', address1: '9 High St', city: 'Mesa', latitude: 33.4, longitude: -111.8 },
});
const product = { ...emptyProduct, name: 'Foam', price: '1', value: '1', signupPrice: '1' };
const offer = { ...emptyOffer, name: 'Foam', code: 'FOAM', amount: '1' };

const locationForm = (name: string, limit: Limit): Form => ({
  schema: locationSchema,
  typed: (value) => ({ ...location, [name]: value }),
  path: name,
  limit,
});
const productForm = (productType: string, name: string, limit: Limit, entered: Entered = String): Form => ({
  schema: productSchema,
  typed: (value) => ({ ...product, productType, useLimit: 'day', [name]: value }),
  path: name,
  limit,
  entered,
});
const offerForm = (name: string, limit: Limit, fields: object = {}, entered: Entered = String): Form => ({
  schema: () => offerSchema(true),
  typed: (value) => ({ ...offer, ...fields, [name]: value }),
  path: name,
  limit,
  entered,
});
const amount = (minor: number) => amountToEnter(minor);

const { LocationEntry, SpecialHours, ProductEntry, UseLimit, OfferManifest, KioskRules, Award, OfferExpiry } =
  limits;

// The form's hours by day replace lines of text.
const { hours: _, ...locationFields } = LocationEntry;
// Washes are chosen from a list.
const { washes, ...productFields } = ProductEntry;

const typeOf: Record<string, [type: string, entered?: Entered]> = {
  name: ['AppWash'],
  badge: ['AppWash'],
  details: ['AppWash'],
  goodForDays: ['AppWash'],
  price: ['AppWash', amount],
  value: ['GiftCard', amount],
  signupPrice: ['AppClub', amount],
  quantity: ['AppBundle'],
  stock: ['Swag'],
};

const forms: Form[] = [
  ...Object.entries<Limit>(locationFields).map(([name, limit]) => locationForm(name, limit)),
  {
    schema: locationSchema,
    typed: (name) => ({ ...location, special: [{ ...emptySpecial(), from: '2026-12-25', name }] }),
    path: 'special.0.name',
    limit: SpecialHours.name,
  },
  ...Object.entries<Limit>(productFields).map(([name, limit]) => {
    const [type = '', entered] = typeOf[name] ?? [];
    // Unlike other products, a gift card has a value.
    return productForm(type, name, name === 'value' ? { ...limit, minimum: 1 } : limit, entered);
  }),
  productForm('AppClub', 'useCount', UseLimit.count),
  ...Object.entries<Limit>(OfferManifest).map(([name, limit]) => offerForm(name, limit)),
  offerForm('kioskItem', KioskRules.kioskItem),
  offerForm('amount', Award.amount, { award: 'DollarDiscTrans' }, amount),
  offerForm('days', OfferExpiry.days, { expiry: 'relative' }),
  {
    schema: surveySchema,
    typed: (question) => ({ questions: [{ question, kind: 'text', choices: '' }] }),
    path: 'questions.0.question',
    limit: limits.QuestionEntry.question,
  },
  {
    schema: surveySchema,
    typed: (choices) => ({ questions: [{ question: 'Why?', kind: 'choice', choices }] }),
    path: 'questions.0.choices',
    limit: limits.QuestionEntry.choices,
  },
];

it.each(forms)(
  'accepts what the server accepts: $path',
  ({ schema, typed, path, limit, entered = String }) => {
    const isReported = (value: string) => {
      const { issues = [] } = v.safeParse(schema(), typed(value));
      return issues.some((issue) => v.getDotPath(issue) === path);
    };
    const { at, outside } = samples(limit, entered);
    expect(at.filter(isReported)).toEqual([]);
    expect(outside.filter((value) => !isReported(value))).toEqual([]);
  },
);

it('takes as many washes as the server', () => {
  const chosen = (count: number) =>
    v
      .safeParse(productSchema(), {
        ...product,
        productType: 'AppBundle',
        quantity: '2',
        washes: Array.from({ length: count }, (_, wash) => 101 + wash),
      })
      .issues?.map((issue) => v.getDotPath(issue)) ?? [];
  expect(chosen(washes.maxItems)).not.toContain('washes');
  expect(chosen(washes.maxItems + 1)).toContain('washes');
});
