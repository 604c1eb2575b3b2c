import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '@/shared/testing/eventually';
import { vendorScript } from '../lib/vendor-script';
import { openVendor } from './vendor';

vi.mock('../lib/vendor-script', () => ({ vendorScript: vi.fn(async () => undefined) }));

type Options = Record<string, unknown> & { callback: (token: string) => void };

const rendered: Options[] = [];
const reset = vi.fn();

beforeEach(() => {
  rendered.length = 0;
  const api = {
    render: (_: HTMLElement, options: Options) => {
      rendered.push(options);
      return 7;
    },
    reset,
  };
  Object.assign(globalThis, { turnstile: api, hcaptcha: api, grecaptcha: api });
});

async function opened(vendor: 'turnstile' | 'hcaptcha' | 'recaptcha') {
  const heard = { hears: vi.fn(), fails: vi.fn() };
  const prover = await openVendor({ vendor, siteKey: 'key' }, heard);
  document.body.append(prover.element);
  await eventually(() => expect(rendered).toHaveLength(1));
  const options = rendered[0];
  if (!options) throw new Error('nothing was rendered');
  return { prover, options, ...heard };
}

it.each([
  ['turnstile', 'challenges.cloudflare.com'],
  ['hcaptcha', 'js.hcaptcha.com'],
  ['recaptcha', 'www.google.com'],
] as const)('loads %s from its own host with the site key', async (vendor, host) => {
  const { options, hears, prover } = await opened(vendor);
  const asked = vi.mocked(vendorScript).mock.lastCall?.[0];
  expect(new URL(asked?.url ?? '').host).toBe(host);
  expect(options.sitekey).toBe('key');
  options.callback('token');
  expect(hears).toHaveBeenCalledWith('token');
  expect(await prover.verify()).toBe('token');
  prover.reset();
  await eventually(() => expect(reset).toHaveBeenCalledWith(7));
});

it('waits for the checkbox or an automatic solution', async () => {
  expect(await (await opened('hcaptcha')).prover.verify()).toBeNull();
  rendered.length = 0;
  const { prover, options } = await opened('turnstile');
  const proof = prover.verify();
  options.callback('late');
  expect(await proof).toBe('late');
});

it('reports a failed widget', async () => {
  const { prover, options, fails } = await opened('turnstile');
  const proof = prover.verify();
  (options['error-callback'] as () => void)();
  expect(fails).toHaveBeenCalled();
  expect(await proof).toBeNull();
});
