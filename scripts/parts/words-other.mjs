// Texts of files without a catalog: templates for new sites, the API's description, and what operators see in Prometheus and Grafana.
import { readdirSync, readFileSync } from 'node:fs';

const read = (path) => readFileSync(path, 'utf8');
const tidy = (text) => text.replace(/\s+/g, ' ').trim();

const templates = 'control-plane/templates';

/** Calls `visit` with each object below a value. */
function walk(value, visit) {
  if (value === null || typeof value !== 'object') return;
  visit(value);
  for (const inner of Object.values(value)) walk(inner, visit);
}

/** Objects with a text in each language (`{ en, de, fr, es }`) in the templates for new sites, with their file. */
function translated() {
  const found = [];
  for (const name of readdirSync(templates).filter((file) => file.endsWith('.json'))) {
    const file = `${templates}/${name}`;
    walk(JSON.parse(read(file)), (value) => {
      if (typeof value.en === 'string') found.push({ texts: value, file });
    });
  }
  return found;
}

/** English texts of the templates for new sites. */
export function templateTexts() {
  return translated().map(({ texts, file }) => ({ text: texts.en, file }));
}

/** Lines about template texts that a language lacks. */
export function templatesWithout(languages) {
  return translated().flatMap(({ texts, file }) =>
    languages.filter((tag) => !texts[tag]).map((tag) => `templates\t${file} lacks ${tag}\t${texts.en}`),
  );
}

/** Summaries and descriptions of the API, each once. */
export function apiTexts() {
  const file = 'docs/openapi.json';
  const texts = new Set();
  walk(JSON.parse(read(file)), ({ summary, description }) => {
    for (const text of [summary, description])
      if (typeof text === 'string') texts.add(tidy(text.replace(/`[^`]*`/g, '`…`')));
  });
  return [...texts].map((text) => ({ text, file, isDocs: true }));
}

/** Summaries of alerts, and titles of the dashboard's panels. */
export function opsTexts() {
  const [alerts, dashboard] = ['ops/prometheus/alerts.yml', 'ops/prometheus/dashboard.json'];
  const found = [...read(alerts).matchAll(/^\s*(?:summary|description): (.*)$/gm)].map(([, text]) => ({
    text: text.replace(/^(['"])(.*)\1$/, '$2').replace(/\{\{.*?\}\}/g, '{x}'),
    file: alerts,
  }));
  walk(JSON.parse(read(dashboard)), ({ title, description }) => {
    for (const text of [title, description])
      if (typeof text === 'string' && text) found.push({ text, file: dashboard });
  });
  return found;
}
