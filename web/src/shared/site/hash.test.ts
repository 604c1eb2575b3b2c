import { expect, it } from 'vitest';
import { hasMobileMarker, referralFrom } from './hash';

it.each([
  ['', false, ''],
  ['#mobile', true, ''],
  ['#K7QPM2X', false, 'K7QPM2X'],
  ['#mobile&K7QPM2X', true, 'K7QPM2X'],
  ['#K7QPM2X&Mobile', true, 'K7QPM2X'],
  ['#one&two', false, ''],
  ['#main', false, ''],
  ['#mobile&main', true, ''],
  ['#<script>', false, ''],
  ['#%E0%A4%A', false, ''],
])('parses %s', (hash, mobile, referral) => {
  expect(hasMobileMarker(hash)).toBe(mobile);
  expect(referralFrom(hash)).toBe(referral);
});
