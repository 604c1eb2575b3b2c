import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { QueryView } from './query-view';

type Query = Parameters<typeof QueryView<string[]>>[0]['query'];

function show(query: Partial<Query>) {
  const refetch = vi.fn();
  const whole = { data: undefined, isPending: false, isFetching: false, refetch, ...query } as Query;
  render(
    <QueryView query={whole} skeleton="on its way" failed="Unable to get it" empty="nothing yet">
      {(words) => words.join()}
    </QueryView>,
  );
  return refetch;
}

it('shows loading, data and empty states', () => {
  show({ isPending: true });
  expect(screen.getByText('on its way')).toBeVisible();
  show({ data: ['one', 'two'] });
  expect(screen.getByText('one,two')).toBeVisible();
  show({ data: [] });
  expect(screen.getByText('nothing yet')).toBeVisible();
});

it('shows an error and retries', async () => {
  const refetch = show({});
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('heading', { name: 'Unable to get it' })).toBeVisible();
  expect(refetch).toHaveBeenCalledOnce();
});

it('keeps data if a refetch fails', () => {
  // As in the library: old data with the new error.
  show({ data: ['old'], isPending: false });
  expect(screen.getByText('old')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
