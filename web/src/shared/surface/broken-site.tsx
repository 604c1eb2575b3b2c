import { createRoot } from 'react-dom/client';

/** Error page without the required site data. It can't use anything from the site, not even its language. */
function BrokenSite() {
  return (
    <main className="broken-site">
      <h1>An Error has occurred</h1>
      <p>An unexpected error occurred while loading the site. Please try again later.</p>
      <button type="button" onClick={() => location.reload()}>
        Reload Application
      </button>
    </main>
  );
}

export function showBrokenSite() {
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<BrokenSite />);
}
