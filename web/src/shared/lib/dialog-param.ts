import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** A dialog that the address names, so that it can be linked to and 'back' closes it. */
export function useDialogParam(name: string) {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const change = (edit: (next: URLSearchParams) => void, replace: boolean) => {
    const next = new URLSearchParams(query);
    edit(next);
    setQuery(next, { replace, preventScrollReset: true, state: replace ? null : { dialog: name } });
  };
  return {
    isOpen: query.has(name),
    open: () => change((next) => next.set(name, ''), false),
    close: () => {
      if (state?.dialog === name) void navigate(-1);
      else change((next) => next.delete(name), true);
    },
  };
}
