import type { Route } from '@playwright/test';
import { callServer } from './call-server';
import { expect } from './test';

/** Delivers a request to the server and returns its response to the test. */
export async function deliver(route: Route) {
  const asked = route.request();
  const { hostname, port, pathname } = new URL(asked.url());
  const answer = await callServer(hostname, pathname, {
    method: asked.method(),
    headers: asked.headers(),
    body: asked.postData() ?? '',
    port: Number(port),
  });
  expect(answer.status).toBe(200);
}

/** Delivers a request to the server but drops its response. */
export async function loseTheAnswer(route: Route) {
  await deliver(route);
  await route.abort();
}
