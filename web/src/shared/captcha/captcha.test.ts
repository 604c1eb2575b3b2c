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

it('is hidden if the server requires none', async () => {
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

it('loads nothing until the server requires it', async () => {
  puzzle({});
  const captcha = new Captcha();
  const { sent, send } = sender(null, refusal(401));
  await captcha.guard(false, send);
  await expect(captcha.guard(false, send)).rejects.toThrow('human');
  await captcha.guard(false, send);
  expect(sent).toEqual([undefined, undefined, 'token-1']);
});

it('resends a rejected request with a solution', async () => {
  puzzle({});
  const { sent, send } = sender(refusal(422));
  expect(await new Captcha().guard(false, send)).toBe('done');
  expect(sent).toEqual([undefined, 'token-1']);
});

it('stops after the second rejection', async () => {
  puzzle({});
  const { sent, send } = sender(refusal(422), refusal(422));
  await expect(new Captcha().guard(true, send)).rejects.toThrow('human');
  expect(sent).toEqual(['token-1', 'token-2']);
});

it('does nothing without a form', async () => {
  puzzle({});
  const { sent, send } = sender();
  const before = document.body.childElementCount;
  await unseen(send);
  expect(sent).toEqual(['token-1']);
  expect(document.body.childElementCount).toBe(before);
});

it("uses the provider's token, then resets", async () => {
  puzzle({ widget });
  const captcha = new Captcha();
  const { sent, send } = sender();
  vendor.token = 'vendor-1';
  await captcha.guard(true, send);
  expect(captcha.widget()?.title).toBe('vendor');
  expect(sent).toEqual(['vendor-1']);
  expect(vendor.resets).toBe(1);
});

it('sends nothing before the captcha is solved', async () => {
  puzzle({ widget });
  const { sent, send } = sender();
  await expect(new Captcha().guard(true, send)).rejects.toThrow("Confirm that you're human.");
  expect(sent).toEqual([]);
});

it("uses the puzzle if the script doesn't load", async () => {
  puzzle({ widget });
  vendor.comes = false;
  const captcha = new Captcha();
  const { sent, send } = sender();
  await captcha.guard(true, send);
  expect(sent).toEqual(['token-1']);
  expect(captcha.widget()?.title).toBe('');
});

it('uses the puzzle if the widget fails', async () => {
  puzzle({ widget });
  const captcha = new Captcha();
  const { sent, send } = sender();
  await expect(captcha.guard(true, send)).rejects.toThrow('human');
  vendor.fails();
  await captcha.guard(true, send);
  expect(sent).toEqual(['token-1']);
});

it('resends with the puzzle if the provider is unavailable', async () => {
  puzzle({ widget });
  const captcha = new Captcha();
  const { sent, send } = sender(refusal(422));
  vendor.token = 'vendor-1';
  expect(await captcha.guard(true, send)).toBe('done');
  expect(sent).toEqual(['vendor-1', 'token-1']);
  expect(captcha.widget()?.title).toBe('');
});

it('shows no widget without a form', async () => {
  puzzle({ widget });
  const { sent, send } = sender();
  await unseen(send);
  expect(sent).toEqual(['token-1']);
});
