import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { BuiltGraph } from '../build/graph.ts';
import { visits } from '../build/visits.ts';
import { origin, repository } from '../e2e/support/environment';
import { serveBarePage } from './bare-page';
import { lookOften, type Sight } from './lighthouse';

const times = Number(process.env.SUDS_MEASURE_TIMES ?? 5);
/** One look is a test that there is a figure: nothing is compared with it. */
const isQuick = times === 1;

function line(what: string, sight: Sight, scriptBytes: number) {
  const figures = [
    `performance ${sight.performance}`,
    `LCP ${(sight.lcp / 1000).toFixed(2)} s`,
    `FCP ${(sight.fcp / 1000).toFixed(2)} s`,
    `CLS ${sight.cls.toFixed(3)}`,
    `TBT ${sight.tbt.toFixed(0)} ms`,
    `accessibility ${sight.accessibility}`,
    `best practices ${sight['best-practices']}`,
    `SEO ${sight.seo}`,
    `script ${(scriptBytes / 1024).toFixed(1)} KiB`,
  ];
  const failed = sight.failed.length > 0 ? ` (points lost: ${sight.failed.join(', ')})` : '';
  process.stdout.write(`lighthouse  ${what.padEnd(16)} ${figures.join(' · ')}${failed}\n`);
}

function homeBytes(): number {
  const dist = join(repository, 'web/dist');
  const graph = JSON.parse(readFileSync(join(dist, 'graph.json'), 'utf8')) as BuiltGraph;
  const { closure, holding } = visits(graph);
  const home = ['surface.tsx', 'mobile/mobile-shell.tsx', 'pages/home-page.tsx'];
  const files = closure([graph.entry, ...home.map((file) => holding(`surfaces/shopper/${file}`))]);
  return [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0);
}

test('a first visit, by Lighthouse on its phone', async ({ launchOptions }) => {
  const browser = launchOptions.executablePath ?? '';
  if (!isQuick) {
    const bare = await serveBarePage();
    const beside = await lookOften(bare.url, browser, times).finally(bare.stop);
    line('bare React + MUI', beside, bare.scriptBytes);
  }
  const home = await lookOften(`${origin('sparkle')}/`, browser, times);
  line('home of a site', home, homeBytes());
  // The bars are in `docs/OPERATIONS.md`; machines differ, so that only five times as much is a mistake.
  expect(home.lcp).toBeLessThanOrEqual(isQuick ? Number.MAX_VALUE : 5 * 1500);
  expect(home.cls).toBeLessThanOrEqual(5 * 0.02);
  for (const category of ['accessibility', 'best-practices', 'seo'] as const) {
    expect(home[category], home.failed.join(', ')).toBeGreaterThanOrEqual(95);
  }
});
