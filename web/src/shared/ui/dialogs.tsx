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
  /** With an answer label it is a question; without, it only has 'Close'. */
  yes?: string | undefined;
  no?: string | undefined;
  /** Runs on confirmation, with a progress indicator. */
  action?: (() => Promise<string | undefined>) | undefined;
  closeAfter?: boolean | undefined;
};

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

/** Their code comes early: the first message may have to say that nothing comes. */
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
  /** Takes the message away once it is no longer true. */
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
  /** Resolves to the text that tells of success. */
  action: () => Promise<string | undefined>;
};

const notice = (kind: MessageKind) => (given: Notice) =>
  say({ kind, title: given.title, text: given.text, no: given.close }, given.until);

/** Messages and questions that any code may put to the customer; the promise resolves to the answer. */
export const dialogs = {
  alert: notice('alert'),
  success: notice('success'),
  warning: notice('warning'),
  error: notice('error'),
  confirm: ({ title, text, kind = 'alert', yes = i18n._('Yes'), no = i18n._('No') }: Question) =>
    say({ kind, title, text, yes, no }),
  promise: ({ label, close, ...work }: Work) => say({ kind: 'promise', ...work, yes: label, no: close }),
};
