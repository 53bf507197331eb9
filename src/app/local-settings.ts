import { isJsonObject } from '@/base/json';
import type { MapChoice, OutputViews, OwnKeys, RunsAt } from '@/state/view-store';
import { findLocalStorage } from './find-local-storage';

/** The settings of the screen that are stored on this machine. */
export interface Remembered {
  readonly theme?: 'light' | 'dark' | 'system';
  readonly mode?: 'canvas' | 'code' | 'both';
  readonly panels?: { readonly [K in Shown]: boolean } & { readonly [K in Sized]: number } & {
    readonly [K in Told]?: boolean;
  };
  readonly ownKeys?: OwnKeys;
  readonly runsAt?: RunsAt | undefined;
  readonly map?: MapChoice;
  readonly hasAllTypes?: boolean;
  readonly outputViews?: OutputViews;
  readonly lastWorkflow?: string;
  /** Damages of runs that the person has already seen, the newest last. */
  readonly toldDamages?: readonly string[];
  /** Whether it was told what a page that came over plain http lacks. */
  readonly toldPlainHttp?: boolean;
}

const shown = ['left', 'right', 'drawer'] as const;
type Shown = (typeof shown)[number];
const sized = ['leftWidth', 'rightWidth', 'drawerHeight'] as const;
type Sized = (typeof sized)[number];
const told = ['isRightSet', 'isDrawerSet', 'isDrawerLarge'] as const;
type Told = (typeof told)[number];

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * Checks of each field's values. They are written by hand, because a schema library would be a tenth of the first
 * screen's code.
 */
const fits: { readonly [K in keyof Remembered]-?: (value: unknown) => boolean } = {
  theme: (value) => value === 'light' || value === 'dark' || value === 'system',
  mode: (value) => value === 'canvas' || value === 'code' || value === 'both',
  panels: (value) =>
    isJsonObject(value) &&
    shown.every((name) => typeof value[name] === 'boolean') &&
    sized.every((name) => typeof value[name] === 'number') &&
    told.every((name) => value[name] === undefined || typeof value[name] === 'boolean'),
  lastWorkflow: (value) => typeof value === 'string',
  ownKeys: (value) => isJsonObject(value) && Object.values(value).every(isTexts),
  runsAt: (value) => isJsonObject(value) && isTexts([value['id'], value['name']]),
  map: (value) => value === 'by-itself' || value === 'on' || value === 'off',
  hasAllTypes: (value) => typeof value === 'boolean',
  outputViews: (value) => isJsonObject(value) && isTexts(Object.values(value)),
  toldDamages: isTexts,
  toldPlainHttp: (value) => typeof value === 'boolean',
};

/** `public/theme.js` reads the theme from here, before the first paint. */
const key = 'heddle.view';

/** The stored settings; empty if the browser stores nothing, or if the stored value is invalid. */
export function readRemembered(storage: Pick<Storage, 'getItem'> | undefined = findLocalStorage()): Remembered {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? '{}');
    if (!isJsonObject(kept)) return {};
    const parts = Object.entries(fits).filter(([name]) => Object.hasOwn(kept, name));
    if (!parts.every(([name, isFit]) => isFit(kept[name]))) return {};
    return Object.fromEntries(parts.map(([name]) => [name, kept[name]]));
  } catch {
    return {};
  }
}

/**
 * Stores further settings. A browser that stores nothing is not a failure: the screen then starts as on a first visit.
 */
export function writeRemembered(
  more: Remembered,
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined = findLocalStorage(),
): void {
  try {
    storage?.setItem(key, JSON.stringify({ ...readRemembered(storage), ...more }));
  } catch {
    // The settings are not stored, and nothing depends on that.
  }
}
