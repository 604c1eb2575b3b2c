/** Whether the device is made by Apple and has Apple Maps. */
export function isAppleDevice(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
