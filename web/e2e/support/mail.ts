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

async function findLink(email: string, page: string): Promise<string | undefined> {
  for (const file of messages()) {
    const { to, text } = await PostalMime.parse(readFileSync(file));
    if (!to?.some(({ address }) => address === email)) continue;
    const link = text?.split(/\r?\n/).find((line) => line.startsWith('http') && line.includes(`/${page}?`));
    if (link) return link;
  }
  return undefined;
}

/** The link of a captured mail to an address; it stands alone on its line. */
export async function mailedLink(email: string, page: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        link = await findLink(email, page);
        return link;
      },
      { message: `a mail to ${email} with a ${page} link` },
    )
    .toBeTruthy();
  return link ?? '';
}
