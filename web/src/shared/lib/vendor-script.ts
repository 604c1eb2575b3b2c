type VendorScript = {
  url: string;
  /** Global callback of the script when it is ready. */
  callback: string;
  /** Timeout in milliseconds. */
  patience: number;
  attributes?: Record<string, string>;
};

const coming = new Map<string, Promise<void>>();

function fetchScript({ url, callback, patience, attributes = {} }: VendorScript): Promise<void> {
  const script = document.createElement('script');
  const { host } = new URL(url);
  const come = new Promise<void>((resolve, reject) => {
    Object.assign(globalThis, { [callback]: resolve });
    script.addEventListener('error', () => reject(new Error(`${host} sent no script`)));
    setTimeout(() => reject(new Error(`the script of ${host} did not come`)), patience);
  });
  script.async = true;
  // Providers check a key's sites by origin and don't need the path.
  script.referrerPolicy = 'origin';
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  script.src = url;
  document.head.append(script);
  return come.catch((error: unknown) => {
    script.remove();
    throw error;
  });
}

/** Loads a provider script once per page. A failed one can be requested again. */
export function vendorScript(wanted: VendorScript): Promise<void> {
  const known = coming.get(wanted.callback);
  if (known) return known;
  const fetched = fetchScript(wanted);
  coming.set(wanted.callback, fetched);
  fetched.catch(() => coming.delete(wanted.callback));
  return fetched;
}
