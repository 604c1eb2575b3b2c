import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { DialogHost } from '../ui/dialog-host';
import { UnsavedGuard } from '../ui/unsaved-guard';
import { Form } from './form';
import { FormDialog } from './form-dialog';
import { FormField } from './form-field';
import { useAppForm } from './use-app-form';

type Props = { send?: () => unknown; onClose?: () => void };

function useNote(send: () => unknown) {
  return useAppForm({ schema: () => v.object({ note: v.string() }), values: { note: '' }, send });
}

function Page({ send = () => undefined }: Props) {
  const form = useNote(send);
  return (
    <Form form={form} submit="Send" guard>
      <FormField control={form.control} name="note" label="Note" autoComplete="off" />
    </Form>
  );
}

function InDialog({ send = () => undefined, onClose = () => undefined }: Props) {
  const form = useNote(send);
  return (
    <FormDialog title="A note" form={form} submit="Send" onClose={onClose} guard>
      <FormField control={form.control} name="note" label="Note" autoComplete="off" />
    </FormDialog>
  );
}

function Root() {
  return (
    <>
      <Outlet />
      <DialogHost />
      <UnsavedGuard />
    </>
  );
}

async function open(page: React.ReactNode) {
  const children = [
    { path: '/', element: page },
    { path: '/other', element: <p>Elsewhere</p> },
  ];
  const router = createMemoryRouter([{ Component: Root, children }]);
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  const leave = (to = '/other') => act(() => void router.navigate(to));
  return { user, leave, note: await screen.findByLabelText('Note') };
}

const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' });
const answer = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

function reload(): Event {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event;
}

it("doesn't ask without input", async () => {
  const { leave } = await open(<Page />);
  expect(reload().defaultPrevented).toBe(false);
  leave();
  expect(await screen.findByText('Elsewhere')).toBeVisible();
});

it("asks before the page's input is lost", async () => {
  const { user, leave, note } = await open(<Page />);
  await user.type(note, 'Hello');
  expect(reload().defaultPrevented).toBe(true);
  leave();
  await answer(user, 'Stay');
  await eventually(() => expect(question()).not.toBeInTheDocument());
  expect(note).toHaveValue('Hello');
  leave();
  await answer(user, 'Leave');
  expect(await screen.findByText('Elsewhere')).toBeVisible();
  expect(reload().defaultPrevented).toBe(false);
});

it("doesn't ask within the page or after sending", async () => {
  const send = vi.fn();
  const { user, leave, note } = await open(<Page send={send} />);
  await user.type(note, 'Hello');
  leave('/?dialog');
  expect(question()).not.toBeInTheDocument();
  await answer(user, 'Send');
  expect(send).toHaveBeenCalledOnce();
  leave();
  expect(await screen.findByText('Elsewhere')).toBeVisible();
});

it('asks while any form is unsaved', async () => {
  const both = (
    <>
      <Page />
      <Page />
    </>
  );
  const children = [{ path: '/', element: both }];
  render(<RouterProvider router={createMemoryRouter([{ Component: Root, children }])} />);
  const user = userEvent.setup();
  const [first, second] = await screen.findAllByLabelText('Note');
  if (!first || !second) throw new Error('there are two');
  await user.type(first, 'Hello');
  await user.type(second, 'Hello');
  await user.clear(first);
  expect(reload().defaultPrevented).toBe(true);
  await user.clear(second);
  expect(reload().defaultPrevented).toBe(false);
});

it('asks before a dialog with input closes', async () => {
  const onClose = vi.fn();
  const { user, note } = await open(<InDialog onClose={onClose} />);
  await user.type(note, 'Hello');
  await answer(user, 'Close');
  await answer(user, 'Stay');
  expect(onClose).not.toHaveBeenCalled();
  await user.type(note, '{Escape}');
  await answer(user, 'Leave');
  await eventually(() => expect(onClose).toHaveBeenCalledOnce());
});

it('closes a dialog without input immediately', async () => {
  const onClose = vi.fn();
  const { user } = await open(<InDialog onClose={onClose} />);
  await answer(user, 'Close');
  expect(onClose).toHaveBeenCalledOnce();
});
