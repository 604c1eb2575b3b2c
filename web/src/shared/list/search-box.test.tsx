import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SearchBox } from './search-box';

it('searches on Enter without submitting a form around it', async () => {
  // React reports the nested form, which works.
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const onSubmit = vi.fn();
  const onSearch = vi.fn();
  render(
    <form onSubmit={onSubmit}>
      <SearchBox label="Search accounts" value="" onSearch={onSearch} />
    </form>,
  );
  await userEvent.type(screen.getByLabelText('Search accounts'), 'tidal{Enter}');
  expect(onSearch).toHaveBeenCalledWith('tidal');
  expect(onSubmit).not.toHaveBeenCalled();
  errors.mockRestore();
});
