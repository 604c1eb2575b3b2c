import { describe, expect, it } from 'vitest';
import { formatPhone, maskCardNumber, maskPhone, nameOnly } from './masks';

describe('maskPhone', () => {
  it.each([
    ['6', '(6'],
    ['602', '(602'],
    ['6025', '(602) 5'],
    ['602x5550142', '(602) 555-0142'],
    ['60255501429999', '(602) 555-0142'],
    ['', ''],
  ])('makes %s into %s', (typed, shown) => {
    expect(maskPhone(typed, 'US')).toBe(shown);
  });
  it('groups British numbers', () => {
    expect(maskPhone('01632960123', 'GB')).toBe('01632 960123');
  });
});

describe('formatPhone', () => {
  it('shows nothing for a number that does not fit', () => {
    expect(formatPhone('602555', 'US')).toBe('');
    expect(formatPhone('6025550142', 'US')).toBe('(602) 555-0142');
  });
});

describe('nameOnly', () => {
  it('keeps letters of any script, hyphen, apostrophe and space', () => {
    expect(nameOnly('Zoë O’Neil-St. 3rd!')).toBe("Zoë O'Neil-St rd");
    expect(nameOnly('प्रिया')).toBe('प्रिया');
  });
  it('composes what was typed in parts', () => {
    expect(nameOnly('Be\u0301langer')).toBe('B\u00e9langer');
  });
});

describe('maskCardNumber', () => {
  it('groups in fours and stops at the maximum', () => {
    expect(maskCardNumber('1234567890')).toBe('1234-5678-90');
    expect(maskCardNumber('12345678901234567890123')).toBe('1234-5678-9012-3456-789');
    expect(maskCardNumber('12345678901234567', 16)).toBe('1234-5678-9012-3456');
  });
});
