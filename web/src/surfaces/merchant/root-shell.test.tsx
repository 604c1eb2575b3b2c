import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { appVersionKey } from '@/shared/api/app-version';
import { pause } from '@/shared/lib/pause';
import { renderSurface } from '@/shared/testing/render-surface';
import { surface } from './surface';

it('offers an update', async () => {
  const { queries } = await renderSurface(surface, '/mmtpo/nowhere');
  await act(async () => {
    queries.setQueryData(appVersionKey(), '9.0.0');
    await pause(10);
  });
  expect(await screen.findByRole('button', { name: 'Update' })).toBeVisible();
});
