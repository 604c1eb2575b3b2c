import { minorUnits } from '@/shared/format/fraction-digits';
import { siteCurrency } from '@/shared/format/money';

/** Minor units of the example purchase: 20 units of the site's currency. */
export const examplePrice = (): number => 20 * minorUnits(siteCurrency());

/** Points for a purchase of `price` minor units, as the server counts them: whole points, rounded down. */
export function pointsFor(price: number, pointsPerUnit: number): number {
  return Math.floor((price * pointsPerUnit) / minorUnits(siteCurrency()));
}

/** Minor units that a customer spends until points become an award. */
export function spentForAward(pointGoal: number, pointsPerUnit: number): number {
  return pointsPerUnit > 0 ? Math.ceil((pointGoal * minorUnits(siteCurrency())) / pointsPerUnit) : 0;
}
