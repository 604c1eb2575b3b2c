import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, ok } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { HomePage } from './home-page';

const film = () => document.querySelector('video');

function open(narrow: boolean) {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: narrow && query.includes('width'),
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <HomePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.restoreAllMocks();
  answer('get', '/locations', () => ok([]));
  answer('get', '/products/washes', () => ok([]));
});

it("plays the merchant's film behind the home of the web shop, and lets it be stopped", () => {
  openSite({ homeVideo: '/images/home.mp4' });
  open(false);
  expect(film()).toHaveAttribute('src', '/images/home.mp4');
  expect(screen.getByRole('button', { name: /video$/ })).toBeInTheDocument();
});

it('has none where there is none', () => {
  open(false);
  expect(film()).toBeNull();
});

it('hides it in the app', () => {
  openSite({ homeVideo: '/images/home.mp4' });
  open(true);
  expect(film()).toBeNull();
});
