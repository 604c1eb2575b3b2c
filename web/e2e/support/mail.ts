import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';
import { dataDir } from './environment';

/** Every captured message, the newest first. */
function messages(): string[] {
  const folder = join(dataDir, 'mail');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

type Search = (text: string) => string | undefined;

async function find(email: string, search: Search): Promise<string | undefined> {
  for (const file of messages()) {
    const { to, text } = await PostalMime.parse(readFileSync(file));
    if (!to?.some(({ address }) => address === email)) continue;
    const found = search(text ?? '');
    if (found) return found;
  }
  return undefined;
}

async function waitFor(email: string, what: string, search: Search): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        found = await find(email, search);
        return found;
      },
      { message: `a mail to ${email} with ${what}` },
    )
    .toBeTruthy();
  return found ?? '';
}

/** The link of a captured mail to an address; it stands alone on its line. */
export function mailedLink(email: string, page: string): Promise<string> {
  return waitFor(email, `a ${page} link`, (text) =>
    text.split(/\r?\n/).find((line) => line.startsWith('http') && line.includes(`/${page}?`)),
  );
}

/** The number of a gift card that a captured mail brought: nineteen digits, in whatever groups. */
export function mailedCardNumber(email: string): Promise<string> {
  return waitFor(email, 'the number of a gift card', (text) =>
    /\b9\d{3}(?:[ -]?\d{4}){3}[ -]?\d{3}\b/.exec(text)?.[0].replace(/\D/g, ''),
  );
}
