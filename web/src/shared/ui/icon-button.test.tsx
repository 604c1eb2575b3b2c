import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { IconButton } from './icon-button';

const button = () => screen.getByRole('button', { name: 'Remove' });

it('has an accessible name', async () => {
  const press = vi.fn();
  render(<IconButton icon="trash" label="Remove" onClick={press} />);
  expect(button()).toHaveAttribute('title', 'Remove');
  await userEvent.click(button());
  expect(press).toHaveBeenCalledOnce();
});

it('shows progress, keeps the focus and ignores a second click', async () => {
  const press = vi.fn();
  const { rerender } = render(<IconButton icon="trash" label="Remove" onClick={press} />);
  await userEvent.click(button());
  rerender(<IconButton icon="trash" label="Remove" busy onClick={press} />);
  expect(button()).toHaveAttribute('aria-busy', 'true');
  expect(button()).toHaveFocus();
  await userEvent.click(button());
  expect(press).toHaveBeenCalledOnce();
});
