import { i18n } from '@lingui/core';
import type { ComponentType } from 'react';
import type { Role } from '@/shared/api/types';
import { isAtLeast } from '../roles';

/** A part of the settings: what it is called and says of itself in the list, whom it is for, and its code. */
type Part = {
  label: () => string;
  /** What is decided there, in a sentence. */
  about: () => string;
  from: Role;
  /** What it shows under its heading. */
  load: () => Promise<ComponentType>;
  /** What is set, for the list: a few words, or nothing while that is not known. */
  set: () => Promise<ComponentType>;
};

/** The parts, in the order of the list. Each lies at an address of its own, by its name here. */
export const parts = {
  languages: {
    label: () => i18n._('Languages'),
    about: () => i18n._('Which languages customers can choose, and which one comes first.'),
    from: 'manager',
    load: () => import('./languages/languages-part').then((m) => m.LanguagesPart),
    set: () => import('./languages/languages-set').then((m) => m.LanguagesSet),
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

/** Whether there is such a part. */
export function isPart(name: string): name is PartName {
  return Object.hasOwn(parts, name);
}

/** The parts that a role may open. */
export function partsOf(role: Role): PartName[] {
  return (Object.keys(parts) as PartName[]).filter((name) => isAtLeast(role, parts[name].from));
}
