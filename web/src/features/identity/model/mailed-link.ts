import { useEffect, useState } from 'react';

type Link = { email: string; token: string };

/** Last link opened in this tab. A language change renders its page again, without the token in the URL. */
let opened: { pathname: string; link: Link } | null = null;

/** For tests, which share this tab. */
export function forgetMailedLink() {
  opened = null;
}

function read(): Link {
  const query = new URLSearchParams(location.search);
  const link = { email: query.get('email') ?? '', token: query.get('token') ?? '' };
  const isLeft = link.token === '' && opened?.pathname === location.pathname;
  return isLeft && opened ? opened.link : link;
}

/** Parameters of an emailed link. Removes the token from the history and the address bar. */
export function useMailedLink(): Link & { complete: boolean } {
  const [link] = useState(read);
  useEffect(() => {
    const { pathname } = location;
    opened = { pathname, link };
    history.replaceState(history.state, '', pathname + location.hash);
    return () => {
      // Returning without the link means there is none.
      if (location.pathname !== pathname) opened = null;
    };
  }, [link]);
  return { ...link, complete: link.email !== '' && link.token !== '' };
}
