let pressed = false;
let waiting: (() => void)[] = [];

function release() {
  pressed = false;
  const held = waiting;
  waiting = [];
  // The click follows this event and must hit the button at its current position.
  if (held.length > 0) setTimeout(() => held.forEach((act) => void act()));
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (pressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, true);
}

/**
 * Runs now, or after a press in progress. Otherwise, a validation message on blur would move the button away
 * from the pointer.
 */
export function afterPress(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}
