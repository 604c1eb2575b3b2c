import { i18n } from '@lingui/core';
import { useEffect } from 'react';
import { show } from './dialog-stack';
import type { IconName } from './icon-paths';
import { lazyPart } from './lazy-part';
import { toast } from './toasts';

export type MessageKind = 'alert' | 'success' | 'warning' | 'error' | 'promise';

export type Message = {
  kind: MessageKind;
  title: string;
  text: string;
  /** Replaces the default icon. */
  icon?: IconName | undefined;
  /** With an answer label, it asks a question; otherwise, it only has 'Close'. */
  yes?: string | undefined;
  no?: string | undefined;
  /** Runs on confirmation, with a progress indicator. */
  action?: (() => Promise<string | undefined>) | undefined;
  closeAfter?: boolean | undefined;
  /** Another answer, as a text button; it closes the dialog as 'no' does. */
  another?: Another | undefined;
};

export type Another = { label: string; choose: () => void };

export type Asked = { message: Message; settle: (answer: boolean) => void };

const load = () => import('./message-dialog').then((m) => m.MessageDialog);

/** Shows the dialog's message as a toast. */
function SaidShortly({ message, settle }: Asked) {
  useEffect(() => {
    toast(message.text);
    settle(false);
  }, [message, settle]);
  return null;
}

const MessageDialog = lazyPart<Asked>(load, SaidShortly);

/** Loaded early, because the first message may be about a lost connection. */
export function preloadMessages() {
  load().catch(() => undefined);
}

function say(message: Message, until?: AbortSignal): Promise<boolean> {
  return show<boolean>((settle) => <MessageDialog message={message} settle={settle} />, {
    none: false,
    stays: true,
    until,
  });
}

type Notice = {
  title: string;
  text: string;
  close?: string;
  /** Closes the message once it no longer applies. */
  until?: AbortSignal;
};
type Question = { title: string; text: string; yes?: string; no?: string; kind?: MessageKind };
type Work = {
  title: string;
  text: string;
  label: string;
  icon?: IconName;
  close?: string;
  closeAfter?: boolean;
  another?: Another | undefined;
  /** Resolves to the success message. */
  action: () => Promise<string | undefined>;
};

const notice = (kind: MessageKind) => (given: Notice) =>
  say({ kind, title: given.title, text: given.text, no: given.close }, given.until);

/** Messages and questions for the customer from any code; they resolve to the answer. */
export const dialogs = {
  alert: notice('alert'),
  success: notice('success'),
  warning: notice('warning'),
  error: notice('error'),
  confirm: ({ title, text, kind = 'alert', yes = i18n._('Yes'), no = i18n._('No') }: Question) =>
    say({ kind, title, text, yes, no }),
  promise: ({ label, close, ...work }: Work) => say({ kind: 'promise', ...work, yes: label, no: close }),
};
