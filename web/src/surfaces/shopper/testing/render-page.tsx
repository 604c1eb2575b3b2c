import { account } from '@/shared/testing/people';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok, refusal } from '@/shared/testing/server';
import { surface } from '../surface';

/** Opens a path of the shopper surface. */
export function renderPage(path: string) {
  return renderSurface(surface, path);
}

/** Mocks the requests of a customer's pages. */
export function answerCustomer() {
  answerQuietly();
  answer('get', '/users', () => ok(account()));
  answer('get', '/accounts/states', () => ok([]));
  answer('get', '/users/washclub', () => ok(null));
  answer('get', '/users/notifications', () => refusal(404, 'not_found', 'Not found.'));
  answer('get', '/users/vehicle', () =>
    ok({ make: '', model: '', color: '', year: '', license: '', state: '' }),
  );
}

/** Mocks the background requests of every page. Tests about one of them override it. */
export function answerQuietly() {
  answer('get', '/locations', () => ok([]));
  answer('get', '/captcha/challenge', () => ok(null));
  answer('get', '/products/washes', () => ok([]));
  answer('post', '/devices', () => ok({ deviceId: 'a'.repeat(20) }));
}
