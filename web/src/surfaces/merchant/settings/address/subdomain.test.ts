import { expect, it } from 'vitest';
import { cleanSubdomain, hostWith } from './subdomain';

it('keeps valid characters', () => {
  expect(cleanSubdomain('Suds & Sons-2')).toBe('sudssons-2');
});

it('shows the new address', () => {
  expect(hostWith('sparkle.example.com:8080', 'sparkle', 'suds')).toBe('suds.example.com:8080');
  expect(hostWith('www.wash.co', 'sparkle', 'suds')).toBe('www.wash.co');
});
