import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** The most messages that the page shows. */
const most = 50;

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one);

/** A page with the emails that the demo has captured, newest first. */
export async function mailPage(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'mail');
  const files = await readdir(folder).catch(() => []);
  const newest = files
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse();
  const shown = await Promise.all(
    newest.slice(0, most).map(async (name) => {
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      const to = mail.to?.map(({ address }) => address).join(', ') ?? '';
      const frame = `<iframe sandbox="allow-popups" srcdoc="${escaped(mail.html ?? '')}"></iframe>`;
      const plain = `<pre>${escaped(mail.text ?? '').replace(/https?:\/\/\S+/g, '<a href="$&">$&</a>')}</pre>`;
      return `<details><summary>${escaped(mail.subject ?? name)} · ${escaped(to)} · ${escaped(mail.date ?? '')}</summary>${plain}${mail.html ? frame : ''}</details>`;
    }),
  );
  const style =
    'body{font:16px system-ui;max-width:60rem;margin:2rem auto}iframe{width:100%;height:40rem;border:1px solid}pre{white-space:pre-wrap}';
  const body = shown.join('') || '<p>Emails will appear here.</p>';
  return `<!doctype html><meta charset="utf-8"><title>Captured emails</title><style>${style}</style><h1>Captured emails</h1>${body}`;
}
