import assert from 'node:assert/strict';
import { test } from 'node:test';
import { satisfies } from './advisories.mjs';

test('requirements_match_as_in_cargo', () => {
  for (const [version, requirement, expected] of [
    ['2.1.0', '>= 2.1.0', true],
    ['2.0.9', '>= 2.1.0', false],
    ['1.2.3', '>= 1.2.0, < 1.2.3', false],
    ['1.2.2', '>= 1.2.0, < 1.2.3', true],
    ['0.4.9', '^0.4.1', true],
    ['0.5.0', '^0.4.1', false],
    ['1.9.0', '1.2', true],
    ['2.0.0', '1.2', false],
    ['0.0.4', '^0.0.3', false],
    ['10.0.0', '> 9.9.9', true],
    ['1.0.0-rc.1', '>= 1.0.0', false],
    ['1.0.0+build', '= 1.0.0', true],
  ]) {
    assert.equal(satisfies(version, requirement), expected, `${version} and ${requirement}`);
  }
});
