/** Minor units of the purchase that stands as an example. */
export const examplePrice = 2000;

/** What a purchase gives, as the server counts: whole points, rounded down. */
export function pointsFor(price: number, pointsPerUnit: number): number {
  return Math.floor((price * pointsPerUnit) / 100);
}

/** How much somebody spends until points become an award, in minor units. */
export function spentForAward(pointGoal: number, pointsPerUnit: number): number {
  return pointsPerUnit > 0 ? Math.ceil((pointGoal * 100) / pointsPerUnit) : 0;
}
