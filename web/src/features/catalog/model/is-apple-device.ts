/** Whether the device is one of Apple's, which has Apple's maps. */
export function isAppleDevice(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
