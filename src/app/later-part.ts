import { createPart } from '@/ui/lazy/part';
import type * as later from './later';

/** What the app does once the first screen stands. */
export const laterPart = createPart<typeof later>(() => import('./later'));
