import { expect, it, vi } from 'vitest';
import { currentToken, forgetToken, keepToken, onToken } from './session';

it('stores a token for the tab or on the device', () => {
  keepToken('of the tab', false);
  expect(localStorage.getItem('suds:console-session')).toBeNull();
  expect(currentToken()).toBe('of the tab');
  keepToken('of the device', true);
  expect(sessionStorage.getItem('suds:console-session')).toBeNull();
  expect(currentToken()).toBe('of the device');
});

it('keeps a token newer than the rejected one', () => {
  keepToken('new', true);
  forgetToken('old');
  expect(currentToken()).toBe('new');
  forgetToken('new');
  expect(currentToken()).toBeNull();
});

it('notifies about every change', () => {
  const heard = vi.fn();
  const stop = onToken(heard);
  keepToken('a', false);
  forgetToken('a');
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  keepToken('b', true);
  expect(heard).toHaveBeenCalledTimes(2);
});
