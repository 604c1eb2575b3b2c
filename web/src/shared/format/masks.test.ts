import { describe, expect, it } from 'vitest';
import names from './cases/names.json';
import phones from './cases/phones.json';
import { formatPhone, maskCardNumber, maskPhone, nameOnly, phoneHref, readPhone } from './masks';

describe('readPhone', () => {
  it.each(phones.stored)('parses %s at a site in %s as %s', (entered, country, digits) => {
    expect(readPhone(entered, country)).toBe(digits);
  });
  it.each(phones.rejected)('rejects %s at a site in %s', (entered, country) => {
    expect(readPhone(entered, country)).toBe('');
  });
});

describe('maskPhone', () => {
  it.each([
    ['6', '(6'],
    ['602', '(602'],
    ['6025', '(602) 5'],
    ['602x5550142', '(602) 555-0142'],
    ['', ''],
    ['+1 602 555 0143', '(602) 555-0143'],
    ['+16025550143', '(602) 555-0143'],
    ['1-602-555-0143', '(602) 555-0143'],
  ])('converts %s into %s', (typed, shown) => {
    expect(maskPhone(typed, 'US')).toBe(shown);
  });
  it('groups British numbers', () => {
    expect(maskPhone('01632960123', 'GB')).toBe('01632 960123');
  });
  it('keeps German numbers as they are typed', () => {
    expect(maskPhone('030 / 123456', 'DE')).toBe('030 / 123456');
  });
  it('never cuts digits, so that the number is rejected instead', () => {
    const shown = maskPhone('60255501429999', 'US');
    expect(shown).toBe('(602) 555-01429999');
    expect(readPhone(shown, 'US')).toBe('');
  });
  it.each(phones.stored)('accepts %s at a site in %s, typed or pasted', (entered, country, digits) => {
    const typed = [...entered].reduce((shown, character) => maskPhone(shown + character, country), '');
    expect(readPhone(typed, country)).toBe(digits);
    expect(readPhone(maskPhone(entered, country), country)).toBe(digits);
  });
});

describe('formatPhone', () => {
  it('shows nothing for an invalid number', () => {
    expect(formatPhone('602555', 'US')).toBe('');
  });
  it.each(phones.shown)('formats %s at a site in %s as %s', (number, country, shown) => {
    expect(formatPhone(number, country)).toBe(shown);
  });
});

describe('phoneHref', () => {
  it.each([
    ['+1 602-555-0142', 'US', 'tel:6025550142'],
    ['+44 (0)1632 960123', 'GB', 'tel:01632960123'],
    ['1-800-CAR-WASH', 'US', 'tel:1-800-CAR-WASH'],
    ['911', 'US', 'tel:911'],
  ])('dials %s at a site in %s by %s', (number, country, href) => {
    expect(phoneHref(number, country)).toBe(href);
  });
});

describe('nameOnly', () => {
  it.each(names)('converts %s into %s', (typed, kept) => {
    expect(nameOnly(typed)).toBe(kept);
  });
});

describe('maskCardNumber', () => {
  it('groups by four digits and stops at the maximum', () => {
    expect(maskCardNumber('1234567890')).toBe('1234-5678-90');
    expect(maskCardNumber('12345678901234567890123')).toBe('1234-5678-9012-3456-789');
    expect(maskCardNumber('12345678901234567', 16)).toBe('1234-5678-9012-3456');
  });
});
