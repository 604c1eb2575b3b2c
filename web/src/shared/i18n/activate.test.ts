import { i18n } from '@lingui/core';
import { afterEach, expect, it } from 'vitest';
import { messages } from '@/locales/en/messages.po';
import { slim } from '../../../build/catalogs';
import { activateLocale } from './activate';

afterEach(() => activateLocale('en-US'));

const names = [...new Set([...JSON.stringify(messages).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))];
const values = Object.fromEntries(names.map((name, index) => [name, index + 2]));

it('uses the key for texts missing in a built catalog', () => {
  const kept = slim(messages);
  const left = Object.keys(messages).filter((key) => !(key in kept));
  expect(left.filter((key) => key.includes('{')).length).toBeGreaterThan(20);
  const whole = left.map((key) => i18n._(key, values));
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  expect(left.map((key) => i18n._(key, values))).toEqual(whole);
});

it.each([
  ['es-US', '10,000'],
  ['de-DE', '10.000'],
  ['en-US', '10,000'],
])('formats numbers for the region of %s', async (locale, formatted) => {
  await activateLocale(locale);
  expect(i18n.number(10_000)).toBe(formatted);
});
