import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import { currentToken, forgetToken, keepToken } from '../session';
import { provider } from './client';
import { consoleKeys } from './keys';

/** Logged-in staff member. */
export const meQuery = () =>
  queryOptions({
    queryKey: consoleKeys.me(),
    queryFn: ({ signal }) => unwrap(provider.GET('/api/v1/provider/me', { signal })),
    staleTime: 30_000,
  });

type LogIn = { environment: string; email: string; password: string; rememberMe: boolean };

/** Logs in. With a second factor, it throws an error with a ticket. */
export async function logIn(body: LogIn): Promise<void> {
  const { accessToken } = await unwrap(provider.POST('/api/v1/provider/login', { body }));
  keepToken(accessToken, body.rememberMe);
}

/** Second login step: the ticket from the first step, and a code. */
export async function logInWithCode(
  body: { ticket: string; code: string },
  rememberMe: boolean,
): Promise<void> {
  const { accessToken } = await unwrap(provider.POST('/api/v1/provider/login/second-factor', { body }));
  keepToken(accessToken, rememberMe);
}

/** Logs out, locally even if the server can't be reached. */
export async function logOut(): Promise<void> {
  const token = currentToken();
  await unwrap(provider.POST('/api/v1/provider/logout')).catch(() => undefined);
  if (token) forgetToken(token);
}

export const changePassword = mutationOptions({
  mutationFn: (body: { currentPassword: string; newPassword: string }) =>
    unwrap(provider.POST('/api/v1/provider/me/password', { body })),
  onSuccess: (_done, _sent, _before, { client }) => {
    void client.invalidateQueries({ queryKey: consoleKeys.sessions() });
    return client.invalidateQueries({ queryKey: consoleKeys.me() });
  },
});

/** The staff member's own sessions, most recently used first. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: consoleKeys.sessions(),
    queryFn: ({ signal }) => unwrap(provider.GET('/api/v1/provider/me/sessions', { signal })),
    staleTime: 10_000,
  });

export const endSession = mutationOptions({
  mutationFn: (sessionId: string) =>
    unwrap(provider.DELETE('/api/v1/provider/me/sessions/{sessionId}', { params: { path: { sessionId } } })),
  onSuccess: (left, _sent, _before, { client }) => client.setQueryData(sessionsQuery().queryKey, left),
});
