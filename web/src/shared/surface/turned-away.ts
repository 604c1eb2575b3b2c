/** Why a page is not shown; what stands in its place says so. */
export class TurnedAway extends Error {
  constructor(readonly why: 'disabled' | 'not found' | 'no access') {
    super(`turned away: ${why}`);
    this.name = 'TurnedAway';
  }
}
