// Writes the limits in docs/openapi.json as constants for forms, one per request schema.
import { readFileSync } from 'node:fs';

const keywords = ['minLength', 'maxLength', 'minimum', 'maximum', 'maxItems'];

const { components, paths } = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
);
const { schemas } = components;

/** Adds the names of the schemas that a part of the description references. */
function addNamed(part, names) {
  if (part === null || typeof part !== 'object') return names;
  const name = typeof part.$ref === 'string' ? part.$ref.split('/').pop() : undefined;
  if (name && !names.has(name)) addNamed(schemas[name], names.add(name));
  for (const inner of Object.values(part)) addNamed(inner, names);
  return names;
}

/** Schemas of request bodies. */
const sent = new Set();
for (const path of Object.values(paths)) {
  for (const { requestBody } of Object.values(path)) addNamed(requestBody ?? null, sent);
}

/** Limits of a field, and of its items if it is a list of plain values. */
function limitsOfField(field) {
  const limits = Object.fromEntries(
    keywords.filter((keyword) => keyword in field).map((keyword) => [keyword, field[keyword]]),
  );
  const items = field.items ? limitsOfField(field.items) : {};
  return Object.keys(items).length > 0 ? { ...limits, items } : limits;
}

/** Limits of the fields of a struct, or of an enum's variants. */
function limitsOf({ properties = {}, oneOf = [] }) {
  const fields = [properties, ...oneOf.map((variant) => variant.properties ?? {})];
  const limited = fields.flatMap(Object.entries).map(([name, field]) => [name, limitsOfField(field)]);
  return Object.fromEntries(limited.filter(([, limits]) => Object.keys(limits).length > 0));
}

const constants = Object.entries(schemas)
  .filter(([name]) => sent.has(name))
  .map(([name, schema]) => [name, limitsOf(schema)])
  .filter(([, limits]) => Object.keys(limits).length > 0)
  .map(([name, limits]) => `export const ${name} = ${JSON.stringify(limits)} as const;`);

process.stdout.write(
  `// Generated from docs/openapi.json by scripts/generate.\n\n${constants.join('\n\n')}\n`,
);
