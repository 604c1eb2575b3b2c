export function isVideo(url: string): boolean {
  return url.endsWith('.mp4');
}

/** A picture or the first sight of a video, as a thumbnail of something that is named elsewhere. */
export function Media({ url }: { url: string }) {
  if (isVideo(url)) return <video src={url} muted preload="metadata" aria-hidden />;
  return <img src={url} alt="" loading="lazy" />;
}
