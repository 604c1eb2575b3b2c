import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { keepFocus } from './keep-focus';

function Keeper() {
  useEffect(() => keepFocus(), []);
  return null;
}

const user = userEvent.setup();
const button = (name: string) => screen.getByRole('button', { name });
const pressFocused = (name: string) => {
  button(name).focus();
  return user.keyboard('{Enter}');
};

function Section() {
  const [isOpen, open] = useState(false);
  return (
    <section>
      <header>
        <h2>Vehicle</h2>
        {!isOpen && (
          <button type="button" onClick={() => open(true)}>
            Edit
          </button>
        )}
      </header>
      {isOpen && (
        <form>
          <input aria-label="Plate" />
          <button type="button" onClick={() => open(false)}>
            Cancel
          </button>
        </form>
      )}
    </section>
  );
}

it("moves the focus to a button's replacement and back", async () => {
  render(
    <main>
      <h1>Account</h1>
      <Section />
      <Keeper />
    </main>,
  );
  await pressFocused('Edit');
  await waitFor(() => expect(screen.getByLabelText('Plate')).toHaveFocus());
  await pressFocused('Cancel');
  await waitFor(() => expect(button('Edit')).toHaveFocus());
});

function Rows() {
  const [rows, setRows] = useState(['A', 'B', 'C']);
  return (
    <main id="main">
      <h1>Rows</h1>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => setRows(rows.filter((other) => other !== row))}>
              Remove {row}
            </button>
          </li>
        ))}
      </ul>
      <Keeper />
    </main>
  );
}

it('moves the focus from a removed row to the next, to the one before, and to the heading at last', async () => {
  render(<Rows />);
  await pressFocused('Remove B');
  await waitFor(() => expect(button('Remove C')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button('Remove A')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Rows' })).toHaveFocus());
});

function Busy() {
  const [isBusy, setBusy] = useState(false);
  const work = () => {
    setBusy(true);
    setTimeout(() => setBusy(false), 100);
  };
  return (
    <main>
      <button type="button" disabled={isBusy} onClick={work}>
        Export
      </button>
      <button type="button">Other</button>
      <Keeper />
    </main>
  );
}

it('returns the focus to a button that was disabled while it worked', async () => {
  render(<Busy />);
  await pressFocused('Export');
  expect(button('Export')).toBeDisabled();
  await waitFor(() => expect(button('Export')).toBeEnabled());
  await waitFor(() => expect(button('Export')).toHaveFocus());
});

function Opener() {
  const [isOpen, open] = useState(false);
  return (
    <>
      <main aria-hidden={isOpen || undefined}>
        <button type="button" disabled={isOpen} onClick={() => open(true)}>
          Cancel plan
        </button>
      </main>
      {isOpen && (
        <div className="MuiModal-root">
          <div role="dialog" aria-label="Sure?">
            <button type="button" onClick={() => open(false)}>
              No
            </button>
          </div>
        </div>
      )}
      <Keeper />
    </>
  );
}

it('returns the focus from a closed dialog to the button that opened it', async () => {
  render(<Opener />);
  await pressFocused('Cancel plan');
  await pressFocused('No');
  await waitFor(() => expect(button('Cancel plan')).toHaveFocus());
});

it('moves the focus from a closed toast, which nothing on the page had opened, to the heading', async () => {
  const { rerender } = render(
    <>
      <main id="main">
        <h1>Wallet</h1>
      </main>
      <div data-focus-region>
        <button type="button">Close</button>
      </div>
      <Keeper />
    </>,
  );
  button('Close').focus();
  rerender(
    <>
      <main id="main">
        <h1>Wallet</h1>
      </main>
      <div data-focus-region />
      <Keeper />
    </>,
  );
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Wallet' })).toHaveFocus());
});

it('leaves the focus after a click elsewhere', async () => {
  render(<Busy />);
  button('Other').focus();
  button('Other').blur();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.body).toHaveFocus();
});
