import { useSyncExternalStore } from 'react';
import type { RingStatus } from '@/ui/display/status-ring';
import type { TaskFamily } from '@/workflow/tasks/traits';

/** Colours for 2D canvases, read from the theme's tokens. */
export interface Colours {
  readonly accent: string;
  readonly edge: string;
  readonly raised: string;
  readonly text: string;
  /** The font of the interface, as CSS has it. */
  readonly font: string;
  readonly family: {
    readonly [F in TaskFamily]: { readonly soft: string; readonly line: string; readonly solid: string };
  };
  readonly status: { readonly [S in RingStatus]: string };
}

const families = ['model', 'script', 'control', 'loop', 'library'] as const;
const statuses = ['idle', 'queued', 'running', 'ok', 'failed', 'skipped', 'paused', 'stale'] as const;

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const family = (name: TaskFamily) => ({
    soft: token(`fam-${name}-soft`),
    line: token(`fam-${name}-line`),
    solid: token(`fam-${name}-solid`),
  });
  return {
    accent: token('accent'),
    edge: token('edge'),
    raised: token('raised'),
    text: token('text-2'),
    font: token('font-ui'),
    family: Object.fromEntries(families.map((name) => [name, family(name)])) as Colours['family'],
    status: {
      ...(Object.fromEntries(statuses.map((name) => [name, token(`st-${name}-solid`)])) as Colours['status']),
      continued: token('st-failed-solid'),
      maybe: token('st-stale-solid'),
    },
  };
}

let colours: Colours | undefined;
/** The theme that they were read in: to read them makes the browser style the whole page. */
let readIn = '';

const darkMedia = '(prefers-color-scheme: dark)';
const readTheme = (): string =>
  `${document.documentElement.dataset['theme'] ?? ''} ${String(window.matchMedia(darkMedia).matches)}`;

function subscribeToTheme(changed: () => void): () => void {
  const renewColours = () => {
    colours = undefined;
    changed();
  };
  const observer = new MutationObserver(renewColours);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const dark = window.matchMedia(darkMedia);
  dark.addEventListener('change', renewColours);
  if (readIn !== readTheme()) renewColours();
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', renewColours);
  };
}

function getColours(): Colours {
  if (colours === undefined) {
    colours = readColours();
    readIn = readTheme();
  }
  return colours;
}

/** The colours of the current theme. They change with the theme. */
export function useColours(): Colours {
  return useSyncExternalStore(subscribeToTheme, getColours);
}
