import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { processorName } from '../../orders/order-words';
import { processors } from './processors';

type Settings = { properties: Record<string, { description?: string }>; required: string[] };
type Manifest = { properties: { name: { const: string }; settings: { $ref: string } } };

const { $defs } = JSON.parse(readFileSync('../docs/schema/merchant.schema.json', 'utf8')) as {
  $defs: Record<string, Settings> & { ProcessorManifest: { oneOf: Manifest[] } };
};
const manifests = $defs.ProcessorManifest.oneOf.map(({ properties: { name, settings } }) => ({
  name: name.const,
  settings: $defs[settings.$ref.replace('#/$defs/', '')],
}));

it('offers every processor', () => {
  expect(Object.keys(processors).sort()).toEqual(manifests.map(({ name }) => name).sort());
});

it.each(manifests)('asks for the settings of $name', ({ name, settings }) => {
  const { properties = {}, required = [] } = settings ?? {};
  const fields = processors[name]?.settings ?? [];
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(fields.map((field) => field.name)));
  const needed = fields.filter((field) => !field.optional).map((field) => field.name);
  expect(needed.sort()).toEqual([...required].sort());
  const secrets = fields.filter((field) => field.secret).map((field) => field.name);
  const described = Object.keys(properties).filter((key) =>
    properties[key]?.description?.startsWith('Secret'),
  );
  expect(secrets).toEqual(expect.arrayContaining(described));
  expect(processorName(name)).not.toBe(name);
});
