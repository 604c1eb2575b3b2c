import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { viewToken } from '../api/view';
import { tokens } from '../testing/tokens';
import { ViewNotice } from './view-notice';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

it('shows the end time and ends the view', async () => {
  const replace = vi.fn();
  vi.stubGlobal('close', vi.fn());
  vi.spyOn(location, 'replace').mockImplementation(replace);
  sessionStorage.setItem('view', `view.${tokens(2_000_000_000).accessToken}`);
  render(<ViewNotice />);
  expect(screen.getByRole('status')).toHaveTextContent(/until \d+:\d\d.*You can't make changes/);
  await userEvent.click(screen.getByRole('button', { name: 'Exit view' }));
  expect(viewToken()).toBeNull();
  expect(replace).toHaveBeenCalledWith('/');
});

it('is hidden for others', () => {
  const { container } = render(<ViewNotice />);
  expect(container).toBeEmptyDOMElement();
});
