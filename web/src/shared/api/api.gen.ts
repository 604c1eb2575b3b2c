/* Types of the HTTP contract, shaped as `npm run api` writes them from docs/openapi.json, which replaces this file. */
type Answer<T> = {
  200: {
    headers: { [name: string]: unknown };
    content: { 'application/json': { success: boolean; resultData: T } };
  };
};
type Json<T> = { content: { 'application/json': T } };
type Schemas = components['schemas'];
type Plain = { query?: never; header?: never; path?: never; cookie?: never };
type Get<T, Q = never> = {
  parameters: Plain;
  get: {
    parameters: { query?: Q; header?: never; path?: never; cookie?: never };
    requestBody?: never;
    responses: Answer<T>;
  };
};
type Post<B, T> = {
  parameters: Plain;
  post: {
    parameters: { query?: never; header?: { 'Idempotency-Key'?: string }; path?: never; cookie?: never };
    requestBody: Json<B>;
    responses: Answer<T>;
  };
};

export interface paths {
  '/api/v1/accounts/site-key': Get<{ appKey: string }, { subdomain: string }>;
  '/api/v1/accounts/site-config': Get<Schemas['SiteConfig']>;
  '/api/v1/accounts/states': Get<Schemas['State'][]>;
  '/api/v1/locations': Get<Schemas['Location'][]>;
  '/api/v1/merchant': Get<Schemas['Merchant']>;
  '/api/v1/system/app-version': Get<Schemas['AppVersion']>;
  '/api/v1/users': Get<Schemas['Account']> & Post<Schemas['SignUp'], Schemas['Account']>;
  '/api/v1/users/unique': Post<{ email: string }, boolean>;
  '/api/v1/users/login': Post<{ email: string; password: string; rememberMe?: boolean }, Schemas['Tokens']>;
  '/api/v1/users/logout': {
    parameters: Plain;
    post: { parameters: Plain; requestBody?: never; responses: Answer<null> };
  };
  '/api/v1/users/tokens': {
    parameters: Plain;
    put: { parameters: Plain; requestBody: Json<Schemas['Tokens']>; responses: Answer<Schemas['Tokens']> };
  };
  '/api/v1/users/emails/confirmed': Get<boolean>;
  '/api/v1/users/emails/confirmation': Get<null>;
  '/api/v1/users/emails/confirm': Post<{ email: string; token: string }, null>;
  '/api/v1/users/payment': Get<Schemas['Payment']>;
  '/api/v1/products/washes': Get<Schemas['Product'][], { locationId?: number }>;
  '/api/v1/orders/quote': Post<Schemas['OrderBody'], Schemas['Quote']>;
  '/api/v1/orders': Post<Schemas['OrderBody'], Schemas['OrderResult']>;
  '/api/v1/orders/{transRecordId}': {
    parameters: Plain;
    get: {
      parameters: { query?: never; header?: never; path: { transRecordId: string }; cookie?: never };
      requestBody?: never;
      responses: Answer<Schemas['OrderResult']>;
    };
  };
  '/api/v1/users/purchases': Get<Schemas['Purchase'][]>;
  '/api/v1/users/wallet': Get<Schemas['WalletItem'][]>;
  '/api/v1/payments/hosted-forms': Get<Schemas['HostedForm'], { socketId: string }>;
  '/api/v1/payments/moneris/receipts': Get<unknown, { ticket: string; socketId: string }>;
}

export interface components {
  schemas: {
    State: { code: string; name: string };
    Location: {
      id: number;
      name: string;
      address1: string;
      address2: string;
      city: string;
      state: string;
      zip: string;
      phone: string;
      latitude: number;
      longitude: number;
      hours: { days: string; open: string; close: string }[];
    };
    Merchant: {
      WCTerms: string;
      terms: string;
      privacyPolicy: string;
      support: { supportEmail: string; supportPhone: string; supportFaqs: string };
      referralPoints: number;
    };
    AppVersion: { appVersion: string; buildVersion: string; buildTimestamp: string };
    Account: {
      userId: string;
      firstName: string;
      lastName: string;
      email: string;
      birthdayMonth: number;
      birthdayDay: number;
      zipPostalCode: string;
      cellPhoneNumber: string;
      optInToMarketing: boolean;
      referralCode: string;
      emailConfirmed: boolean;
      role: 'customer' | 'attendant' | 'manager' | 'owner';
      homeLocationId: number | null;
    };
    SignUp: {
      firstName: string;
      lastName: string;
      email: string;
      birthdayMonth: number;
      birthdayDay: number;
      zipPostalCode: string;
      cellPhoneNumber: string;
      optInToMarketing: boolean;
      referralCode?: string;
      password: string;
    };
    Tokens: { accessToken: string; refreshToken: string };
    Product: {
      productId: number;
      productType: 'AppWash' | 'AppBundle' | 'AppClub' | 'GiftCard' | 'GiftCardRecharge' | 'Swag';
      name: string;
      price: number;
      taxes: number;
      value: number;
      details: string[];
      locations: number[];
      logo: { imageIndex: number; red: number; green: number; blue: number; alpha: number };
      badge: string | null;
      fulfillable: boolean;
    };
    OrderBody: {
      products: { productId: number }[];
      locationId?: number;
      expectedTotal?: number;
    };
    Quote: {
      lines: { productId: number; productType: string; name: string; price: number; taxes: number }[];
      subtotal: number;
      taxes: number;
      total: number;
      currency: string;
    };
    OrderResult: {
      approved: boolean;
      code: string;
      transRecordId: string;
      orderNumber: string;
      total: number;
      message: string;
    };
    WalletItem: {
      id: string;
      name: string;
      label: string;
      code: string;
      locations: number[];
      purchasedDate: string;
      expirationDate: string | null;
      maxUses: number;
      useLimitCount: number;
      isGift: boolean;
      giftedFrom: string | null;
      giftMessage: string | null;
      itemType: string;
    };
    Purchase: {
      purchaseDate: string;
      total: number;
      transRecordId: string;
      orderNumber: string;
      purchasedProducts: {
        name: string;
        quantity: number;
        unitPrice: number;
        isGift: boolean;
        giftedEmail: string | null;
        fulfillable: boolean;
        appProductType: string;
      }[];
    };
    Payment: {
      onFile: boolean;
      cardType: string | null;
      maskedCardNumber: string | null;
      expirationMonth: number | null;
      expirationYear: number | null;
    };
    HostedForm: {
      processor: string;
      setupData: { formUrl: string; reference: string; ticket?: string; display: 'frame' | 'window' };
    };
    SiteConfig: {
      version: string;
      revision: number;
      timeStamp: string;
      companyName: string;
    } & { [key: string]: unknown };
    ErrorCode:
      | 'malformed'
      | 'invalid_token'
      | 'wrong_credentials'
      | 'wrong_app_key'
      | 'email_unconfirmed'
      | 'not_admin'
      | 'feature_disabled'
      | 'wrong_password'
      | 'unknown_site'
      | 'not_found'
      | 'in_progress'
      | 'payment_pending'
      | 'price_changed'
      | 'token_used'
      | 'already_claimed'
      | 'sold_out'
      | 'stale_revision'
      | 'taken'
      | 'invalid_fields'
      | 'key_reused'
      | 'card_required'
      | 'address_required'
      | 'vehicle_required'
      | 'terms_required'
      | 'invalid_code'
      | 'expired'
      | 'not_for_this_location'
      | 'too_many_requests'
      | 'internal'
      | 'site_suspended'
      | 'site_unavailable'
      | 'busy'
      | 'storage_full'
      | 'processor_unavailable';
  };
}
