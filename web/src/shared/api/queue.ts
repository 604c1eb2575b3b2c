type Waiting = { start: () => void; drop: () => void };

let waiting: Waiting[] = [];
let busy = false;

function next() {
  const first = waiting.shift();
  busy = first !== undefined;
  first?.start();
}

/** Runs `work` once everything that was asked for before it has ended, well or not. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const start = () => void work().then(resolve, reject).finally(next);
    const drop = () => reject(new DOMException('The session ended before this was sent.', 'AbortError'));
    waiting.push({ start, drop });
    if (!busy) next();
  });
}

/** Drops what was not sent yet. What is under way ends as it would. */
export function clearQueue() {
  const dropped = waiting;
  waiting = [];
  for (const { drop } of dropped) drop();
}
