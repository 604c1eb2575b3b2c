import { i18n } from '@lingui/core';

/** Setting by server name; `secret` ones are never returned. */
type Setting = { name: string; label: () => string; secret?: true; optional?: true };

const apiToken: Setting = { name: 'apiToken', label: () => i18n._('API token'), secret: true };
const storeId: Setting = { name: 'storeId', label: () => i18n._('Store ID') };
const account: Setting[] = [
  { name: 'accountId', label: () => i18n._('Account ID') },
  { name: 'accountToken', label: () => i18n._('Account token'), secret: true },
  { name: 'acceptorId', label: () => i18n._('Acceptor ID') },
  { name: 'applicationId', label: () => i18n._('Application ID') },
  { name: 'terminalId', label: () => i18n._('Terminal ID'), optional: true },
];

/** Settings of each processor, by the server's name. */
export const processors: Record<string, { label: string; settings: Setting[] }> = {
  moneris: {
    label: 'Moneris Checkout',
    settings: [storeId, apiToken, { name: 'checkoutId', label: () => i18n._('Checkout ID') }],
  },
  moneris_deprecated: {
    label: 'Moneris Hosted Vault',
    settings: [
      storeId,
      apiToken,
      { name: 'resId', label: () => i18n._('Vault page ID') },
      { name: 'resKey', label: () => i18n._('Vault page key'), secret: true },
    ],
  },
  exacthosted: {
    label: 'E-xact',
    settings: [
      { name: 'xLogin', label: () => i18n._('Payment page ID') },
      { name: 'transactionKey', label: () => i18n._('Transaction key'), secret: true },
      { name: 'responseKey', label: () => i18n._('Response key'), secret: true },
      { name: 'gatewayId', label: () => i18n._('Gateway ID') },
      { name: 'password', label: () => i18n._('Gateway password'), secret: true },
    ],
  },
  worldpay: { label: 'Worldpay', settings: account },
  ips: {
    label: 'IPS',
    settings: [...account, { name: 'license', label: () => i18n._('License'), secret: true, optional: true }],
  },
};

type EndpointSet = { value: string; label: () => string };

const sandbox: EndpointSet = { value: 'sandbox', label: () => i18n._('Processor sandbox') };

/** Installations of a processor that a site's environment allows, the default first. The server rejects all others. */
export function endpointSets(isProduction: boolean): readonly [EndpointSet, EndpointSet] {
  return isProduction
    ? [{ value: 'production', label: () => i18n._('Live payments') }, sandbox]
    : [sandbox, { value: 'stub', label: () => i18n._('Suds test processor') }];
}

/** All settings of all processors in the form. */
export const settingNames = [
  ...new Set(Object.values(processors).flatMap(({ settings }) => settings.map(({ name }) => name))),
];
