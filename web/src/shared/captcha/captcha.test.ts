import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error';
import { answer, ok } from '../testing/server';
import { Captcha, type CaptchaHeaders, unseen } from './captcha';

let solved = 0;

/** Widget that solves a new challenge immediately. */
vi.mock('./widget', () => ({
  createWidget: (source: () => Promise<unknown>) => {
    const widget = document.createElement('div');
    queueMicrotask(() => widget.dispatchEvent(new Event('load')));
    const verify = async () => {
      await source();
      solved += 1;
      return { payload: `token-${solved}` };
    };
    return Object.assign(widget, { verify });
  },
}));

const widget = { vendor: 'hcaptcha', siteKey: 'key' } as const;

/** Provider widget operated by a person. */
const vendor = { comes: true, token: null as string | null, fails: () => {}, resets: 0 };

vi.mock('./vendor', () => ({
  openVendor: async (_: unknown, heard: { fails: () => void }) => {
    if (!vendor.comes) throw new Error('sent no script');
    vendor.fails = heard.fails;
    return {
      element: Object.assign(document.createElement('div'), { title: 'vendor' }),
      worksAlone: false,
      ready: Promise.resolve(),
      verify: async () => vendor.token,
      reset: () => {
        vendor.resets += 1;
      },
    };
  },
}));

beforeEach(() => {
  solved = 0;
  Object.assign(vendor, { comes: true, token: null, resets: 0 });
});

const puzzle = (given: object | null) =>
  answer('get', '/captcha/challenge', () => ok(given as Record<string, never> | null));
const refusal = (status: number) =>
  new ApiError("Confirm that you're human.", {
    status,
    code: status === 401 ? 'wrong_credentials' : 'invalid_fields',
    fields: { captcha: "Confirm that you're human." },
  });

function sender(...refusals: (ApiError | null)[]) {
  const sent: (string | undefined)[] = [];
  const send = async (headers: CaptchaHeaders) => {
    sent.push(headers['Captcha-Token']);
    const refused = refusals.shift();
    if (refused) throw refused;
    return 'done';
  };
  return { sent, send };
}

it('is not there where the server asks for none', async () => {
  puzzle(null);
  const captcha = new Captcha();
  const { sent, send } = sender();
  expect(await captcha.guard(true, send)).toBe('done');
  expect(captcha.widget()).toBeNull();
  expect(sent).toEqual([undefined]);
});

it('sends each solution once', async () => {
  puzzle({});
  const captcha = new Captcha();
  captcha.arm();
  captcha.arm();
  const { sent, send } = sender();
  await captcha.guard(true, send);
  await captcha.guard(true, send);
  expect(sent).toEqual(['token-1', 'token-2']);
});

it('is asked for nothing until the server announces it', async () => {
  puzzle({});
  const captcha = new Captcha();
  const { sent, send } = sender(null, refusal(401));
  await captcha.guard(false, send);
  await expect(captcha.guard(false, send)).rejects.toThrow('human');
  await captcha.guard(false, send);
  expect(sent).toEqual([undefined, undefined, 'token-1']);
});

it('sends again, with a solution, what was refused for want of one', async () => {
  puzzle({});
  const { sent, send } = sender(refusal(422));
  expect(await new Captcha().guard(false, send)).toBe('done');
  expect(sent).toEqual([undefined, 'token-1']);
});

it('gives up after the second refusal', async () => {
  puzzle({});
  const { sent, send } = sender(refusal(422), refusal(422));
  await expect(new Captcha().guard(true, send)).rejects.toThrow('human');
  expect(sent).toEqual(['token-1', 'token-2']);
});

it('leaves nothing behind where there is no form', async () => {
  puzzle({});
  const { sent, send } = sender();
  const before = document.body.childElementCount;
  await unseen(send);
  expect(sent).toEqual(['token-1']);
  expect(document.body.childElementCount).toBe(before);
});

it('takes what the vendor hands out, and begins anew', async () => {
  puzzle({ widget });
  const captcha = new Captcha();
  const { sent, send } = sender();
  vendor.token = 'vendor-1';
  await captcha.guard(true, send);
  expect(captcha.widget()?.title).toBe('vendor');
  expect(sent).toEqual(['vendor-1']);
  expect(vendor.resets).toBe(1);
});

it('sends nothing before the person has shown to be one', async () => {
  puzzle({ widget });
  const { sent, send } = sender();
  await expect(new Captcha().guard(true, send)).rejects.toThrow("Confirm that you're human.");
  expect(sent).toEqual([]);
});

it('falls back to the puzzle where the script does not come', async () => {
  puzzle({ widget });
  vendor.comes = false;
  const captcha = new Captcha();
  const { sent, send } = sender();
  await captcha.guard(true, send);
  expect(sent).toEqual(['token-1']);
  expect(captcha.widget()?.title).toBe('');
});

it('falls back to the puzzle where the widget gives up', async () => {
  puzzle({ widget });
  const captcha = new Captcha();
  const { sent, send } = sender();
  await expect(captcha.guard(true, send)).rejects.toThrow('human');
  vendor.fails();
  await captcha.guard(true, send);
  expect(sent).toEqual(['token-1']);
});

it('sends once more with the puzzle what the server could not ask the vendor about', async () => {
  puzzle({ widget });
  const captcha = new Captcha();
  const { sent, send } = sender(refusal(422));
  vendor.token = 'vendor-1';
  expect(await captcha.guard(true, send)).toBe('done');
  expect(sent).toEqual(['vendor-1', 'token-1']);
  expect(captcha.widget()?.title).toBe('');
});

it('shows nobody a widget where there is no form', async () => {
  puzzle({ widget });
  const { sent, send } = sender();
  await unseen(send);
  expect(sent).toEqual(['token-1']);
});
