import { createRoot } from 'react-dom/client';

/**
 * In the place of everything, where the page came without what it needs to know of its site. Nothing of the site can be
 * asked for here, not even its language.
 */
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
