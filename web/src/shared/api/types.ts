import type { components } from './api.gen';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type ClaimedItem = Schemas['ClaimedItem'];
export type Deal = Schemas['Deal'];
export type ErrorCode = Schemas['ErrorCode'];
export type GiftCardBalance = Schemas['Balance'];
export type HostedForm = Schemas['HostedForm'];
export type Location = Schemas['Location'];
export type Invitation = Schemas['Invitation'];
export type LoyaltyPoints = Schemas['LoyaltyPoints'];
export type NoticeSubject = Schemas['NoticeSubject'];
export type Notification = Schemas['Notification'];
export type OrderBody = Schemas['OrderBody'];
export type OrderItem = Schemas['OrderItem'];
export type OrderResult = Schemas['OrderResult'];
export type Payment = Schemas['Payment'];
export type PaymentAnswer = Schemas['PaymentAnswer'];
export type Product = Schemas['Product'];
export type ProductType = Schemas['ProductType'];
export type Purchase = Schemas['Purchase'];
export type PurchasedProduct = Schemas['PurchasedProduct'];
export type PushSettings = Schemas['PushSettings'];
export type PushSubscription = Schemas['PushSubscription'];
export type Quote = Schemas['Quote'];
export type RedemptionAnswer = Schemas['RedemptionAnswer'];
export type ResolvedCode = Schemas['ResolvedCode'];
export type Role = Schemas['Role'];
export type Recipient = Schemas['Recipient'];
export type ShippingAddress = Schemas['ShippingAddress'];
export type SignUp = Schemas['SignUp'];
export type SurveyAnswer = Schemas['SurveyAnswer'];
export type SurveyQuestion = Schemas['SurveyQuestion'];
export type TempToken = Schemas['TempToken'];
export type TerminalSelf = Schemas['TerminalSelf'];
export type Tokens = Schemas['Tokens'];
export type Vehicle = Schemas['Vehicle'];
export type WalletItem = Schemas['WalletItem'];
export type WashClub = Schemas['WashClub'];

/** What goes with a unit that is for somebody else. */
export type Gift = {
  giftedEmail: string;
  giftedTo: string;
  giftMessage: string;
  giftHeader: number;
};
