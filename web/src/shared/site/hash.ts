const marker = 'mobile';

/** Anybody may write a hash; what is not properly encoded says nothing. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return '';
  }
}

function words(hash: string): string[] {
  return hash.replace(/^#/, '').split('&').map(decoded).filter(Boolean);
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
