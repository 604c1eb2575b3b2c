import { expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { isGateOpen, rememberOpenGate } from './development-gate';

it('is open where the environment has none', () => {
  expect(isGateOpen()).toBe(true);
});

it('is shut on a development build until it was opened in this tab', () => {
  openSite({}, { developmentGate: true });
  expect(isGateOpen()).toBe(false);
  rememberOpenGate();
  expect(isGateOpen()).toBe(true);
});
