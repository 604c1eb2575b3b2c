/** ISO 4217 currencies without two fraction digits. A server test compares this with its own table. */
const exceptions: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** Decimal digits: 2 for USD, 0 for JPY. `Intl` differs: it omits fractions that aren't used in cash. */
export const fractionDigits = (currency: string): number => exceptions[currency] ?? 2;

/** Minor units per unit of a currency: 100 for USD, 1 for JPY. */
export const minorUnits = (currency: string): number => 10 ** fractionDigits(currency);
