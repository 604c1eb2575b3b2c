import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/api-error';
import { Providers } from '@/shared/surface/providers';
import { factsOf, type NewSiteValues } from '../model/new-site';
import type { Check } from '../model/use-subdomain';
import { NewSiteForm } from './new-site-form';

const tones = { brand: '#0b6e99', accent: '#ffc247' } as never;
const check = vi.fn<Check>();
const send = vi.fn(async (_: NewSiteValues) => undefined);

beforeEach(() => {
  send.mockClear();
  check.mockReset().mockImplementation(async (subdomain) => ({ subdomain, available: true, reason: null }));
  const element = (
    <NewSiteForm
      accounts={[
        { id: 'a1', companyName: 'Canyon Car Wash' },
        { id: 'a2', companyName: 'Mesa Wash' },
      ]}
      templates={[
        { name: 'express_tunnel', tones, picture: null },
        { name: 'blank', tones, picture: null },
      ]}
      countries={[
        { code: 'CA', currency: 'CAD', timeZone: 'America/Toronto' },
        { code: 'US', currency: 'USD', timeZone: 'America/New_York' },
      ]}
      check={check}
      asksOwner
      send={send}
    />
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  render(
    <Providers queries={new QueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
});

it('requires only an account and proposes the rest', async () => {
  await userEvent.click(screen.getByRole('radio', { name: 'Canyon Car Wash' }));
  expect(screen.getByLabelText('Company name')).toHaveValue('Canyon Car Wash');
  expect(screen.getByLabelText('Subdomain')).toHaveValue('canyoncarwash');
  expect(await screen.findByText('canyoncarwash is available.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Create site' }));
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  const [sent] = send.mock.calls[0] ?? [];
  expect(sent?.template).toBe('blank');
  expect(sent && factsOf(sent)).toEqual({
    companyName: 'Canyon Car Wash',
    subdomain: 'canyoncarwash',
    country: 'US',
    timeZone: 'America/New_York',
    currency: 'USD',
  });
});

it('keeps what was entered, and lets the time zone and currency follow the country', async () => {
  await userEvent.type(screen.getByLabelText('Company name'), 'Canyon');
  await userEvent.clear(screen.getByLabelText('Subdomain'));
  await userEvent.type(screen.getByLabelText('Subdomain'), 'own');
  await userEvent.click(screen.getByRole('radio', { name: 'Mesa Wash' }));
  expect(screen.getByLabelText('Company name')).toHaveValue('Canyon');
  expect(screen.getByLabelText('Subdomain')).toHaveValue('own');
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'Canada');
  expect(screen.getByLabelText('Time zone')).toHaveValue('America/Toronto');
  expect(screen.getByLabelText('Currency')).toHaveValue('CAD');
  await userEvent.click(screen.getByRole('radio', { name: /Express tunnel/ }));
  expect(screen.getByRole('radio', { name: /Express tunnel/ })).toBeChecked();
});

it('asks for an account at its field, and drops the complaints that its proposals settle', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Create site' }));
  expect(await screen.findByText('Select an account.')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Canyon Car Wash' })).toHaveFocus();
  expect(screen.getAllByText('Input is required.')).toHaveLength(2);
  await userEvent.click(screen.getByRole('radio', { name: 'Canyon Car Wash' }));
  await vi.waitFor(() => expect(screen.queryByText('Input is required.')).toBeNull());
  expect(screen.queryByText('Select an account.')).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

it('creates the site while the subdomain is still being checked', async () => {
  check.mockReturnValue(new Promise(() => undefined));
  await userEvent.click(screen.getByRole('radio', { name: 'Canyon Car Wash' }));
  expect(await screen.findByText('Checking availability…')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Create site' }));
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
});

it("doesn't call a subdomain available that was taken meanwhile", async () => {
  send.mockRejectedValueOnce(
    new ApiError('This subdomain is already taken.', { status: 409, code: 'taken', silent: false }),
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Canyon Car Wash' }));
  expect(await screen.findByText('canyoncarwash is available.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Create site' }));
  expect(await screen.findByText('This subdomain is already taken.')).toBeVisible();
  expect(screen.queryByText('canyoncarwash is available.')).toBeNull();
});

it('keeps the form open for a subdomain that is taken', async () => {
  check.mockImplementation(async (subdomain) => ({ subdomain, available: false, reason: 'taken' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Canyon Car Wash' }));
  await vi.waitFor(() => expect(check).toHaveBeenCalled());
  await vi.waitFor(() => expect(screen.queryByText('Checking availability…')).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole('button', { name: 'Create site' }));
  expect(send).not.toHaveBeenCalled();
});
