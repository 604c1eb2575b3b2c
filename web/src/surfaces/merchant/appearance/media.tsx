export function isVideo(url: string): boolean {
  return url.endsWith('.mp4');
}

/** Thumbnail of an image or video. Decorative. */
export function Media({ url }: { url: string }) {
  if (isVideo(url)) return <video src={url} muted preload="metadata" aria-hidden />;
  return <img src={url} alt="" loading="lazy" />;
}
