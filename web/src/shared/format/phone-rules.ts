export type PhoneRule = {
  minimum: number;
  maximum: number;
  mask: { before: string; digits: number }[];
};

const northAmerica: PhoneRule = {
  minimum: 10,
  maximum: 10,
  mask: [
    { before: '(', digits: 3 },
    { before: ') ', digits: 3 },
    { before: '-', digits: 4 },
  ],
};

const unitedKingdom: PhoneRule = {
  minimum: 10,
  maximum: 11,
  mask: [
    { before: '', digits: 5 },
    { before: ' ', digits: 6 },
  ],
};

const rules: Record<string, PhoneRule> = { US: northAmerica, CA: northAmerica, GB: unitedKingdom };

export function phoneRule(country: string): PhoneRule {
  return rules[country.toUpperCase()] ?? northAmerica;
}
