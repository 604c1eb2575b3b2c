import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { errorText, errorTitle } from '@/shared/api/api-error';
import type { SiteEntry } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { CopyText } from '@/shared/office/copy-text';
import acts from '@/shared/office/page-acts.module.css';
import { StateChip } from '@/shared/office/state-chip';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { Facts } from '@/shared/ui/facts';
import { SectionCard } from '@/shared/ui/section-card';
import { toast } from '@/shared/ui/toasts';
import { changeSite } from '../api/sites';
import { useIsAtLeast } from '../roles';
import { claimState } from './site-words';

type Props = { site: SiteEntry; claim: NonNullable<SiteEntry['domainClaim']> };

/** Custom domain that waits for proof of ownership: the DNS record to add, and its state. */
export function DomainClaimCard({ site, claim }: Props) {
  const { mutateAsync, isPending } = useMutation(changeSite);
  const mayCheck = useIsAtLeast('operator') && site.state !== 'deleting';
  const check = () =>
    mutateAsync({ id: site.id, act: 'check-domain' }).then(
      ({ domainClaim }) =>
        toast(
          domainClaim
            ? claimState(domainClaim.state).label
            : i18n._('{domain} connected', { domain: claim.domain }),
        ),
      (error: unknown) => dialogs.error({ title: errorTitle(error), text: errorText(error) }),
    );
  return (
    <SectionCard title={i18n._('Domain ownership')} action={<StateChip {...claimState(claim.state)} />}>
      <p>
        {i18n._(
          "Add this TXT record to the DNS of {domain}, then check it. Until we find it, the site doesn't use the domain.",
          { domain: claim.domain },
        )}
      </p>
      <CopyText text={claim.recordName} what={i18n._('Record name')} />
      <CopyText text={claim.recordValue} what={i18n._('Record value')} />
      {claim.checkedAt && <Facts facts={[[i18n._('Last checked'), dateTime(claim.checkedAt)]]} />}
      {mayCheck && (
        <div className={acts.acts}>
          <BusyButton variant="contained" busy={isPending} onClick={check}>
            {claim.checkedAt ? i18n._('Check again') : i18n._('Check record')}
          </BusyButton>
        </div>
      )}
    </SectionCard>
  );
}
