type Waiting = { start: () => void; drop: () => void };

let waiting: Waiting[] = [];
let busy = false;

function next() {
  const first = waiting.shift();
  busy = first !== undefined;
  first?.start();
}

/** Runs `work` after all previously queued work has finished or failed. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const start = () => void work().then(resolve, reject).finally(next);
    const drop = () => reject(new DOMException('The session ended before this was sent.', 'AbortError'));
    waiting.push({ start, drop });
    if (!busy) next();
  });
}

/** Drops queued requests. Those in progress continue. */
export function clearQueue() {
  const dropped = waiting;
  waiting = [];
  for (const { drop } of dropped) drop();
}
