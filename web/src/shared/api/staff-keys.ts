import { keys } from './query-keys';

const of = <const T extends readonly unknown[]>(...rest: T) =>
  [...keys.customer(), 'staff', ...rest] as const;

/** What staff are shown of a site. It goes with whoever is logged in, since roles differ. */
export const staffKeys = {
  /** A page of them, or with nothing asked all pages. */
  orders: (...asked: [object] | []) => of('orders', ...asked),
  order: (transRecordId: string) => of('order', transRecordId),
  /** It is as stale as its order. */
  orderHistory: (transRecordId: string) => of('order', transRecordId, 'history'),
  /** A page of them, or with nothing asked all pages. */
  customers: (...asked: [object] | []) => of('customers', ...asked),
  customer: (userId: string) => of('customer', userId),
  giftCards: (...asked: [object] | []) => of('gift-cards', ...asked),
  giftCard: (cardId: number) => of('gift-card', cardId),
  messages: () => of('messages'),
  recipients: (segment: string, locationId: number) => of('recipients', segment, locationId),
  points: (userId: string) => of('points', userId),
  members: (...asked: [object] | []) => of('members', ...asked),
  products: (...asked: [object] | []) => of('products', ...asked),
  product: (productId: number) => of('product', productId),
  locations: (...asked: [object] | []) => of('locations', ...asked),
  location: (locationId: number) => of('location', locationId),
  offers: (kind: string) => of('offers', kind),
  terminals: () => of('terminals'),
  config: () => of('config'),
  configHistory: () => of('config', 'history'),
  rawConfig: () => of('config', 'raw'),
  pastConfig: (revision: number) => of('config', 'past', revision),
  tones: (primary: string, accent: string) => of('tones', primary, accent),
  uploads: () => of('uploads'),
  security: () => of('security'),
  people: () => of('people'),
  invitations: () => of('invitations'),
  audit: (...asked: [object] | []) => of('audit', ...asked),
  report: (name: string, asked: object) => of('report', name, asked),
  checklist: () => of('checklist'),
  waiting: () => of('waiting'),
  deadJobs: () => of('dead jobs'),
  support: () => of('support'),
  texts: () => of('texts'),
  textPreview: (html: string) => of('texts', 'preview', html),
  editions: (kind: string) => of('texts', kind),
  acceptances: (textId: number) => of('acceptances', textId),
  mails: () => of('mails'),
  mail: (kind: string, language: string) => of('mails', kind, language),
  mailPreview: (...asked: [kind: string, language: string, draft: object]) =>
    of('mails', 'preview', ...asked),
  mailVersions: (kind: string, language: string) => of('mails', kind, language, 'versions'),
  mailSender: () => of('mail-sender'),
  survey: () => of('survey'),
  surveyVersions: () => of('survey', 'versions'),
  loyalty: () => of('loyalty'),
  processor: () => of('processor'),
  p2p: () => of('p2p'),
  taxes: () => of('taxes'),
  firebase: () => of('firebase'),
  packages: () => of('packages'),
  grantedAccounts: () => of('granted-accounts'),
  startingConfigs: () => of('starting-configs'),
};
