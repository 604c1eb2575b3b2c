const interval = 250;
/** Time for a window's last message to arrive after it closes, in milliseconds. */
const lastWords = 500;

/**
 * Detects that a window was closed, which has no event. The returned function stops watching and closes the
 * window.
 */
export function watchWindow(opened: Window, onClosed: () => void): () => void {
  let late: ReturnType<typeof setTimeout> | undefined;
  const watch = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(watch);
    late = setTimeout(onClosed, lastWords);
  }, interval);
  return () => {
    clearInterval(watch);
    clearTimeout(late);
    opened.close();
  };
}
