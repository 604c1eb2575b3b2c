import { createContext } from 'react';
import type { Shell } from '@/shared/ui/shell';

/** The shell that stands around the page; null as long as there is none. */
export const ShownShell = createContext<Shell | null>(null);
