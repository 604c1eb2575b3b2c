import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { renderSurface } from '@/shared/testing/render-surface';
import { surface } from '../surface';
import { paired } from '../testing/terminal';

const user = userEvent.setup();
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
/** Number to copy. */
const asked = async () => (await screen.findByText(/^\d{4}$/, { selector: 'strong' })).textContent ?? '';

it('removes its key and unsent results when unpaired', async () => {
  const kept = paired();
  const { router } = await renderSurface(surface, '/kiosk/device');
  expect(await screen.findByText('t1')).toBeInTheDocument();
  await press('Unpair kiosk');
  for (const digit of await asked()) await press(digit);
  await eventually(() => expect(kept()).toBeNull());
  await expect.poll(() => router.state.location.pathname).toBe('/kiosk/pair');
  expect(screen.queryByText(/^This kiosk was removed/)).not.toBeInTheDocument();
});

it('stays paired after a wrong or empty number', async () => {
  const kept = paired();
  await renderSurface(surface, '/kiosk/device');
  await press('Unpair kiosk');
  const other = (await asked()) === '1111' ? '2222' : '1111';
  await user.keyboard(other);
  expect(await screen.findByRole('button', { name: 'Unpair kiosk' })).toBeInTheDocument();
  await press('Unpair kiosk');
  await press('Keep paired');
  expect(await screen.findByRole('button', { name: 'Unpair kiosk' })).toBeInTheDocument();
  expect(kept()).not.toBeNull();
});
