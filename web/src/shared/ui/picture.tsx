import { sourcesOf } from './picture-sources';

type Props = {
  /** Path as in the site config. */
  src: string;
  /** Displayed width (`sizes` attribute). */
  sizes: string;
  /** Aspect ratio of its space, for SVG files without their own. */
  width: number;
  height: number;
  /** `first`: above the fold. `later`: loaded when scrolled into view. */
  urgency?: 'first' | 'soon' | 'later';
  className?: string | undefined;
  parallax?: boolean | undefined;
  /** Called with width / height of the loaded image. */
  onRatio?: (ratio: number) => void;
  /** Called if the image can't be loaded. */
  onFailure?: () => void;
};

const priorities = { first: 'high', soon: 'auto', later: 'low' } as const;

/** Merchant's image at the required width. Decorative, because its content is next to it as text. */
export function Picture(props: Props) {
  const { src, sizes, width, height, urgency = 'soon', className, parallax, onRatio, onFailure } = props;
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
      // Before `src`, because the first attribute triggers loading.
      {...(known.srcSet && { srcSet: known.srcSet, sizes })}
      src={src}
      onError={onFailure}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
        if (naturalHeight > 0) onRatio?.(naturalWidth / naturalHeight);
      }}
    />
  );
}
