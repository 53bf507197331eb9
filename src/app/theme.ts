import type { Theme } from '@/state/view-store';

const dark = '(prefers-color-scheme: dark)';

/** Paints the page in a theme, and follows the system's where it is `system`, until the theme is set again. */
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
