import { useEffect, useState } from 'react';

type Link = { email: string; token: string };

function read(): Link {
  const query = new URLSearchParams(location.search);
  return { email: query.get('email') ?? '', token: query.get('token') ?? '' };
}

/** Parameters of an emailed link. Removes the token from the history and the address bar. */
export function useMailedLink(): Link & { complete: boolean } {
  const [link] = useState(read);
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname + location.hash);
  }, []);
  return { ...link, complete: link.email !== '' && link.token !== '' };
}
