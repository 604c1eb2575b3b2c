import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DialogHost } from './dialog-host';
import { dismissDialogs, show } from './dialog-stack';
import { openDialog } from './open-dialog';

type Question = { name: string; stays?: boolean; until?: AbortSignal };

/** Opens a dialog with an answer button. */
function ask({ name, ...options }: Question): Promise<string> {
  let answer = Promise.resolve('');
  act(() => {
    answer = show<string>(
      (settle) => (
        <button type="button" onClick={() => settle(name)}>
          {name}
        </button>
      ),
      { none: 'nothing', ...options },
    );
  });
  return answer;
}

const press = (name: string) => act(() => screen.getByRole('button', { name }).click());
const shown = () => screen.queryAllByRole('button').map((button) => button.textContent);

afterEach(() => act(() => dismissDialogs()));

it('shows the newest on top, each with its own result', async () => {
  render(<DialogHost />);
  const [first, second] = [ask({ name: 'one' }), ask({ name: 'two' })];
  expect(shown()).toEqual(['one', 'two']);
  press('one');
  expect(shown()).toEqual(['two']);
  press('two');
  expect(await Promise.all([first, second])).toEqual(['one', 'two']);
  expect(shown()).toEqual([]);
});

it("closes a page's dialogs except lasting ones", async () => {
  render(<DialogHost />);
  const [left, kept] = [ask({ name: 'leaves' }), ask({ name: 'stays', stays: true })];
  act(() => dismissDialogs());
  expect(await left).toBe('nothing');
  expect(shown()).toEqual(['stays']);
  press('stays');
  expect(await kept).toBe('stays');
});

it('closes outdated dialogs', async () => {
  render(<DialogHost />);
  const over = new AbortController();
  const answer = ask({ name: 'offline', stays: true, until: over.signal });
  act(() => over.abort());
  expect(await answer).toBe('nothing');
  expect(shown()).toEqual([]);
});

it("shows an error if a dialog's code doesn't load", async () => {
  render(<DialogHost />);
  let answer: Promise<unknown> = Promise.resolve();
  act(() => {
    answer = openDialog(() => Promise.reject(new Error('no such file')));
  });
  expect(await screen.findByRole('alertdialog', { name: 'Connection Error' })).toBeVisible();
  press('Close');
  expect(await answer).toBeNull();
});
