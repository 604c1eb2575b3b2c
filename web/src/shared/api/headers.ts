import { boot } from '../site/boot';
import { isMobileMode } from '../site/mode-state';
import { deviceId } from './device';

export function baseHeaders(): Record<string, string> {
  const headers: Record<string, string> = { 'App-Key': boot().appKey, 'Device-Id': deviceId() };
  if (isMobileMode()) headers['X-Mobile'] = 'true';
  return headers;
}
