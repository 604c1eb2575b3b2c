/** Reason why access is denied, for the page shown instead. */
export class TurnedAway extends Error {
  constructor(readonly why: 'disabled' | 'not found' | 'no access') {
    super(`turned away: ${why}`);
    this.name = 'TurnedAway';
  }
}
