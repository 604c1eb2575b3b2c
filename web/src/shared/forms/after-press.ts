let pressed = false;
let waiting: (() => void)[] = [];

function release() {
  pressed = false;
  const held = waiting;
  waiting = [];
  // The click comes after this event, and must find its button where it was pressed.
  if (held.length > 0) setTimeout(() => held.forEach((act) => void act()));
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (pressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, true);
}

/**
 * Does something now, or once the press is over that is under way. What is said of a field as it is left would otherwise move a button
 * from under the finger that presses it.
 */
export function afterPress(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}
