import { sourcesOf } from './picture-sources';

type Props = {
  /** As the site config names it. */
  src: string;
  /** Displayed width (`sizes` attribute). */
  sizes: string;
  /** The proportions of its place, for a drawing that does not say its own. */
  width: number;
  height: number;
  /** `first`: what the page is seen by. `later`: fetched when it is scrolled to. */
  urgency?: 'first' | 'soon' | 'later';
  className?: string | undefined;
  parallax?: boolean | undefined;
};

const priorities = { first: 'high', soon: 'auto', later: 'low' } as const;

/** Merchant's image at the required width. Decorative, because its content is next to it as text. */
export function Picture({ src, sizes, width, height, urgency = 'soon', className, parallax }: Props) {
  const known = sourcesOf(src);
  return (
    <img
      className={className}
      data-parallax={parallax}
      alt=""
      width={known.width ?? width}
      height={known.height ?? height}
      loading={urgency === 'later' ? 'lazy' : 'eager'}
      decoding={urgency === 'first' ? 'sync' : 'async'}
      fetchPriority={priorities[urgency]}
      // Before `src`: what is set first would be fetched.
      {...(known.srcSet && { srcSet: known.srcSet, sizes })}
      src={src}
    />
  );
}
