import { expect, it } from 'vitest';
import { cleanSubdomain, hostWith } from './subdomain';

it('keeps what a name can have', () => {
  expect(cleanSubdomain('Suds & Sons-2')).toBe('sudssons-2');
});

it('shows where the site would be', () => {
  expect(hostWith('sparkle.example.com:8080', 'sparkle', 'suds')).toBe('suds.example.com:8080');
  expect(hostWith('www.wash.co', 'sparkle', 'suds')).toBe('www.wash.co');
});
