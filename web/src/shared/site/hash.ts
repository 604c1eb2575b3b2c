const marker = 'mobile';

function words(hash: string): string[] {
  return hash
    .replace(/^#/, '')
    .split('&')
    .map((word) => decodeURIComponent(word))
    .filter(Boolean);
}

export function hasMobileMarker(hash: string): boolean {
  return words(hash).some((word) => word.toLowerCase() === marker);
}

/** The one word beside the marker is a friend's referral code; more than one is noise. */
export function referralFrom(hash: string): string {
  const others = words(hash).filter((word) => word.toLowerCase() !== marker);
  const [only] = others;
  return others.length === 1 && only && /^\w{3,32}$/.test(only) ? only : '';
}
