import { Fragment } from 'react';

/** URL or host name that wraps before a dot or after a hyphen or slash, and not inside a word. */
export function BreakableHost({ text }: { text: string }) {
  const parts = text.split(/(?=\.)|(?<=-|\/\/)/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts can be equal, and have no state.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
