import { minorUnits } from '@/shared/format/fraction-digits';
import { siteCurrency } from '@/shared/format/money';

/** Example purchase in minor units: 20 units of the site's currency. */
export const examplePrice = (): number => 20 * minorUnits(siteCurrency());

/** Points for a purchase of `price` minor units, rounded down as on the server. */
export function pointsFor(price: number, pointsPerUnit: number): number {
  return Math.floor((price * pointsPerUnit) / minorUnits(siteCurrency()));
}

/** Spending per award, in minor units. */
export function spentForAward(pointGoal: number, pointsPerUnit: number): number {
  return pointsPerUnit > 0 ? Math.ceil((pointGoal * minorUnits(siteCurrency())) / pointsPerUnit) : 0;
}
