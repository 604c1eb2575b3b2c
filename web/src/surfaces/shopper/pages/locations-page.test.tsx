import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { location as place } from '@/shared/testing/locations';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { answerQuietly, renderPage } from '../testing/render-page';

const tempe = place({ id: 1, city: 'Tempe', name: 'Mill Avenue', latitude: 33.4207, longitude: -111.9398 });
const mesa = place({ id: 2, city: 'Mesa', name: 'Dobson', latitude: 33.3905, longitude: -111.8752 });

const cities = () => {
  const list = screen.getByRole('heading', { level: 2, name: /^Tempe/ }).closest('ul') as HTMLElement;
  return within(list)
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent?.split(',')[0]);
};
const marker = (name: string) =>
  within(screen.getByRole('region', { name: 'Map' })).getByRole('button', { name });

function standAt(answered: { latitude: number; longitude: number } | 'nowhere' | 'no') {
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed) => {
    if (typeof answered === 'object') found({ coords: answered } as GeolocationPosition);
    else failed?.({ code: answered === 'no' ? 1 : 2, PERMISSION_DENIED: 1 } as GeolocationPositionError);
  };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  const query = () => Promise.resolve({ state: 'prompt' });
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query } });
}

beforeEach(() => {
  vi.restoreAllMocks();
  standAt('no');
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  openSite({ has_app: false });
  answerQuietly();
  answer('get', '/locations', () => ok([tempe, mesa]));
});

it('lists all locations without a position', async () => {
  standAt('no');
  await renderPage('/findUs');
  expect(await screen.findByText('Visit any of our 2 locations!')).toBeVisible();
  const user = userEvent.setup();
  await user.click(screen.getByText('Your Location'));
  expect(await screen.findByText(/^Location access is off\./)).toBeVisible();
  standAt('nowhere');
  await user.click(screen.getByText('Your Location'));
  expect(await screen.findByText(/^We couldn't find your location\./)).toBeVisible();
  expect(cities()).toEqual(['Tempe', 'Mesa']);
  expect(screen.getByRole('link', { name: 'Washes Dobson' })).toHaveAttribute('href', '/washes?location=2');
});

it('sorts by distance on request and selects the current location', async () => {
  standAt({ latitude: 33.3925, longitude: -111.8752 });
  await renderPage('/findUs');
  const me = await screen.findByText('Your Location');
  expect(cities()).toEqual(['Tempe', 'Mesa']);
  await userEvent.setup().click(me);
  expect(await screen.findByText('Nearest first')).toBeVisible();
  expect(cities()).toEqual(['Mesa', 'Tempe']);
  const [nearest, other] = screen.getAllByText(/ mi$/, { selector: 'p span' });
  expect(nearest).toHaveTextContent('0.1 mi');
  expect(other).toHaveTextContent('4.2 mi');
  expect(screen.getAllByText('Selected')).toHaveLength(1);
  expect(screen.getByText('Selected').closest('li')).toHaveTextContent('Mesa');
  expect(localStorage.getItem('suds:location')).toBe('2');
  expect(
    within(screen.getByRole('region', { name: 'Map' })).getByText('Your Location', { selector: 'div span' }),
  ).toBeInTheDocument();
});

it("shows the list's locations on the map: a marker opens its directions, an entry comes into the middle", async () => {
  await renderPage('/locations');
  const user = userEvent.setup();
  await screen.findByText('Your Location', { selector: 'button' });
  await user.click(screen.getByRole('button', { name: /^Mesa/ }));
  await waitFor(() => expect(marker('Dobson').closest('li')?.style.translate).toBe('300px 200px'));
  await user.click(marker('Dobson'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Car Wash' }));
  expect(dialog.getByText('412 S Mill Avenue')).toBeVisible();
  const way = dialog.getByRole('link', { name: /^Directions/ });
  expect(way).toHaveAttribute('href', expect.stringContaining('33.3905,-111.8752'));
  expect(way).toHaveAttribute('target', '_blank');
});

it('welcomes customers to a single location', async () => {
  answer('get', '/locations', () => ok([tempe]));
  await renderPage('/locations');
  expect(await screen.findByText('Visit us!')).toBeVisible();
});

it('shows empty and error states', async () => {
  answer('get', '/locations', () => ok([]));
  const { queries } = await renderPage('/findUs');
  expect(await screen.findByText('No locations yet')).toBeVisible();
  answer('get', '/locations', () => refusal(500, 'internal', 'Something went wrong on our side.'));
  await queries.resetQueries();
  expect(await screen.findByText("Couldn't load locations")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
});
