import { useSyncExternalStore } from 'react';
import type { RingStatus } from '@/ui/display/status-ring';
import type { TaskFamily } from '@/workflow/tasks/traits';

/** Colours for 2D canvases, read from the theme's tokens. */
export interface Colours {
  /** Whether they are those of the system, which a person has chosen: few, so that shapes tell things apart. */
  readonly isForced: boolean;
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

const darkMedia = '(prefers-color-scheme: dark)';
const forcedMedia = '(forced-colors: active)';
const media = [darkMedia, forcedMedia] as const;

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  if (window.matchMedia(forcedMedia).matches) return readSystemColours(style.getPropertyValue('--font-ui').trim());
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const family = (name: TaskFamily) => ({
    soft: token(`fam-${name}-soft`),
    line: token(`fam-${name}-line`),
    solid: token(`fam-${name}-solid`),
  });
  return {
    isForced: false,
    accent: token('accent'),
    edge: token('edge'),
    raised: token('raised'),
    text: token('text'),
    font: token('font-ui'),
    family: Object.fromEntries(families.map((name) => [name, family(name)])) as Colours['family'],
    status: {
      ...(Object.fromEntries(statuses.map((name) => [name, token(`st-${name}-solid`)])) as Colours['status']),
      continued: token('st-failed-solid'),
      maybe: token('st-stale-solid'),
      simulated: token('st-queued-text'),
    },
  };
}

/** The system colours, as an element of the page gets them. */
function readSystemColours(font: string): Colours {
  const probe = document.createElement('span');
  document.body.append(probe);
  const readColour = (name: string) => {
    probe.style.color = name;
    return getComputedStyle(probe).color;
  };
  const [text, canvas, accent] = [readColour('CanvasText'), readColour('Canvas'), readColour('Highlight')];
  probe.remove();
  const family = { soft: canvas, line: text, solid: text };
  return {
    ...{ isForced: true, accent, edge: text, raised: canvas, text, font },
    family: Object.fromEntries(families.map((name) => [name, family])) as Colours['family'],
    status: Object.fromEntries(
      [...statuses, 'continued' as const, 'maybe' as const, 'simulated' as const].map((name) => [name, text]),
    ) as Colours['status'],
  };
}

let colours: Colours | undefined;
/** The theme that they were read in: to read them makes the browser style the whole page. */
let readIn = '';

const readTheme = (): string =>
  [document.documentElement.dataset['theme'], ...media.map((query) => window.matchMedia(query).matches)].join(' ');

function subscribeToTheme(changed: () => void): () => void {
  const renewColours = () => {
    colours = undefined;
    changed();
  };
  const observer = new MutationObserver(renewColours);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const queries = media.map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', renewColours);
  if (readIn !== readTheme()) renewColours();
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', renewColours);
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
