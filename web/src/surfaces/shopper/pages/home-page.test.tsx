import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { answerQuietly, renderPage } from '../testing/render-page';

const film = () => document.querySelector('video');

function open(narrow: boolean) {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: narrow && query.includes('width'),
        addEventListener() {},
        removeEventListener() {},
        addListener() {},
        removeListener() {},
      }) as never,
  );
  return renderPage('/');
}

beforeEach(() => {
  vi.restoreAllMocks();
  answerQuietly();
});

it("plays the merchant's film behind the home of the web shop, and lets it be stopped", async () => {
  openSite({ homeVideo: '/images/home.mp4' });
  await open(false);
  expect(film()).toHaveAttribute('src', '/images/home.mp4');
  expect(screen.getByRole('button', { name: /video$/ })).toBeInTheDocument();
});

it('has none where there is none', async () => {
  await open(false);
  expect(film()).toBeNull();
});

it('hides it in the app', async () => {
  openSite({ homeVideo: '/images/home.mp4' });
  await open(true);
  expect(film()).toBeNull();
});
