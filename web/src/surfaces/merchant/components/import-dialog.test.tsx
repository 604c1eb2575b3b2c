import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { importLocations } from '@/features/catalog/api/admin-locations';
import type { ImportReport } from '@/shared/office/import-table';
import { Providers } from '@/shared/surface/providers';
import { eventually } from '@/shared/testing/eventually';
import { answer, ok } from '@/shared/testing/server';
import { sayMore } from '../catalogue';
import { ImportDialog } from './import-dialog';

beforeEach(() => sayMore());

const table = new File(['locationId,name\n1,Main\n'], 'locations.csv', { type: 'text/csv' });

/** Imports a file and counts dry runs and imports. */
async function bring(told: Omit<ImportReport, 'imported'>) {
  const sent: boolean[] = [];
  answer('post', '/admin/locations/import', (request) => {
    const dryRun = new URL(request.url).searchParams.get('dryRun') === 'true';
    sent.push(dryRun);
    return ok({ ...told, imported: !dryRun && told.faultCount === 0 });
  });
  const onClose = vi.fn();
  const dialog = { title: 'Import locations', hint: 'As it was saved.', bring: importLocations, onClose };
  render(
    <Providers queries={new QueryClient()}>
      <ImportDialog {...dialog} />
    </Providers>,
  );
  await userEvent.upload(screen.getByLabelText('Select CSV file'), table);
  return { sent, onClose, go: screen.getByRole('button', { name: 'Import' }) };
}

const counts = { created: 1, changed: 2, unchanged: 3, faults: [], faultCount: 0 };

it('imports after a dry run', async () => {
  const { sent, onClose, go } = await bring(counts);
  expect(await screen.findByText('1 new, 2 updated, 3 unchanged')).toBeVisible();
  expect(sent).toEqual([true]);
  await userEvent.click(go);
  await eventually(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([true, false]);
});

it('imports nothing if there are errors, and shows their places', async () => {
  const fault = { line: 2, column: 'latitude', message: 'Degrees are expected.' };
  const none = { created: 0, changed: 0, unchanged: 0 };
  const { go } = await bring({ ...none, faults: [fault], faultCount: 3 });
  expect(await screen.findByText('Line 2, latitude')).toBeVisible();
  expect(screen.getByText('3 errors. Nothing was imported.')).toBeVisible();
  expect(screen.getByText('Showing the first 1.')).toBeVisible();
  expect(go).toBeDisabled();
});

it('imports nothing without changes', async () => {
  const { go } = await bring({ ...counts, created: 0, changed: 0 });
  expect(await screen.findByText('0 new, 0 updated, 3 unchanged')).toBeVisible();
  expect(go).toBeDisabled();
});
