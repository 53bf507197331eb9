import type { CentreMode } from '@/state/view-store';

/** What the centre can show, in words. */
export const centreModes: readonly { readonly value: CentreMode; readonly label: string }[] = [
  { value: 'canvas', label: 'Canvas' },
  { value: 'code', label: 'Code' },
  { value: 'both', label: 'Both' },
];
