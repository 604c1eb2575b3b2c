import { ApiError } from '../api/api-error';
import { reportCrash } from '../api/crash-report';

/** Reports of one page load. A failure in a timer would be reported forever. */
const mostReports = 5;

/** The server knows its own responses, and a lost connection or a canceled request isn't a fault of the client. */
const isExpected = (error: unknown) =>
  error == null ||
  error instanceof ApiError ||
  (error instanceof Error && (error.name === 'AbortError' || error.name === 'NetworkError'));

/** Reports unhandled promise rejections and uncaught errors, each once, as the crash screen reports its error. */
export function reportUncaught(): () => void {
  const stop = new AbortController();
  const seen = new Set<string>();
  const report = (error: unknown) => {
    const text = String(error);
    if (isExpected(error) || seen.has(text) || seen.size >= mostReports) return;
    seen.add(text);
    reportCrash(error);
  };
  addEventListener('unhandledrejection', ({ reason }) => report(reason), { signal: stop.signal });
  addEventListener('error', ({ error }) => report(error), { signal: stop.signal });
  return () => stop.abort();
}
