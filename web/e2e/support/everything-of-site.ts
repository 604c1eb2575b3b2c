import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import PostalMime from 'postal-mime';
import { dataDir, origin } from './environment';
import { siteFolder } from './sites';
import { pictureHash } from './tenant-marks';

/** A text and the place where it was found. */
type Found = { where: string; text: string };

/** Documents, API answers and manifests; not the code of the client, which all sites share. */
const told = /html|json|svg|xml|text\/plain/;

/** Collects what a site tells and shows, to examine it later. */
export class EverythingOfSite {
  private readonly answers: Promise<Found>[] = [];

  constructor(private readonly site: string) {}

  /** Keeps every response of the site to the pages of a visitor. */
  watch(context: BrowserContext) {
    context.on('response', (response) => {
      const type = response.headers()['content-type'] ?? '';
      const isPicture = type.startsWith('image/');
      if (!response.url().startsWith(origin(this.site)) || !(isPicture || told.test(type))) return;
      const where = `${response.request().method()} ${response.url()}`;
      const read = async () => {
        // A page that is left has no bodies anymore.
        const body = await response.body().catch(() => Buffer.alloc(0));
        return { where, text: `${isPicture ? pictureHash(body) : ''} ${body.toString('utf8')}` };
      };
      this.answers.push(read());
    });
  }

  /** Responses so far, files and emails. */
  async read(): Promise<Found[]> {
    return [...(await Promise.all(this.answers)), ...this.files(), ...(await this.emails())];
  }

  private files(): Found[] {
    const folder = siteFolder(this.site);
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ where: path, text: readFileSync(path, 'utf8') }));
  }

  private async emails(): Promise<Found[]> {
    const folder = join(dataDir, 'mail');
    const names = readdirSync(folder).filter(
      (name) => name.includes(`-${this.site}-`) && name.endsWith('.eml'),
    );
    return Promise.all(
      names.map(async (name) => {
        const mail = await PostalMime.parse(readFileSync(join(folder, name)));
        const { subject, from, html, text } = mail;
        return { where: name, text: [subject, from?.name, from?.address, html, text].join('\n') };
      }),
    );
  }
}
