import { useEffect, useState } from 'react';

type Link = { email: string; token: string };

function read(): Link {
  const query = new URLSearchParams(location.search);
  return { email: query.get('email') ?? '', token: query.get('token') ?? '' };
}

/** What a mailed link carries; the token stays out of the history and of anything that reads the address. */
export function useMailedLink(): Link & { complete: boolean } {
  const [link] = useState(read);
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname + location.hash);
  }, []);
  return { ...link, complete: link.email !== '' && link.token !== '' };
}
