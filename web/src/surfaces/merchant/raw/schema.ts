import { type Schema, Validator } from '@cfworker/json-schema';
import siteConfig from '../../../../../docs/schema/site-config.schema.json';

type Node = {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Node[];
  oneOf?: Node[];
  properties?: Record<string, Node>;
  items?: Node;
  additionalProperties?: unknown;
  $defs?: Record<string, Node>;
};

const root = siteConfig as unknown as Node;
const validator = new Validator(siteConfig as unknown as Schema, '2020-12', false);

/** Key or value allowed at some path. */
export type Known = { name: string; about: string };

/** Schema error with its path. */
export type Mistake = { path: string[]; message: string };

function partsOf(pointer: string): string[] {
  const parts = pointer.replace(/^#\/?/, '').split('/').filter(Boolean);
  return parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Schema errors of a config, one per path, at the innermost position. */
export function mistakesIn(config: unknown): Mistake[] {
  const { errors } = validator.validate(config);
  const all = errors.map(({ instanceLocation, error }) => ({
    path: partsOf(instanceLocation),
    message: error,
  }));
  const isAbove = (one: Mistake, other: Mistake) =>
    other.path.length > one.path.length && one.path.every((part, index) => other.path[index] === part);
  const nearest = all.filter((one) => !all.some((other) => isAbove(one, other)));
  return [...new Map(nearest.map((one) => [one.path.join('/'), one])).values()];
}

/** All alternatives of a schema node. */
function variants(node: Node): Node[] {
  const named = node.$ref?.split('/').at(-1);
  const target = named ? root.$defs?.[named] : undefined;
  const here = target ? variants(target) : [node];
  return here.flatMap((one) => [one, ...[...(one.anyOf ?? []), ...(one.oneOf ?? [])].flatMap(variants)]);
}

function at(path: readonly (string | number)[]): Node[] {
  return path.reduce<Node[]>(
    (nodes, part) =>
      nodes
        .flatMap(variants)
        .flatMap((node) => (typeof part === 'number' ? node.items : node.properties?.[part]) ?? []),
    [root],
  );
}

/** Keys allowed in the object at `path`. */
export function namesAt(path: readonly (string | number)[]): Known[] {
  return at(path)
    .flatMap(variants)
    .flatMap((node) => Object.entries(node.properties ?? {}))
    .map(([name, node]) => ({ name, about: node.description ?? '' }));
}

/** Allowed values at `path`, if they can be listed. */
export function valuesAt(path: readonly (string | number)[]): Known[] {
  const nodes = at(path).flatMap(variants);
  const listed = nodes.flatMap((node) => [...(node.enum ?? []), ...('const' in node ? [node.const] : [])]);
  const flags = nodes.some(({ type }) => [type].flat().includes('boolean')) ? [true, false] : [];
  return [...listed, ...flags].map((value) => ({ name: JSON.stringify(value), about: '' }));
}

/** Unknown keys of a config. Top-level ones are kept, nested ones are lost. */
export function strangersIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => strangersIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  const here = at(path).flatMap(variants);
  // Custom keys, or a path that is already unknown.
  if (here.length === 0 || here.some(({ additionalProperties: other }) => other)) return [];
  const known = new Set(here.flatMap(({ properties = {} }) => Object.keys(properties)));
  return Object.entries(value).flatMap(([name, part]) =>
    known.has(name) ? strangersIn(part, [...path, name]) : [[...path, name]],
  );
}
