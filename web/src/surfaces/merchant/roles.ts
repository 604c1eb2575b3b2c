import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '@/features/identity/api/account';
import type { Role } from '@/shared/api/types';
import { isViewing } from '@/shared/api/view';

/** Each role includes the previous ones. */
const ranks: Record<Role, number> = { customer: 0, attendant: 1, manager: 2, owner: 3 };

export function isAtLeast(role: Role, least: Role): boolean {
  return ranks[role] >= ranks[least];
}

/** Actions with their API route and its minimum role. */
export const acts = {
  takeListAway: { from: 'manager', route: 'GET /api/v1/admin/orders', asTable: true },
  seeOrderHistory: { from: 'manager', route: 'GET /api/v1/admin/orders/{transRecordId}/history' },
  refund: { from: 'manager', route: 'POST /api/v1/admin/orders/{transRecordId}/refund' },
  refundRest: { from: 'manager', route: 'POST /api/v1/admin/orders/{transRecordId}/void' },
  settleOrder: { from: 'manager', route: 'POST /api/v1/admin/orders/{transRecordId}/settlement' },
  settleRefund: {
    from: 'manager',
    route: 'POST /api/v1/admin/orders/{transRecordId}/reversals/{reversalId}',
  },
  recordDispute: { from: 'manager', route: 'POST /api/v1/admin/orders/{transRecordId}/disputes' },
  settleDispute: {
    from: 'manager',
    route: 'POST /api/v1/admin/orders/{transRecordId}/disputes/{disputeId}',
  },
  takeCodesBack: {
    from: 'manager',
    route: 'POST /api/v1/admin/orders/{transRecordId}/disputes/{disputeId}/take-back',
  },
  seeStillUsable: { from: 'manager', route: 'GET /api/v1/admin/orders/{transRecordId}/still-usable' },
  moveGoods: {
    from: 'manager',
    route: 'POST /api/v1/admin/orders/{transRecordId}/lines/{lineId}/fulfillment',
  },
  resend: { from: 'attendant', route: 'POST /api/v1/admin/orders/{transRecordId}/resend' },
  takeCustomersAway: { from: 'manager', route: 'GET /api/v1/admin/customers', asTable: true },
  changeCustomer: { from: 'manager', route: 'PUT /api/v1/admin/customers/{userId}' },
  grantItem: { from: 'manager', route: 'POST /api/v1/admin/customers/{userId}/items' },
  adjustPoints: { from: 'manager', route: 'POST /api/v1/admin/customers/{userId}/points' },
  block: { from: 'manager', route: 'POST /api/v1/admin/customers/{userId}/block' },
  logOut: { from: 'manager', route: 'POST /api/v1/admin/customers/{userId}/log-out' },
  sendConfirmation: { from: 'attendant', route: 'POST /api/v1/admin/customers/{userId}/confirmation' },
  deleteCustomer: { from: 'manager', route: 'POST /api/v1/admin/customers/{userId}/deletion' },
  takeGiftCardsAway: { from: 'manager', route: 'GET /api/v1/admin/gift-cards', asTable: true },
  adjustGiftCard: { from: 'manager', route: 'POST /api/v1/admin/gift-cards/{cardId}/adjustments' },
  blockGiftCard: { from: 'manager', route: 'POST /api/v1/admin/gift-cards/{cardId}/block' },
  resendGiftCard: { from: 'attendant', route: 'POST /api/v1/admin/gift-cards/{cardId}/resend' },
  retryMembership: { from: 'manager', route: 'POST /api/v1/admin/clubs/{membershipId}/retry' },
  pause: { from: 'manager', route: 'POST /api/v1/admin/clubs/{membershipId}/pause' },
  resume: { from: 'manager', route: 'POST /api/v1/admin/clubs/{membershipId}/resume' },
  endMembership: { from: 'manager', route: 'POST /api/v1/admin/clubs/{membershipId}/end' },
  undoMove: { from: 'manager', route: 'DELETE /api/v1/admin/clubs/{membershipId}/plan' },
  moveMember: { from: 'manager', route: 'POST /api/v1/admin/clubs/{membershipId}/plan' },
  withdrawPrice: { from: 'manager', route: 'DELETE /api/v1/admin/clubs/prices' },
  announcePrice: { from: 'manager', route: 'POST /api/v1/admin/clubs/prices' },
  changeProducts: { from: 'manager', route: 'PUT /api/v1/admin/products/{productId}' },
  changeLocations: { from: 'manager', route: 'PUT /api/v1/admin/locations/{locationId}' },
  changeDeals: { from: 'manager', route: 'PUT /api/v1/admin/deals/{dealId}' },
  changePromoCodes: { from: 'manager', route: 'PUT /api/v1/admin/promo-codes/{promoCodeId}' },
  addTerminal: { from: 'manager', route: 'POST /api/v1/admin/terminals' },
  pairTerminal: { from: 'manager', route: 'POST /api/v1/admin/terminals/{terminalId}/pairing-code' },
  requireSecondFactor: { from: 'owner', route: 'POST /api/v1/admin/staff/security' },
  takeAuditAway: { from: 'manager', route: 'GET /api/v1/admin/audit', asTable: true },
  removeTerminal: { from: 'manager', route: 'DELETE /api/v1/admin/terminals/{terminalId}' },
  readReports: { from: 'manager', route: 'GET /api/v1/admin/reports/sales' },
  seeWaiting: { from: 'manager', route: 'GET /api/v1/admin/waiting' },
  retryJob: { from: 'manager', route: 'POST /api/v1/admin/jobs/{jobId}/retry' },
  retryBounce: { from: 'manager', route: 'POST /api/v1/admin/bounces/{bounceId}/retry' },
  dismissBounce: { from: 'manager', route: 'DELETE /api/v1/admin/bounces/{bounceId}' },
  discardJob: { from: 'manager', route: 'DELETE /api/v1/admin/jobs/{jobId}' },
} satisfies Record<string, { from: Role; route: string; asTable?: true }>;

export type Act = keyof typeof acts;

/** Permissions of the logged-in person, or of a read-only view. Only hides actions; the server checks each request. */
export function useMay(): (act: Act) => boolean {
  const { data } = useQuery(accountQuery());
  return (act) => {
    const { from, route } = acts[act];
    const isChange = !route.startsWith('GET ');
    return data !== undefined && isAtLeast(data.role, from) && !(isChange && isViewing());
  };
}
