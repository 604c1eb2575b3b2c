import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Last version for Node.js 20. Downloaded on demand, because builds and tests don't need it. */
const lighthouse = 'lighthouse@12.8.2';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

type Audit = {
  id: string;
  score: number | null;
  scoreDisplayMode: string;
  title: string;
  numericValue?: number;
};
type Report = {
  audits: Record<string, Audit>;
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
};

/** One page, as Lighthouse's mobile preset sees it. Times in milliseconds. */
export type Sight = Record<Category, number> & {
  lcp: number;
  fcp: number;
  cls: number;
  tbt: number;
  /** Names of the audits that cost points. */
  failed: string[];
};

async function look(url: string, browser: string): Promise<Sight> {
  const flags = `--chrome-flags=--headless --no-sandbox --disable-gpu`;
  const chosen = `--only-categories=${categories.join(',')}`;
  // A demo asks search engines to leave it alone, as a merchant's real site does not.
  const skipped = '--skip-audits=is-crawlable';
  const output = ['--quiet', '--output=json', '--output-path=stdout'];
  const args = ['--yes', lighthouse, url, ...output, chosen, skipped, flags];
  const env = { ...process.env, CHROME_PATH: browser };
  const { stdout } = await run('npx', args, { env, maxBuffer: 64 << 20 });
  const report = JSON.parse(stdout) as Report;
  const value = (id: string) => report.audits[id]?.numericValue ?? Number.NaN;
  const failed = categories
    .filter((category) => category !== 'performance')
    .flatMap((category) => report.categories[category].auditRefs)
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  const scores = categories.map((category) => [
    category,
    Math.round(report.categories[category].score * 100),
  ]);
  return {
    ...(Object.fromEntries(scores) as Record<Category, number>),
    lcp: value('largest-contentful-paint'),
    fcp: value('first-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    failed: [...new Set(failed)],
  };
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The median of several looks, figure by figure. */
export async function lookOften(url: string, browser: string, times: number): Promise<Sight> {
  const seen: Sight[] = [];
  for (let time = 0; time < times; time++) seen.push(await look(url, browser));
  const of = (figure: Exclude<keyof Sight, 'failed'>) => median(seen.map((sight) => sight[figure]));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
    seo: of('seo'),
    lcp: of('lcp'),
    fcp: of('fcp'),
    cls: of('cls'),
    tbt: of('tbt'),
    failed: [...new Set(seen.flatMap(({ failed }) => failed))],
  };
}
