import { expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { isGateOpen, rememberOpenGate } from './development-gate';

it('is open in environments without a gate', () => {
  expect(isGateOpen()).toBe(true);
});

it('is closed on a development build until opened in this tab', () => {
  openSite({}, { developmentGate: true });
  expect(isGateOpen()).toBe(false);
  rememberOpenGate();
  expect(isGateOpen()).toBe(true);
});
