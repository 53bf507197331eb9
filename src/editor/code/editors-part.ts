import { createPart } from '@/ui/lazy/part';

/** The code editor, which is large. */
export const editorsPart = createPart(() => import('./editors'));
