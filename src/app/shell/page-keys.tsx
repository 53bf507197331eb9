import { useShortcuts } from '@/editor/actions/use-shortcuts';

/** The keys that work on every screen. */
export function PageKeys() {
  useShortcuts();
  return null;
}
