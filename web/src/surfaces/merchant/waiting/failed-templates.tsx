import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { failedTemplatesQuery } from '@/features/waiting/api/waiting';
import type { FailedTemplate } from '@/shared/api/types';
import { languageName } from '@/shared/i18n/language-name';
import { Age } from '@/shared/office/age';
import { type Column, DataTable } from '@/shared/office/data-table';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { mailName } from '../settings/mails/mail-names';
import { addressOf } from '../table';

function problemOf({ reason, line }: FailedTemplate): string {
  if (reason === 'missing_link') return i18n._('Its link was missing.');
  if (reason === 'too_complex') return i18n._('It was too complex to render.');
  return line ? i18n._('Line {line} has an error.', { line }) : i18n._('It has an error.');
}

const editorOf = ({ kind, language }: FailedTemplate) =>
  `${addressOf('settingsPart', { part: 'email-templates' })}?mail=${kind}&language=${language}`;

/** Custom email templates that failed for a recipient, with links to edit them. */
export function FailedTemplates() {
  const columns: [Column<FailedTemplate>, ...Column<FailedTemplate>[]] = [
    {
      id: 'template',
      head: i18n._('Email template'),
      cell: (failed) => <Link to={editorOf(failed)}>{mailName(failed.kind)}</Link>,
    },
    { id: 'language', head: i18n._('Language'), cell: ({ language }) => languageName(language, [language]) },
    { id: 'problem', head: i18n._('Problem'), cell: problemOf },
    { id: 'emails', head: i18n._('Emails'), cell: ({ emails }) => emails, numeric: true },
    {
      id: 'since',
      head: i18n._('Last failure'),
      cell: ({ failedAt }) => <Age at={failedAt} />,
      numeric: true,
    },
  ];
  return (
    <SectionCard title={i18n._('Failed email templates')}>
      <QueryView
        query={useQuery(failedTemplatesQuery())}
        skeleton={<Skeleton count={1} height={44} />}
        failed={i18n._("Couldn't load email templates")}
      >
        {(templates) => (
          <DataTable
            label={i18n._('Failed email templates')}
            columns={columns}
            rows={templates}
            keyOf={({ kind, language }) => `${kind} ${language}`}
          />
        )}
      </QueryView>
    </SectionCard>
  );
}
