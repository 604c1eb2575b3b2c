import { type IconName, iconPaths } from './icon-paths';
import { Strokes } from './strokes';

type Props = { name: IconName; size?: number };

/** Decoration only: what a control does is said by its text or label. */
export function Icon({ name, size = 24 }: Props) {
  return <Strokes path={iconPaths[name]} size={size} />;
}
