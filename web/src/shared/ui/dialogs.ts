import { i18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import type { IconName } from './icon-paths';

export type DialogKind = 'alert' | 'success' | 'warning' | 'error' | 'promise';

export type OpenDialog = {
  id: number;
  kind: DialogKind;
  title: string;
  text: string;
  /** Where it is not the one of its kind. */
  icon?: IconName | undefined;
  /** With an answer label it is a question; without, a message with 'Close'. */
  yes?: string | undefined;
  no?: string | undefined;
  /** Runs on 'yes' of a promise dialog, which shows progress meanwhile. */
  action?: (() => Promise<string | undefined>) | undefined;
  closeAfter?: boolean | undefined;
  settle: (answer: boolean) => void;
};

type Message = {
  title: string;
  text: string;
  close?: string;
  /** Takes the message away once it is no longer true. */
  until?: AbortSignal;
};
type Question = { title: string; text: string; yes?: string; no?: string; kind?: DialogKind };
type Work = {
  title: string;
  text: string;
  label: string;
  icon?: IconName;
  close?: string;
  closeAfter?: boolean;
  /** Resolves to the text that tells of success. */
  action: () => Promise<string | undefined>;
};

let open: OpenDialog[] = [];
let serial = 0;
const listeners = new Set<() => void>();

function set(next: OpenDialog[]) {
  open = next;
  for (const listener of listeners) listener();
}

function push(dialog: Omit<OpenDialog, 'id' | 'settle'>, until?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    serial += 1;
    const id = serial;
    const settle = (answer: boolean) => {
      set(open.filter((other) => other.id !== id));
      resolve(answer);
    };
    until?.addEventListener('abort', () => settle(false), { once: true });
    set([...open, { ...dialog, id, settle }]);
  });
}

const message = (kind: DialogKind) => (given: Message) =>
  push({ kind, title: given.title, text: given.text, no: given.close }, given.until);

/** Dialogs that any code may open; the promise resolves when the customer has answered. */
export const dialogs = {
  alert: message('alert'),
  success: message('success'),
  warning: message('warning'),
  error: message('error'),
  confirm: (question: Question) =>
    push({
      kind: question.kind ?? 'alert',
      title: question.title,
      text: question.text,
      yes: question.yes ?? i18n._('Yes'),
      no: question.no ?? i18n._('No'),
    }),
  promise: (work: Work) =>
    push({
      kind: 'promise',
      title: work.title,
      text: work.text,
      icon: work.icon,
      yes: work.label,
      no: work.close,
      action: work.action,
      closeAfter: work.closeAfter,
    }),
};

export function useOpenDialogs(): OpenDialog[] {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => open,
  );
}
