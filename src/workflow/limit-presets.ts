import { isSameInOrder } from '@/base/json';
import type { DocumentSettings } from './document';
import type { ContextSettings, Limits } from './tasks/common';

/** Limits that belong together (“Configuration Examples” of seed 000). Sizes are bytes. */
export type PresetName = 'default' | 'conservative' | 'generous' | 'dependency-focused';

interface Preset {
  readonly limits: Limits;
  readonly context?: ContextSettings;
}

const presets: { readonly [K in PresetName]: Preset } = {
  default: { limits: {} },
  conservative: {
    limits: {
      maxStdoutBytes: 102_400,
      maxStderrBytes: 51_200,
      maxContextBytes: 51_200,
      maxContextTasks: 5,
      truncationStrategy: 'summary',
      cleanupStrategy: { type: 'lru', keepCount: 10 },
    },
  },
  generous: {
    limits: {
      maxStdoutBytes: 10_485_760,
      maxStderrBytes: 2_097_152,
      // The seed does not give it; with the default, both together would be cut at 1.5 MB.
      maxCombinedBytes: 12_582_912,
      maxContextBytes: 1_048_576,
      maxContextTasks: 50,
      externalStorageThreshold: 5_242_880,
      truncationStrategy: 'both',
    },
  },
  'dependency-focused': {
    limits: { maxContextBytes: 204_800, cleanupStrategy: { type: 'direct_dependencies' } },
    // Its mode is the default, so a mode that the document has stays.
    context: { minRelevance: 0.8 },
  },
};

/** The names, the default first. */
export const presetNames = Object.keys(presets) as readonly PresetName[];

/** The fields that presets set. A preset without one of them means its default. */
const limitFields = new Set(Object.values(presets).flatMap(({ limits }) => Object.keys(limits)));
const contextFields = new Set(Object.values(presets).flatMap(({ context = {} }) => Object.keys(context)));

/** The preset that the settings equal; undefined if none. */
export function findPreset({
  limits = {},
  context = {},
}: Pick<DocumentSettings, 'limits' | 'context'>): PresetName | undefined {
  return presetNames.find((name) => {
    const preset = presets[name];
    return (
      isMatchingPreset(limits, preset.limits, limitFields) &&
      isMatchingPreset(context, preset.context ?? {}, contextFields)
    );
  });
}

/**
 * The settings with a preset replacing all fields that presets set; other fields stay. Fields that become empty are
 * undefined.
 */
export function applyPreset(
  { limits = {}, context = {} }: Pick<DocumentSettings, 'limits' | 'context'>,
  name: PresetName,
): { readonly limits: Limits | undefined; readonly context: ContextSettings | undefined } {
  const preset = presets[name];
  return {
    limits: keepIfFilled({ ...removeFields(limits, limitFields), ...preset.limits }),
    context: keepIfFilled({ ...removeFields(context, contextFields), ...preset.context }),
  };
}

function isMatchingPreset(own: object, preset: object, fields: ReadonlySet<string>): boolean {
  const said = Object.entries(own).filter(([field]) => fields.has(field));
  const wanted = new Map<string, unknown>(Object.entries(preset));
  return (
    said.length === wanted.size && said.every(([field, value]) => isSameInOrder(writePlainly(value), wanted.get(field)))
  );
}

/** A strategy without other fields may also be written as its name only. */
function writePlainly(value: unknown): unknown {
  return value === 'direct_dependencies' ? { type: value } : value;
}

function removeFields<T extends object>(value: T, fields: ReadonlySet<string>): T {
  return Object.fromEntries(Object.entries(value).filter(([field]) => !fields.has(field))) as T;
}

function keepIfFilled<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}
