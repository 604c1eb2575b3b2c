import { expect, it } from 'vitest';
import { mistakesIn, namesAt, strangersIn, valuesAt } from './schema';

it("locates a config's errors", () => {
  expect(mistakesIn({ companyName: 'A', ofTheFuture: 1 })).toEqual([]);
  const mistakes = mistakesIn({ companyName: 7, brand: { radius: 'huge' }, homeCards: [{ icon: 1 }] });
  expect(mistakes.map(({ path }) => path)).toEqual([
    ['companyName'],
    ['homeCards', '0', 'icon'],
    ['brand', 'radius'],
  ]);
});

it('suggests names and values', () => {
  expect(namesAt([]).map(({ name }) => name)).toContain('companyName');
  expect(namesAt(['carousel', 0]).map(({ name }) => name)).toContain('headline');
  expect(valuesAt(['has_ecom']).map(({ name }) => name)).toEqual(['true', 'false']);
  expect(valuesAt(['brand', 'radius']).length).toBeGreaterThan(1);
});

it('marks unknown names', () => {
  const config = {
    ofTheFuture: { any: 1 },
    brand: { primary: '#000000', radus: 'pill' },
    navWords: { airPay: 'Pay', mine: 'x' },
    carousel: [{ headline: 'A' }, { headLine: 'B' }],
    themes: { light: { modal: { colour: 1 }, mobile: { homeCards: [{ card: '#000000' }] } } },
  };
  expect(strangersIn(config)).toEqual([
    ['ofTheFuture'],
    ['brand', 'radus'],
    ['carousel', 1, 'headLine'],
    ['themes', 'light', 'modal', 'colour'],
  ]);
});
