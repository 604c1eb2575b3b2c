import type { Locator, Page } from '@playwright/test';

const steps = 8;

/** Moves a finger to the right, from the middle of the left part of an element, by a share of the screen's width. */
export async function swipeRight(page: Page, from: Locator, share: number) {
  await from.scrollIntoViewIfNeeded();
  const box = await from.boundingBox();
  const width = page.viewportSize()?.width;
  if (!box || !width) throw new Error('nothing to swipe');
  const start = { x: box.x + Math.min(40, box.width / 4), y: box.y + box.height / 2 };
  const finger = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y: start.y }],
    });
  await send('touchStart', start.x);
  for (let step = 1; step <= steps; step += 1) {
    await send('touchMove', start.x + (width * share * step) / steps);
  }
  await send('touchEnd');
  await finger.detach();
}
