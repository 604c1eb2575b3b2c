import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import type { Report } from '@/shared/api/types';
import { openSite } from '@/shared/testing/site';
import { sayMore } from '../catalogue';
import { ReportTable } from './report-table';

const report: Report = {
  from: '2026-11-01',
  to: '2026-11-30',
  previousFrom: '2026-10-01',
  previousTo: '2026-10-31',
  currency: 'USD',
  group: 'reason',
  groups: ['reason', 'day', 'week', 'month', 'location'],
  figures: [],
  columns: [
    { measure: 'refundCount', unit: 'count' },
    { measure: 'refundedToCards', unit: 'money' },
    { measure: 'refundedToGiftCards', unit: 'money' },
    { measure: 'refundedAmount', unit: 'money' },
  ],
  rows: [
    { key: 'service_problem', label: null, values: [2, 2172, 1086, 3258] },
    { key: '', label: null, values: [1, 500, 0, 500] },
  ],
};

beforeEach(async () => {
  openSite();
  await sayMore();
});

it('shows refunds by reason, including those without one', async () => {
  const table = <ReportTable report={report} label="Refunds" />;
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: table }])} />);
  const refunds = await screen.findByRole('table', { name: 'Refunds' });
  const rows = within(refunds).getAllByRole('row');
  expect(rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))).toEqual([
    ['Reason', 'Number of refunds', 'To cards', 'To gift cards', 'Refunded'],
    ['Service problem', '2', '$21.72', '$10.86', '$32.58'],
    ['No reason', '1', '$5.00', '$0.00', '$5.00'],
  ]);
});
