import { defaultLimits } from '@/plan/limits';
import type { Limits } from '@/workflow/tasks/common';

/** A limit that is a number, as it is shown. */
export interface LimitRow {
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
  /** Whether it may have a fraction. */
  readonly fraction?: boolean;
  /** What holds while nobody says otherwise. */
  readonly usual: number | string;
}

type Key = Exclude<keyof Limits, 'extensions'>;
type NumberKey = { [K in Key]-?: NonNullable<Limits[K]> extends number ? K : never }[Key];

/** Every limit that is a number: one without a row does not compile. */
export const limitRows: { readonly [K in NumberKey]-?: LimitRow } = {
  timeoutMs: { label: 'Time, ms', usual: defaultLimits.timeoutMs },
  maxTurns: { label: 'Turns', min: 1, usual: defaultLimits.maxTurns },
  maxOutputTokens: { label: 'Output tokens', min: 1, usual: defaultLimits.maxOutputTokens },
  maxTotalTokens: { label: 'Budget, tokens', usual: 'None' },
  maxTotalCostUsd: { label: 'Budget, $', fraction: true, usual: 'None' },
  maxContextWindowFraction: {
    label: 'Window share',
    max: 1,
    fraction: true,
    usual: defaultLimits.maxContextWindowFraction,
  },
  warningThreshold: { label: 'Warn at share', max: 1, fraction: true, usual: defaultLimits.warningThreshold },
  maxContextBytes: { label: 'Context, bytes', usual: defaultLimits.maxContextBytes },
  maxContextTasks: { label: 'Context, tasks', usual: 10 },
  maxStdoutBytes: { label: 'stdout, bytes', usual: 1_048_576 },
  maxStderrBytes: { label: 'stderr, bytes', usual: 262_144 },
  maxCombinedBytes: { label: 'Both, bytes', usual: 1_572_864 },
  externalStorageThreshold: { label: 'Apart over, bytes', usual: 1_048_576 },
  maxStoredBytes: { label: 'Stored, bytes', usual: 104_857_600 },
};

/** The names of {@link limitRows}, in their order. */
export const limitKeys = Object.keys(limitRows) as readonly NumberKey[];
export type LimitKey = NumberKey;
