import { spokenLanguage } from '../i18n/locale';
import { vendorScript } from '../lib/vendor-script';
import type { Hears, Prover } from './prover';

/** Captcha provider of the site and its site key. */
export type VendorWidget = { vendor: 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string };

/** Common API of the three provider scripts. */
type Api = {
  render: (container: HTMLElement, options: Record<string, unknown>) => string | number;
  reset: (widget: string | number) => void;
};

type Vendor = {
  /** Name of its global `Api`. */
  name: string;
  url: (query: URLSearchParams) => string;
  /** Minimum width of its widget, in pixels. */
  width: number;
  /** Size option for a widget that fills its container. */
  size: string;
};

const vendors: Record<VendorWidget['vendor'], Vendor> = {
  turnstile: {
    name: 'turnstile',
    url: (query) => `https://challenges.cloudflare.com/turnstile/v0/api.js?${query}`,
    width: 300,
    size: 'flexible',
  },
  hcaptcha: {
    name: 'hcaptcha',
    url: (query) => `https://js.hcaptcha.com/1/api.js?${query}&recaptchacompat=off`,
    width: 303,
    size: 'normal',
  },
  recaptcha: {
    name: 'grecaptcha',
    url: (query) => `https://www.google.com/recaptcha/api.js?${query}`,
    width: 304,
    size: 'normal',
  },
};

/** Milliseconds to wait for a script or its container before the built-in puzzle takes over. */
const patience = 8_000;

/** Milliseconds a mostly invisible widget may work before it is shown. */
const workTime = 10_000;

/** Loads the provider's script. Rejects if that fails. */
async function apiOf(vendor: VendorWidget['vendor']): Promise<Api> {
  const { name, url } = vendors[vendor];
  const callback = `on_${name}`;
  const language = spokenLanguage();
  const query = new URLSearchParams({ render: 'explicit', onload: callback });
  // Turnstile takes the language per widget.
  if (vendor !== 'turnstile') query.set('hl', language);
  await vendorScript({ url: url(query), callback, patience });
  const api = (globalThis as Record<string, unknown>)[name] as Partial<Api> | undefined;
  if (!api?.render || !api.reset) throw new Error(`${name} is not there`);
  return api as Api;
}

/** Resolves when an element is in the page. */
function shown(element: HTMLElement): Promise<void> {
  const until = performance.now() + patience;
  return new Promise((resolve, reject) => {
    const look = () => {
      if (element.isConnected) resolve();
      else if (performance.now() > until) reject(new Error('nothing shows the widget'));
      else requestAnimationFrame(look);
    };
    look();
  });
}

type Heard = {
  hears: Hears;
  /** Called when the widget can't continue. */
  fails: () => void;
};

/** Provider widget, not yet in the page. Rejects if its script can't be loaded. */
export async function openVendor(
  { vendor, siteKey }: VendorWidget,
  { hears, fails }: Heard,
): Promise<Prover> {
  const api = await apiOf(vendor);
  const { width, size } = vendors[vendor];
  const element = document.createElement('div');
  const needsNobody = vendor === 'turnstile';
  let token: string | null = null;
  let listener: Hears | null = null;
  const told: Hears = (given) => {
    token = given;
    hears(given);
    if (given) listener?.(given);
  };
  const fail = () => {
    fails();
    listener?.(null);
  };
  const rendered = shown(element).then(() =>
    api.render(element, {
      sitekey: siteKey,
      theme: document.documentElement.hasAttribute('data-dark') ? 'dark' : 'light',
      size: element.clientWidth < width ? 'compact' : size,
      ...(needsNobody && { language: spokenLanguage().split('-')[0] }),
      callback: told,
      'expired-callback': () => told(null),
      'error-callback': fail,
    }),
  );
  rendered.catch(fail);
  /** A checkbox is checked or not; automatic widgets are awaited. */
  const verify = () =>
    token || !needsNobody
      ? Promise.resolve(token)
      : new Promise<string | null>((resolve) => {
          listener = resolve;
          setTimeout(() => resolve(null), workTime);
        });
  const reset = () => {
    token = null;
    void rendered.then((widget) => api.reset(widget)).catch(() => undefined);
  };
  return { element, worksAlone: false, ready: Promise.resolve(), verify, reset };
}
