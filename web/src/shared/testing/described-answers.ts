import { readFileSync } from 'node:fs';
import { HttpResponse, http } from 'msw';
import { server } from './server';

/** Part of a JSON schema in the API description. */
type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  format?: string;
  minimum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
};

type Content = { content?: Record<string, { schema: Schema }> };
type Description = {
  paths: Record<string, Record<string, { responses: Record<string, Content> }>>;
  components: { schemas: Record<string, Schema> };
};

/** Values of texts and numbers by the name of their property, where the schema says less than the client expects. */
const byName: Record<string, unknown> = {
  success: true,
  currency: 'USD',
  country: 'US',
  email: 'ada@wash.co',
  language: 'en-US',
  locale: 'en-US',
  phone: '6025550142',
  cellPhoneNumber: '6025550142',
  timeZone: 'America/Phoenix',
  expirationDate: '2099-11-20',
  itemType: 'AppWash',
  code: '104822597316',
  state: 'active',
  numberClaimed: 0,
  useLimitCount: 0,
  nextCursor: null,
  // What has ended has no buttons.
  archivedAt: null,
  deletedAt: null,
  endedAt: null,
  removedAt: null,
  withdrawn: false,
  withdrawnAt: null,
  count: 1,
  latitude: 33.5,
  longitude: -112,
  version: 1,
};

/** Levels after which schemas that contain themselves end. */
const depthLimit = 14;

const isNull = ({ type }: Schema) => type === 'null';

/** Data that fit schemas of the API description: one item in each list, each optional property, nothing disabled. */
function sampler({ components }: Description) {
  function sample(schema: Schema, name: string, depth: number): unknown {
    if (schema.$ref) {
      const target = components.schemas[schema.$ref.split('/').at(-1) ?? ''];
      return target && depth < depthLimit ? sample(target, name, depth + 1) : null;
    }
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum.find((value) => value !== null);
    if (name in byName) return byName[name];
    if (schema.example !== undefined) return schema.example;
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return sample(choices.find((choice) => !isNull(choice)) ?? {}, name, depth);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sample(part, name, depth)));
    const types = [schema.type].flat().filter((type) => type !== 'null');
    switch (types[0]) {
      case 'array':
        return depth < depthLimit ? [sample(schema.items ?? {}, name.replace(/s$/, ''), depth + 1)] : [];
      case 'boolean':
        return schema.default ?? false;
      case 'integer':
      case 'number':
        return Math.max(1, schema.minimum ?? 1);
      case 'string':
        if (schema.format === 'date-time') return '2026-11-20T15:00:00Z';
        return schema.format === 'date' ? '2026-11-20' : 'Sample';
    }
    const entries = Object.entries(schema.properties ?? {});
    return Object.fromEntries(entries.map(([key, value]) => [key, sample(value, key, depth + 1)]));
  }
  return sample;
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Requests that change nothing, although they are not GET. */
const reads = /\/(quote|preview|balance|devices|unique|refresh)$/;

/**
 * Mocks every API operation: reads return data that fit the API description, changes fail after a moment in which the
 * button works.
 */
export function answerAsDescribed() {
  const description = JSON.parse(readFileSync('../docs/openapi.json', 'utf8')) as Description;
  const sample = sampler(description);
  // Paths without parameters first.
  const paths = Object.entries(description.paths)
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)
    .map(([path, operations]) => ({ matches: pattern(path), operations }));
  const answer = async (request: Request) => {
    const { pathname } = new URL(request.url);
    const method = request.method.toLowerCase();
    if (method !== 'get' && !reads.test(pathname)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return HttpResponse.json({ success: false, errorCode: 'busy', errorMessage: 'Busy.' }, { status: 503 });
    }
    const found = paths.find(({ matches, operations }) => matches.test(pathname) && operations[method]);
    const schema = found?.operations[method]?.responses['200']?.content?.['application/json']?.schema;
    if (!schema) return HttpResponse.json({ success: false, errorCode: 'not_found' }, { status: 404 });
    return HttpResponse.json(sample(schema, '', 0) as object);
  };
  server.use(http.all('*/api/v1/*', ({ request }) => answer(request)));
}
