import { type IconName, iconPaths } from './icon-paths';

type Props = { name: IconName; size?: number };

/** Decoration only: what a control does is said by its text or label. */
export function Icon({ name, size = 24 }: Props) {
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
      <path d={iconPaths[name]} />
    </svg>
  );
}
