import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ListEditor } from './list-editor';

function Cards() {
  const [names, setNames] = useState(['One', 'Two', 'Three']);
  const move = (from: number, to: number) => {
    const others = names.filter((_, at) => at !== from);
    setNames([...others.slice(0, to), names[from] ?? '', ...others.slice(to)]);
  };
  return (
    <ListEditor
      names={names}
      move={move}
      remove={(index) => setNames(names.filter((_, at) => at !== index))}
      add={{ label: 'Add', onAdd: () => setNames([...names, 'New']) }}
    >
      {(index) => <input aria-label={`Name of ${names[index]}`} />}
    </ListEditor>
  );
}

const order = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
const opened = () => [...document.querySelectorAll('details[open] summary')].map((one) => one.textContent);

async function open(name: string) {
  const user = userEvent.setup();
  render(<Cards />);
  const entry = screen.getByText(name).closest('details');
  if (entry) entry.open = true;
  return user;
}

it('keeps the focus on a moved entry', async () => {
  const user = await open('Three');
  const up = () => document.activeElement?.closest('details')?.querySelector('[data-step=up]');
  await user.click(screen.getAllByRole('button', { name: 'Move up' })[2] as HTMLElement);
  expect(order()).toEqual(['One', 'Three', 'Two']);
  expect(document.activeElement).toBe(up());
  await user.keyboard('{Enter}');
  expect(order()).toEqual(['Three', 'One', 'Two']);
  // It can't move up further, so the focus goes to the entry.
  expect(document.activeElement).toHaveTextContent('Three');
});

it('removes one entry per click', async () => {
  const user = await open('Two');
  await user.click(screen.getByRole('button', { name: 'Remove Two' }));
  expect(order()).toEqual(['One', 'Three']);
  expect(opened()).toEqual([]);
  expect(document.activeElement).toHaveTextContent('Three');
});

it('opens a new entry', async () => {
  const user = await open('One');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByRole('textbox', { name: 'Name of New' })).toHaveFocus();
});
