import { defaultLimits } from '@/plan/limits';
import { mostUnwritten } from '@/plan/output-cap';
import type { Limits } from '@/workflow/tasks/common';

/** A numeric limit, as it is shown. */
export interface LimitRow {
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
  /** Whether it may have a fraction. */
  readonly fraction?: boolean;
  /** The value that applies while none is set. */
  readonly usual: number | string;
  /** A few words more about {@link usual}. */
  readonly hint?: string;
}

type Key = Exclude<keyof Limits, 'extensions'>;
type NumberKey = { [K in Key]-?: NonNullable<Limits[K]> extends number ? K : never }[Key];

/** Every numeric limit. A limit without a row is a compile error. */
export const limitRows: { readonly [K in NumberKey]-?: LimitRow } = {
  timeoutMs: { label: 'Time, ms', usual: defaultLimits.timeoutMs },
  maxTurns: { label: 'Turns', min: 1, usual: defaultLimits.maxTurns },
  maxOutputTokens: {
    label: 'Output tokens',
    min: 1,
    usual: 'The model’s own',
    hint: `Left empty: at most ${mostUnwritten.toLocaleString('en-US')}`,
  },
  maxTotalTokens: { label: 'Budget, tokens', usual: 'None' },
  maxTotalCostUsd: { label: 'Budget, $', fraction: true, usual: 'None' },
  maxContextWindowFraction: {
    label: 'Of the window',
    max: 1,
    fraction: true,
    usual: defaultLimits.maxContextWindowFraction,
  },
  warningThreshold: { label: 'Warn from', max: 1, fraction: true, usual: defaultLimits.warningThreshold },
  maxContextBytes: { label: 'Bytes', usual: defaultLimits.maxContextBytes },
  maxContextTasks: { label: 'Outputs', usual: defaultLimits.maxContextTasks },
  maxStdoutBytes: { label: 'stdout, bytes', usual: defaultLimits.maxStdoutBytes },
  maxStderrBytes: { label: 'stderr, bytes', usual: defaultLimits.maxStderrBytes },
  maxCombinedBytes: { label: 'Both, bytes', usual: defaultLimits.maxCombinedBytes },
  externalStorageThreshold: { label: 'From, bytes', usual: defaultLimits.externalStorageThreshold },
  maxStoredBytes: { label: 'Most, bytes', usual: defaultLimits.maxStoredBytes },
};

/** The keys of {@link limitRows}, in their order. */
export const limitKeys = Object.keys(limitRows) as readonly NumberKey[];
export type LimitKey = NumberKey;
