import type { Theme } from '@/state/view-store';

const dark = '(prefers-color-scheme: dark)';

/** Applies a theme to the page. With `system` it follows the system's theme until another one is set. */
export function createThemePainter(root: HTMLElement = document.documentElement): (theme: Theme) => void {
  const system = matchMedia(dark);
  let chosen: Theme = 'system';
  const paint = () => {
    root.dataset.theme = chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen;
  };
  system.addEventListener('change', paint);
  return (theme) => {
    chosen = theme;
    paint();
  };
}
