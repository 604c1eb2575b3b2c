import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MoveButtons } from './move-buttons';

it('moves an item past its neighbors', async () => {
  const put = vi.fn(async () => true);
  const user = userEvent.setup();
  render(<MoveButtons id={2} name="Two" above={1} below={3} busy={false} put={put} />);
  await user.click(screen.getByRole('button', { name: 'Move up: Two' }));
  expect(put).toHaveBeenLastCalledWith({ id: 2, before: 1 });
  await user.click(screen.getByRole('button', { name: 'Move down: Two' }));
  expect(put).toHaveBeenLastCalledWith({ id: 3, before: 2 });
});

it('stops at both ends', () => {
  render(
    <MoveButtons id={2} name="Two" above={undefined} below={undefined} busy={false} put={async () => true} />,
  );
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
