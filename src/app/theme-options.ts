import type { Theme } from '@/state/view-store';

/** The themes with their labels. */
export const themeOptions: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
