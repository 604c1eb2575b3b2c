/** Where whoever logs in goes on: the page of ours that the address names, else the first. */
export function wayBack(query: URLSearchParams): string {
  const to = query.get('to') ?? '';
  // Two slashes would name another host.
  return /^\/(?![/\\])/.test(to) ? to : '/';
}
