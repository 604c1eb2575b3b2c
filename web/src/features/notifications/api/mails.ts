import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';
import { partSaved } from '@/shared/office/part-saved';
import { saveOnce } from '@/shared/office/save-once';

type Schemas = components['schemas'];
export type MailKinds = Schemas['MailKinds'];
export type EditableMail = Schemas['EditableMail'];
export type MailParts = Schemas['MailParts'];
export type MailVersion = Schemas['MailVersion'];
export type KeptSender = Schemas['KeptSender'];
type SampleMail = Schemas['SampleMail'];

/** Email in one language. */
export type MailName = { kind: string; language: string };

const at = ({ kind, language }: MailName) => ({ path: { mailKind: kind, language } });

export const mailsQuery = () =>
  queryOptions({
    queryKey: staffKeys.mails(),
    queryFn: ({ signal }): Promise<MailKinds> => unwrap(parallel.GET('/api/v1/admin/mails', { signal })),
    staleTime: 10_000,
  });

export const mailQuery = (name: MailName) =>
  queryOptions({
    queryKey: staffKeys.mail(name.kind, name.language),
    queryFn: ({ signal }): Promise<EditableMail> =>
      unwrap(parallel.GET('/api/v1/admin/mails/{mailKind}/{language}', { params: at(name), signal })),
    staleTime: 10_000,
  });

/** Preview of a draft. */
export const mailPreviewQuery = (name: MailName, draft: MailParts) =>
  queryOptions({
    queryKey: staffKeys.mailPreview(name.kind, name.language, draft),
    queryFn: ({ signal }): Promise<SampleMail> =>
      unwrap(
        parallel.POST('/api/v1/admin/mails/{mailKind}/{language}/preview', {
          params: at(name),
          body: draft,
          signal,
        }),
      ),
    // Rejected drafts stay invalid.
    retry: false,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Latest versions of an email template. */
export const mailVersionsQuery = (name: MailName) =>
  queryOptions({
    queryKey: staffKeys.mailVersions(name.kind, name.language),
    queryFn: async ({ signal }): Promise<MailVersion[]> => {
      const params = { ...at(name), query: { limit: 100 } };
      const page = parallel.GET('/api/v1/admin/mails/{mailKind}/{language}/versions', { params, signal });
      return (await unwrap(page)).items;
    },
    staleTime: 10_000,
  });

/** A saved or reset template no longer needs attention. */
function templateChanged(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: staffKeys.mails() }),
    client.invalidateQueries({ queryKey: staffKeys.waiting() }),
    client.invalidateQueries({ queryKey: staffKeys.failedTemplates() }),
  ]);
}

export const saveMail = (name: MailName) =>
  mutationOptions({
    mutationFn: ({ basedOn, ...parts }: MailParts & { basedOn: number }): Promise<EditableMail> => {
      const params = at(name);
      const body = { ...parts, basedOn };
      return saveOnce(
        () => unwrap(serial.PUT('/api/v1/admin/mails/{mailKind}/{language}', { params, body })),
        {
          newest: () => unwrap(parallel.GET('/api/v1/admin/mails/{mailKind}/{language}', { params })),
          sent: (now) => [now.parts, parts],
        },
      );
    },
    onSettled: (_done, _error, _sent, _before, { client }) => templateChanged(client),
  });

/** Resets the template to the default. */
export const resetMail = (name: MailName) =>
  mutationOptions({
    mutationFn: (): Promise<EditableMail> =>
      unwrap(serial.DELETE('/api/v1/admin/mails/{mailKind}/{language}', { params: at(name) })),
    onSettled: (_done, _error, _sent, _before, { client }) => templateChanged(client),
  });

/** Sends a test email to the logged-in person. */
export const sendTestMail = (name: MailName) =>
  mutationOptions({
    mutationFn: (body: MailParts): Promise<boolean> =>
      unwrap(serial.POST('/api/v1/admin/mails/{mailKind}/{language}/test', { params: at(name), body })),
  });

export const mailSenderQuery = () =>
  queryOptions({
    queryKey: staffKeys.mailSender(),
    queryFn: ({ signal }): Promise<KeptSender> =>
      unwrap(parallel.GET('/api/v1/admin/mail-sender', { signal })),
    staleTime: 10_000,
  });

export const saveMailSender = () =>
  mutationOptions({
    mutationFn: (body: Schemas['SenderChange']): Promise<KeptSender> =>
      unwrap(serial.PUT('/api/v1/admin/mail-sender', { body })),
    ...partSaved(staffKeys.mailSender()),
  });
