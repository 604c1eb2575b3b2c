import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';
import { dataDir } from './environment';

type Message = { to: string[]; text: string };

const folder = join(dataDir, 'mail');

/** Of a captured message, which never changes, and is taken apart once. */
const read = new Map<string, Promise<Message>>();

function message(name: string): Promise<Message> {
  const known = read.get(name);
  if (known) return known;
  const parsed = PostalMime.parse(readFileSync(join(folder, name))).then(({ to, text }) => ({
    to: (to ?? []).flatMap(({ address }) => address ?? []),
    text: text ?? '',
  }));
  read.set(name, parsed);
  return parsed;
}

type Search = (text: string) => string | undefined;

/** Looks through every captured message to an address, the newest first. */
async function find(email: string, search: Search): Promise<string | undefined> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  for (const name of names.sort().reverse()) {
    const { to, text } = await message(name);
    const found = to.includes(email) ? search(text) : undefined;
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
      { message: `a mail to ${email} with ${what}`, intervals: [50, 50, 100, 100, 250] },
    )
    .toBeTruthy();
  return found ?? '';
}

/** Link of a captured email to an address. It has its own line. */
export function mailedLink(email: string, page: string): Promise<string> {
  return waitFor(email, `a ${page} link`, (text) =>
    text.split(/\r?\n/).find((line) => line.startsWith('http') && line.includes(`/${page}?`)),
  );
}

/** Number of a gift card in a captured email: nineteen digits ending in `lastFour`. */
export function mailedCardNumber(email: string, lastFour = ''): Promise<string> {
  return waitFor(email, 'the number of a gift card', (text) => {
    const number = /\b9\d{3}(?:[ -]?\d{4}){3}[ -]?\d{3}\b/.exec(text)?.[0].replace(/\D/g, '');
    return number?.endsWith(lastFour) ? number : undefined;
  });
}

/** The text of the newest captured receipt. */
export function mailedReceipt(email: string): Promise<string> {
  return waitFor(email, 'a receipt', (text) => (/^Subtotal: /m.test(text) ? text : undefined));
}
