/** Numbering plan of a country, as on the server (`tenant-runtime/src/fields/phone.rs`). Both sides test the same cases. */
export type PhoneRule = {
  /** Country code. */
  code: string;
  /** Prefix of calls abroad. */
  exit: string;
  /** Digit in front of the area code in numbers as people write them within the country. */
  trunk: string;
  /** Number of digits, including the trunk digit. Some are written without it. */
  minimum: number;
  maximum: number;
  /** Groups of digits, each with the text before it. Empty where groups vary. */
  groups: [before: string, digits: number][];
};

type Row = [code: string, exit: string, trunk: string, minimum: number, maximum: number];

const rule = ([code, exit, trunk, minimum, maximum]: Row, groups: PhoneRule['groups'] = []): PhoneRule => ({
  code,
  exit,
  trunk,
  minimum,
  maximum,
  groups,
});

const spaced = (first: number, ...others: number[]): PhoneRule['groups'] => [
  ['', first],
  ...others.map((digits): [string, number] => [' ', digits]),
];

const northAmerica = rule(
  ['1', '011', '', 10, 10],
  [
    ['(', 3],
    [') ', 3],
    ['-', 4],
  ],
);

const rules: Record<string, PhoneRule> = {
  US: northAmerica,
  CA: northAmerica,
  PR: northAmerica,
  GB: rule(['44', '00', '0', 10, 11], spaced(5, 6)),
  IE: rule(['353', '00', '0', 9, 10]),
  FR: rule(['33', '00', '0', 10, 10], spaced(2, 2, 2, 2, 2)),
  DE: rule(['49', '00', '0', 7, 12]),
  AT: rule(['43', '00', '0', 7, 14]),
  CH: rule(['41', '00', '0', 10, 10], spaced(3, 3, 2, 2)),
  BE: rule(['32', '00', '0', 9, 10]),
  LU: rule(['352', '00', '', 6, 11]),
  ES: rule(['34', '00', '', 9, 9], spaced(3, 3, 3)),
  MX: rule(['52', '00', '', 10, 10]),
  AU: rule(['61', '0011', '0', 10, 10]),
  NZ: rule(['64', '00', '0', 9, 11]),
};

/** Up to 15 digits, with or without a country code. */
const elsewhere = rule(['', '', '', 7, 15]);

export function phoneRule(country: string): PhoneRule {
  return rules[country.toUpperCase()] ?? elsewhere;
}

/** Rest after a prefix; undefined if the text doesn't start with it. */
const after = (text: string, prefix: string) =>
  text.startsWith(prefix) ? text.slice(prefix.length) : undefined;

/** North American numbers are also written with their country code alone: '1-602-555-0143'. */
function withoutLongDistance(digits: string, { code, maximum }: PhoneRule) {
  return code === '1' && digits.length > maximum ? (after(digits, code) ?? digits) : digits;
}

/**
 * Digits of a number as they are written within the country. `isForeign`: they have another country's code, or not yet all of
 * this one's.
 */
export function nationalDigits(text: string, rule: PhoneRule): { digits: string; isForeign: boolean } {
  const normalized = text.normalize('NFKC');
  const digits = normalized.replace(/\D/g, '');
  const isInternational = /^\D*\+/.test(normalized);
  if (!rule.code) return { digits, isForeign: false };
  const abroad = isInternational ? digits : after(digits, rule.exit);
  const subscriber = abroad && after(abroad, rule.code);
  // '+44 (0)113 …' has both prefixes.
  if (subscriber)
    return { digits: rule.trunk + (after(subscriber, rule.trunk) ?? subscriber), isForeign: false };
  return { digits: withoutLongDistance(digits, rule), isForeign: isInternational };
}
