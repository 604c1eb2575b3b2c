import { createContext } from 'react';
import type { Shell } from '@/shared/ui/shell';

/** Shell around the page; null before it is shown. */
export const ShownShell = createContext<Shell | null>(null);
