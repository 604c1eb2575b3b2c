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

it("plays the merchant's video on the home page, with a pause button", async () => {
  openSite({ homeVideo: '/images/home.mp4' });
  await open(false);
  expect(film()).toHaveAttribute('src', '/images/home.mp4');
  expect(screen.getByRole('button', { name: /video$/ })).toBeInTheDocument();
});

it('shows no video if there is none', async () => {
  await open(false);
  expect(film()).toBeNull();
});

it('hides the video in the app', async () => {
  openSite({ homeVideo: '/images/home.mp4' });
  await open(true);
  expect(film()).toBeNull();
});
