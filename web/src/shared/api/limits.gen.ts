// Generated from docs/openapi.json by scripts/generate.

export const AddedTerminal = { label: { minLength: 1, maxLength: 60 } } as const;

export const Award = { amount: { minimum: 1, maximum: 100000 } } as const;

export const Hours = { days: { minLength: 1, maxLength: 40 } } as const;

export const KioskRules = { kioskItem: { maxLength: 100 } } as const;

export const LocationEntry = {
  name: { minLength: 1, maxLength: 80 },
  address1: { minLength: 1, maxLength: 80 },
  address2: { maxLength: 80 },
  city: { minLength: 1, maxLength: 80 },
  state: { maxLength: 80 },
  zip: { maxLength: 80 },
  phone: { maxLength: 80 },
  arrivalNote: { maxLength: 120 },
  latitude: { minimum: -90, maximum: 90 },
  longitude: { minimum: -180, maximum: 180 },
  hours: { maxItems: 14 },
} as const;

export const Logo = {
  imageIndex: { minimum: 0 },
  red: { minimum: 0 },
  green: { minimum: 0 },
  blue: { minimum: 0 },
} as const;

export const OfferExpiry = { days: { minimum: 1, maximum: 3650 } } as const;

export const OfferManifest = {
  name: { minLength: 1, maxLength: 60 },
  description: { maxLength: 500 },
  terms: { maxLength: 2000 },
  code: { maxLength: 20 },
  claimLimit: { minimum: 1 },
  totalCap: { minimum: 1 },
} as const;

export const OpeningHours = { special: { maxItems: 60 } } as const;

export const OrderBody = { keepDiscounts: { maxItems: 100 } } as const;

export const OrderItem = { giftHeader: { minimum: 0, maximum: 8 } } as const;

export const ProductEntry = {
  name: { minLength: 1, maxLength: 80 },
  price: { minimum: 0, maximum: 100000000 },
  value: { minimum: 0, maximum: 200000 },
  signupPrice: { minimum: 0, maximum: 100000000 },
  quantity: { minimum: 1, maximum: 100 },
  goodForDays: { minimum: 1, maximum: 3650 },
  stock: { minimum: 0, maximum: 1000000 },
  washes: { maxItems: 20 },
  details: { maxItems: 20, items: { maxLength: 200 } },
  badge: { maxLength: 40 },
} as const;

export const QuestionEntry = {
  question: { minLength: 1, maxLength: 200 },
  choices: { maxItems: 8, items: { minLength: 1, maxLength: 80 } },
} as const;

export const Several = { ids: { maxItems: 200 } } as const;

export const SignUp = {
  birthdayMonth: { minimum: 1, maximum: 12 },
  birthdayDay: { minimum: 1, maximum: 31 },
} as const;

export const SiteDeletion = { graceDays: { minimum: 0 } } as const;

export const SpecialHours = { name: { maxLength: 80 } } as const;

export const SurveyChange = { questions: { maxItems: 10 } } as const;

export const UseLimit = { count: { minimum: 1, maximum: 1000000 } } as const;

export const Withdrawal = { key: { minLength: 1, maxLength: 128 } } as const;
