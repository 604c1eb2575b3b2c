import { expect, it } from 'vitest';
import { cursor, filter, page, search, sort } from './fields';
import { isNarrowed, readState, refines, widen, writeState } from './list-state';
import { matches } from './matches';
import { pageOf } from './part';

const fields = { q: search(), state: filter('all', 'paid'), sort: sort('newest', 'oldest'), page: page() };
const first = { q: '', state: 'all', sort: 'newest', page: 1 } as const;
const read = (query: string) => readState(fields, new URLSearchParams(query));
const write = (query: string, change: Parameters<typeof writeState<typeof fields>>[2]) =>
  writeState(fields, new URLSearchParams(query), change).toString();

it('reads its state from the URL and ignores other parameters', () => {
  expect(read('')).toEqual(first);
  expect(read('q=+glow+&state=paid&sort=oldest&page=3')).toEqual({
    q: 'glow',
    state: 'paid',
    sort: 'oldest',
    page: 3,
  });
  expect(read(`q=${'x'.repeat(101)}&state=stolen&sort=&page=0`)).toEqual(first);
  for (const wrong of ['-1', '1.5', 'two', '1e3', '9999999']) {
    expect(read(`page=${wrong}`).page, wrong).toBe(1);
  }
});

it('omits defaults and keeps other parameters', () => {
  expect(write('location=4&page=2', { page: 1 })).toBe('location=4');
  expect(write('location=4', { q: 'glow', state: 'paid' })).toBe('location=4&q=glow&state=paid');
  expect(write('state=stolen', { sort: 'oldest' })).toBe('sort=oldest');
});

it('resets the page when filters change', () => {
  expect(write('page=3', { state: 'paid' })).toBe('state=paid');
  expect(write('page=3', { sort: 'oldest' })).toBe('sort=oldest');
  expect(write('state=paid', { page: 3 })).toBe('state=paid&page=3');
  const parts = { q: search(), after: cursor() };
  const query = new URLSearchParams('q=glow&after=abc');
  expect(writeState(parts, query, { q: 'foam' }).toString()).toBe('q=foam');
  expect(writeState(parts, query, { after: 'def' }).toString()).toBe('q=glow&after=def');
});

it('detects and clears filters', () => {
  expect(isNarrowed(fields, read('sort=oldest&page=2'))).toBe(false);
  expect(isNarrowed(fields, read('q=glow'))).toBe(true);
  expect(isNarrowed(fields, read('state=paid'))).toBe(true);
  expect(write('q=glow&state=paid&sort=oldest&page=2', widen(fields))).toBe('sort=oldest');
});

it('keeps one history entry per search', () => {
  expect(refines(fields, read(''), { q: 'g' })).toBe(false);
  expect(refines(fields, read('q=g'), { q: 'gl' })).toBe(true);
  expect(refines(fields, read('q=gl'), { q: '' })).toBe(false);
  expect(refines(fields, read('q=gl'), { state: 'paid' })).toBe(false);
  expect(refines(fields, read('q=gl'), { page: 2 })).toBe(false);
});

it('paginates and clamps to the last page', () => {
  const all = ['a', 'b', 'c', 'd', 'e'];
  const at = (number: number) => `?page=${number}`;
  expect(pageOf(all, { page: 2, size: 2, at })).toEqual({
    items: ['c', 'd'],
    range: { from: 3, to: 4, count: 5 },
    previous: '?page=1',
    next: '?page=3',
  });
  expect(pageOf(all, { page: 9, size: 2, at })).toMatchObject({
    items: ['e'],
    previous: '?page=2',
    next: null,
  });
  expect(pageOf([], { page: 1, size: 2, at })).toMatchObject({ items: [], previous: null, next: null });
});

it('finds each word regardless of case and accents', () => {
  expect(matches('', ['Glow'])).toBe(true);
  expect(matches('glow 000017', ['Order 000017', 'Super Glow'])).toBe(true);
  expect(matches('ecume', ['Écume', null])).toBe(true);
  expect(matches('glow foam', ['Glow', undefined])).toBe(false);
});
