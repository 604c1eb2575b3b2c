import { i18n } from '@lingui/core';
import { QueryClient } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { memo } from 'react';
import { afterEach, expect, it } from 'vitest';
import { activateLocale } from '../i18n/activate';
import { Providers } from './providers';

// A memoized child would keep its language.
const Button = memo(() => <button type="button">{i18n._('Close')}</button>);

afterEach(() => activateLocale('en-US'));

it('updates all texts in another language', async () => {
  render(
    <Providers queries={new QueryClient()}>
      <Button />
    </Providers>,
  );
  expect(screen.getByRole('button', { name: 'Close' })).toBeInTheDocument();
  await act(() => activateLocale('fr-CA'));
  expect(screen.getByRole('button', { name: 'Fermer' })).toBeInTheDocument();
});
