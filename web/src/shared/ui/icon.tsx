import { type IconName, iconPaths } from './icon-paths';
import { Strokes } from './strokes';

type Props = { name: IconName; size?: number };

/** Decorative: controls have a text or label. */
export function Icon({ name, size = 24 }: Props) {
  return <Strokes path={iconPaths[name]} size={size} />;
}
