import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HoldDifference, SiteEntry } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { askAndDo } from '@/shared/office/ask-and-do';
import acts from '@/shared/office/page-acts.module.css';
import { Facts } from '@/shared/ui/facts';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { changeSite, siteHoldQuery } from '../api/sites';
import { useIsAtLeast } from '../roles';
import styles from './hold-card.module.css';
import { differenceKind, holdReason, listingText, searchText } from './site-words';

type Props = { site: SiteEntry; hold: NonNullable<SiteEntry['hold']> };

/** Type and amount of a difference. */
function headOf({ kind, amount, currency }: HoldDifference): string {
  const name = differenceKind(kind);
  return amount != null && currency ? `${name}: ${money(amount, { currency })}` : name;
}

function detailOf({ at, subject, transaction, terminal, search }: HoldDifference): string {
  const found = search && searchText(search);
  return [at && dateTime(at), terminal, subject !== terminal && subject, transaction, found]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Reason for the hold, the differences to the site's file, and the release button, enabled once each
 * difference is acknowledged.
 */
export function HoldCard({ site, hold }: Props) {
  const { id, subdomain, state } = site;
  const query = useQuery(siteHoldQuery(id));
  const { mutateAsync, isPending } = useMutation(changeSite);
  const mayRelease = useIsAtLeast('operator') && state !== 'deleting';
  const [acknowledged, setAcknowledged] = useState<string[]>([]);
  const release = (all: HoldDifference[]) =>
    askAndDo(
      {
        title: i18n._('Release {subdomain}?', { subdomain }),
        text: i18n._(
          'Billing, emails, push notifications and redemptions resume right away. Only one copy of a site may be live.',
        ),
        yes: i18n._('Release'),
        done: i18n._('{subdomain} released', { subdomain }),
      },
      async () => {
        try {
          await mutateAsync({ id, act: 'release', acknowledged: all.map((one) => one.id) });
        } catch (error) {
          // There may be new differences.
          await query.refetch();
          throw error;
        }
      },
    );
  return (
    <SectionCard title={i18n._('On hold')}>
      <p>{holdReason(hold.reason)}</p>
      <Facts
        facts={[
          [i18n._('On hold since'), dateTime(hold.since)],
          ...(hold.completeUntil
            ? [[i18n._('Complete through'), dateTime(hold.completeUntil)] as [string, string]]
            : []),
        ]}
      />
      <QueryView
        query={query}
        skeleton={<Skeleton count={1} height={120} />}
        failed={i18n._("Couldn't compare the site")}
      >
        {({ differences, listing }) => {
          const left = differences.filter((one) => !acknowledged.includes(one.id)).length;
          return (
            <>
              <p>{listingText(listing)}</p>
              {differences.length === 0 ? (
                <p>{i18n._('No differences found.')}</p>
              ) : (
                <fieldset className={styles.list}>
                  <legend>{i18n._('Missing from this site')}</legend>
                  {differences.map((one) => (
                    <FormControlLabel
                      key={one.id}
                      className={styles.difference ?? ''}
                      disabled={!mayRelease}
                      control={
                        <Checkbox
                          checked={acknowledged.includes(one.id)}
                          onChange={(event) =>
                            setAcknowledged(
                              event.target.checked
                                ? [...acknowledged, one.id]
                                : acknowledged.filter((other) => other !== one.id),
                            )
                          }
                        />
                      }
                      disableTypography
                      label={
                        <span className={styles.told}>
                          <span>{headOf(one)}</span>
                          <span className={styles.detail}>{detailOf(one)}</span>
                        </span>
                      }
                    />
                  ))}
                </fieldset>
              )}
              {mayRelease && (
                <div className={acts.acts}>
                  {left > 0 && (
                    <Button
                      variant="outlined"
                      onClick={() => setAcknowledged(differences.map((one) => one.id))}
                    >
                      {i18n._('Acknowledge all')}
                    </Button>
                  )}
                  <Button
                    variant="contained"
                    disabled={left > 0 || isPending}
                    onClick={() => release(differences)}
                  >
                    {i18n._('Release')}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </QueryView>
    </SectionCard>
  );
}
