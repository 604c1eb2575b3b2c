import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { dataDir } from './environment';

function decode(message: string): string {
  const whole = message
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  // A part in base64 holds the same line.
  const parts = [...message.matchAll(/base64\r?\n(?:[\w-]+:.*\r?\n)*\r?\n([A-Za-z0-9+/=\r\n]+)/g)];
  return [whole, ...parts.map(([, part]) => Buffer.from(part ?? '', 'base64').toString())].join('\n');
}

function findLink(email: string, page: string): string | undefined {
  const folder = join(dataDir, 'mail');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse();
  for (const file of files) {
    const text = decode(readFileSync(join(folder, file), 'utf8'));
    const link = text
      .split(/\r?\n/)
      .find((line) => line.includes(`/${page}?`) && line.trim().startsWith('http'));
    if (link && text.toLowerCase().includes(email.toLowerCase())) return link.trim();
  }
  return undefined;
}

/** The link of a captured mail to an address; it stands alone on its line. */
export async function mailedLink(email: string, page: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      () => {
        link = findLink(email, page);
        return link;
      },
      { message: `a mail to ${email} with a ${page} link` },
    )
    .toBeTruthy();
  return link ?? '';
}
