type Props = {
  /** SVG path data on a 24 × 24 grid. */
  path: string;
  size?: number;
};

/** Icon with the same weight and corners everywhere. Decorative. */
export function Strokes({ path, size = 24 }: Props) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
