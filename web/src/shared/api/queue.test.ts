import { expect, it } from 'vitest';
import { clearQueue, inTurn } from './queue';

function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

it('runs tasks in order, even after a failure', async () => {
  const said: string[] = [];
  const first = gate();
  const work = [
    inTurn(async () => {
      await first.passed;
      said.push('first');
    }),
    inTurn(() => Promise.reject(new Error('second'))),
    inTurn(async () => said.push('third')),
  ];
  expect(said).toEqual([]);
  first.open();
  expect((await Promise.allSettled(work)).map((end) => end.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(said).toEqual(['first', 'third']);
});

it('drops waiting tasks when cleared, and accepts new ones', async () => {
  const first = gate();
  const sent: string[] = [];
  const running = inTurn(() => first.passed);
  const dropped = inTurn(async () => sent.push('dropped'));
  clearQueue();
  const later = inTurn(async () => sent.push('later'));
  await expect(dropped).rejects.toMatchObject({ name: 'AbortError' });
  first.open();
  await Promise.all([running, later]);
  expect(sent).toEqual(['later']);
});
