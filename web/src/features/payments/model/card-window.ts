const interval = 250;
/** What a window said last may arrive after it has closed. */
const lastWords = 500;

/**
 * Notices that a window was closed, of which windows tell nobody. Ends with the function that it returns, which closes
 * the window if it is still open.
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
