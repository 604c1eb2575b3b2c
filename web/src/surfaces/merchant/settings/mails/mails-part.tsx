import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { type MailKinds, mailQuery, mailsQuery } from '@/features/notifications/api/mails';
import { languageName } from '@/shared/i18n/language-name';
import { Icon } from '@/shared/ui/icon';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { ChoiceNav } from '../choice-nav';
import { OpenedView } from '../opened-view';
import { MailForm } from './mail-form';
import { inOrder, mailName } from './mail-names';
import styles from './mails-part.module.css';

function MailList({ mails }: { mails: MailKinds }) {
  const [first = 'en'] = mails.languages;
  const own = (languages: string[]) =>
    languages.map((language) => languageName(language, mails.languages)).join(', ');
  return (
    <ul className={styles.mails}>
      {inOrder(mails.items).map(({ kind, ownLanguages }) => (
        <li key={kind}>
          <Link to={`?mail=${kind}&language=${first}`}>
            <span>
              <strong>{mailName(kind)}</strong>
              {ownLanguages.length > 0 && (
                <span className={styles.own}>
                  {i18n._('Customized: {languages}', { languages: own(ownLanguages) })}
                </span>
              )}
            </span>
            <Icon name="next" size={18} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Mail({ mails, kind, language }: { mails: MailKinds; kind: string; language: string }) {
  return (
    <>
      <Link className={styles.back} to="?">
        <Icon name="back" size={18} />
        {i18n._('All email templates')}
      </Link>
      {mails.languages.length > 1 && (
        <ChoiceNav
          label={i18n._('Languages')}
          choices={mails.languages.map((one) => ({
            to: `?mail=${kind}&language=${one}`,
            label: languageName(one, mails.languages),
            current: one === language,
          }))}
        />
      )}
      <OpenedView
        key={`${kind} ${language}`}
        query={mailQuery({ kind, language })}
        skeleton={<Skeleton count={2} height={320} />}
        failed={i18n._("Couldn't load email template")}
      >
        {(mail, again) => <MailForm mail={mail} onSaved={again} />}
      </OpenedView>
    </>
  );
}

/** Editable emails of the site. */
export function MailsPart() {
  const query = useQuery(mailsQuery());
  const [asked] = useSearchParams();
  const [kind, language] = [asked.get('mail'), asked.get('language')];
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton count={6} height={56} />}
      failed={i18n._("Couldn't load email templates")}
    >
      {(mails) =>
        kind ? (
          <Mail mails={mails} kind={kind} language={language ?? mails.languages[0] ?? 'en'} />
        ) : (
          <MailList mails={mails} />
        )
      }
    </QueryView>
  );
}
