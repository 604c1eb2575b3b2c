const marker = 'mobile';

/** Places within a page. Earlier versions of 'Skip to content' added one to the URL. */
const anchors = ['main'];

/** Anyone can write a hash; invalid encodings are ignored. */
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

/** The single word next to the marker is a referral code; several words and places in a page are ignored. */
export function referralFrom(hash: string): string {
  const others = words(hash).filter((word) => ![marker, ...anchors].includes(word.toLowerCase()));
  const [only] = others;
  return others.length === 1 && only && /^\w{3,32}$/.test(only) ? only : '';
}
