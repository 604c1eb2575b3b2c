import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { tabStorage } from '../lib/storage';
import { Form } from './form';
import { FormField } from './form-field';
import { useAppForm } from './use-app-form';

const key = 'suds:draft:note';
const kept = () => JSON.parse(tabStorage.read(key) ?? 'null')?.entries ?? null;

afterEach(() => tabStorage.remove(key));

function Note({ send = () => undefined }: { send?: () => unknown }) {
  const form = useAppForm({
    schema: () => v.object({ note: v.string(), title: v.string(), password: v.string() }),
    values: { note: '', title: 'First', password: '' },
    send,
    draft: 'note',
  });
  const { control } = form;
  return (
    <Form form={form} submit="Send" guard>
      <FormField control={control} name="title" label="Title" autoComplete="off" />
      <FormField control={control} name="note" label="Note" autoComplete="off" />
      <FormField control={control} name="password" label="Password" autoComplete="off" />
    </Form>
  );
}

const field = (name: string) => screen.getByLabelText(name);

/** State of the tab after a reload: storage is kept, everything else starts over. */
function reload() {
  const before = tabStorage.read(key);
  cleanup();
  if (before !== null) tabStorage.write(key, before);
  render(<Note />);
}

it('restores input after a reload, except passwords', async () => {
  render(<Note />);
  await userEvent.type(field('Note'), 'Hello');
  await userEvent.type(field('Password'), 'Foam&Rinse7');
  expect(kept()).toEqual({ note: 'Hello' });
  expect(sessionStorage.getItem(key)).not.toContain('Foam');
  reload();
  expect(field('Note')).toHaveValue('Hello');
  expect(field('Title')).toHaveValue('First');
  expect(field('Password')).toHaveValue('');
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await waitFor(() => expect(asks(), 'it is still not saved').toBe(true));
  reload();
  expect(field('Note')).toHaveValue('Hello');
});

it('removes sent, abandoned or emptied drafts', async () => {
  const send = vi.fn();
  render(<Note send={send} />);
  await userEvent.type(field('Note'), 'Hello');
  await userEvent.clear(field('Note'));
  expect(kept()).toBeNull();
  await userEvent.type(field('Note'), 'Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await eventually(() => expect(send).toHaveBeenCalledOnce());
  expect(kept()).toBeNull();
  await userEvent.type(field('Note'), ' again');
  expect(kept()).not.toBeNull();
  cleanup();
  expect(kept()).toBeNull();
});

it('keeps drafts private and ignores outdated ones', () => {
  const keep = (by: string, entries: object) => tabStorage.write(key, JSON.stringify({ by, entries }));
  keep('customer 17', { note: 'Hello' });
  reload();
  expect(field('Note')).toHaveValue('');
  keep('nobody', { note: 7, colour: 'red', title: 'Second' });
  reload();
  expect(field('Note')).toHaveValue('');
  expect(field('Title')).toHaveValue('Second');
});
