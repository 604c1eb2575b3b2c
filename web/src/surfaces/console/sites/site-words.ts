import { i18n } from '@lingui/core';
import type { HoldDifference, HoldReport, SiteEntry, SiteOwner, SiteShop } from '@/shared/api/types';
import type { Mood } from '@/shared/office/state-chip';

type State = SiteEntry['state'];

const states: Record<State, { label: () => string; mood: Mood }> = {
  creating: { label: () => i18n._('Creating'), mood: 'busy' },
  active: { label: () => i18n._('Live'), mood: 'good' },
  suspended: { label: () => i18n._({ id: 'site|Suspended', message: 'Suspended' }), mood: 'bad' },
  deleting: { label: () => i18n._('Pending deletion'), mood: 'busy' },
  deleted: { label: () => i18n._('Deleted'), mood: 'over' },
};

export const stateOf = (state: State) => ({ label: states[state].label(), mood: states[state].mood });

/** Displayed state of a site; a held site shows that instead of active. */
export const shownState = ({ state, hold }: Pick<SiteEntry, 'state' | 'hold'>) =>
  hold && state === 'active' ? { label: i18n._('On hold'), mood: 'bad' as Mood } : stateOf(state);

/** Whether a site's shop is open, in words. */
export function shopState({ open, firstOpenedAt }: Pick<SiteShop, 'open' | 'firstOpenedAt'>): string {
  if (open) return i18n._({ id: 'shop|Open', message: 'Open' });
  return firstOpenedAt ? i18n._({ id: 'shop|Closed', message: 'Closed' }) : i18n._('Not open yet');
}

type Reason = NonNullable<SiteEntry['hold']>['reason'];

const reasons: Record<Reason, () => string> = {
  restored: () => i18n._('A backup was restored. Charges and redemptions after the backup are missing here.'),
  imported: () => i18n._('The site was imported. Another installation may still run it.'),
  adopted: () => i18n._('A database file was adopted. It may be older than the one it replaced.'),
  copied: () => i18n._("The database file isn't the newest copy of this site."),
  moved: () =>
    i18n._('The site was exported to move to another installation. Release it only if it runs nowhere else.'),
  undeleted: () => i18n._('The site was exported before its deletion. Another installation may run it.'),
};

export const holdReason = (reason: Reason) => reasons[reason]();

type ClaimState = NonNullable<SiteEntry['domainClaim']>['state'];

const claims: Record<ClaimState, { label: () => string; mood: Mood }> = {
  waiting: { label: () => i18n._('Not checked yet'), mood: 'busy' },
  missing: { label: () => i18n._('Record not found'), mood: 'bad' },
  different: { label: () => i18n._('Record has a different value'), mood: 'bad' },
  unreachable: { label: () => i18n._('DNS lookup failed'), mood: 'bad' },
};

/** Result of the last check of a custom domain's DNS record. */
export const claimState = (state: ClaimState) => ({
  label: claims[state].label(),
  mood: claims[state].mood,
});

const owners: Record<SiteOwner['state'], { label: () => string; mood: Mood }> = {
  accepted: { label: () => i18n._({ id: 'invitation|Accepted', message: 'Accepted' }), mood: 'good' },
  pending: { label: () => i18n._('Pending'), mood: 'busy' },
  expired: { label: () => i18n._({ id: 'invitation|Expired', message: 'Expired' }), mood: 'bad' },
  bounced: { label: () => i18n._('Not delivered'), mood: 'bad' },
};

/** State of an owner's invitation. */
export const ownerState = (state: SiteOwner['state']) => ({
  label: owners[state].label(),
  mood: owners[state].mood,
});

type Kind = HoldDifference['kind'];

const kinds: Record<Kind, () => string> = {
  charge: () => i18n._('Charge'),
  refund: () => i18n._('Refund'),
  void: () => i18n._('Voided charge'),
  redemption: () => i18n._('Redemption'),
  kiosk_charge: () => i18n._('Kiosk charge'),
  gift_card_spend: () => i18n._('Gift card spend'),
  kiosk_sale: () => i18n._('Kiosk sale'),
  silent_terminal: () => i18n._("Kiosk hasn't reported"),
  unlisted_processor: () => i18n._("Processor can't list transactions"),
  due_renewal: () => i18n._('Renewal due'),
};

export const differenceKind = (kind: Kind) => kinds[kind]();

const searches: Record<NonNullable<HoldDifference['search']>, () => string> = {
  found: () => i18n._('Already charged'),
  reversed: () => i18n._('Charged, then voided or refunded'),
  not_found: () => i18n._('Not charged yet'),
  not_offered: () => i18n._("Can't be looked up"),
  no_answer: () => i18n._("The processor didn't respond"),
};

/** Whether a due renewal was already charged. */
export const searchText = (search: NonNullable<HoldDifference['search']>) => searches[search]();

const listings: Record<HoldReport['listing'], () => string> = {
  listed: () => i18n._('The payment processor listed its transactions.'),
  not_offered: () => i18n._("The payment processor can't list transactions. Compare them in its dashboard."),
  unreachable: () =>
    i18n._("The payment processor didn't respond. Try again or compare transactions in its dashboard."),
  no_processor: () =>
    i18n._("Transactions weren't compared because this environment can't use payment processors."),
};

export const listingText = (listing: HoldReport['listing']) => listings[listing]();

/** States available as filters. */
export const listedStates = ['active', 'suspended', 'deleting'] as const satisfies State[];
