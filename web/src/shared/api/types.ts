import type { components } from './api.gen';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type ErrorCode = Schemas['ErrorCode'];
export type HostedForm = Schemas['HostedForm'];
export type Location = Schemas['Location'];
export type OrderBody = Schemas['OrderBody'];
export type OrderResult = Schemas['OrderResult'];
export type Payment = Schemas['Payment'];
export type Product = Schemas['Product'];
export type Purchase = Schemas['Purchase'];
export type Quote = Schemas['Quote'];
export type SignUp = Schemas['SignUp'];
export type Tokens = Schemas['Tokens'];
export type Vehicle = Schemas['Vehicle'];
export type WalletItem = Schemas['WalletItem'];
