import { i18n } from '@lingui/core';
import type { FieldNames } from '@/shared/office/field-names';

/** Names of the fields in audit log events. */
export const fieldNames: FieldNames = {
  amount: () => i18n._('Amount'),
  archived: () => i18n._('Archived'),
  award: () => i18n._('Discount'),
  dismissed: () => i18n._('Dismissed'),
  email: () => i18n._('Email'),
  kind: () => i18n._('Type'),
  label: () => i18n._('Name'),
  locationId: () => i18n._('Location ID'),
  monthlyPrice: () => i18n._('Monthly price'),
  name: () => i18n._('Name'),
  pausedUntil: () => i18n._('Paused until'),
  phone: () => i18n._('Phone'),
  price: () => i18n._('Price'),
  productId: () => i18n._('Product ID'),
  reason: () => i18n._('Reason'),
  role: () => i18n._('Role'),
  state: () => i18n._('Status'),
  subdomain: () => i18n._('Subdomain'),
};
