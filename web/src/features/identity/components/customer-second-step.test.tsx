import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, ok } from '@/shared/testing/server';
import { CustomerSecondStep } from './customer-second-step';

const passkey = { challenge: 'YQ', rpId: 'sparkle.localhost', credentialIds: ['YQ'] };

function open(offer: { passkey: typeof passkey | null; otherPasskeyHosts: string[] }) {
  answer('post', '/users/login/second-factor/offer', () => ok({ hasAuthenticator: false, ...offer }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CustomerSecondStep ticket="t" onOver={() => undefined} />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { value: {}, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

it('offers a passkey for this address', async () => {
  open({ passkey, otherPasskeyHosts: ['bluewave.example'] });
  expect(await screen.findByRole('button', { name: 'Use passkey' })).toBeVisible();
  expect(screen.queryByText(/bluewave/)).toBeNull();
});

it('explains a passkey of an earlier address', async () => {
  open({ passkey: null, otherPasskeyHosts: ['bluewave.example'] });
  expect(await screen.findByText(/Your passkey works only at bluewave\.example/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use passkey' })).toBeNull();
  expect(screen.getByText('Enter one of your backup codes.')).toBeVisible();
});
