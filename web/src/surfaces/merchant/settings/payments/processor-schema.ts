import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { processors } from './processors';

type Typed = Record<string, string>;

/** Required settings that are blank. Secrets of the processor in use stay as they are. */
function blankSettings(typed: Typed, inUse: string | null): string[] {
  const { name = '' } = typed;
  const required = processors[name]?.settings.filter(
    ({ optional, secret }) => !(optional || (secret && name === inUse)),
  );
  return (required ?? []).map((setting) => setting.name).filter((setting) => !typed[setting]?.trim());
}

/** Settings of the chosen processor. `inUse`: name of the current one. */
export const processorSchema = (inUse: string | null) =>
  v.pipe(
    v.record(v.string(), v.string()),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { value: typed } = dataset;
      for (const key of blankSettings(typed, inUse)) {
        const path = { type: 'object', origin: 'value', input: typed, key, value: typed[key] } as const;
        addIssue({ message: i18n._('Input is required.'), path: [path] });
      }
    }),
  );
