import type { PlannedLimits } from '@/plan/plan';
import type { RunContext } from '../attempt';
import type { BlobWriter } from '../ports/blob-store';

/** The limits for what is kept and shown of an output. */
export type CaptureLimits = Pick<
  PlannedLimits,
  | 'maxStdoutBytes'
  | 'maxStderrBytes'
  | 'maxCombinedBytes'
  | 'truncationStrategy'
  | 'externalStorageThreshold'
  | 'externalStorageDir'
  | 'compressExternal'
  | 'maxStoredBytes'
>;

/** Starts to store a whole output. */
export function openWhole(
  { deps, executionId }: Pick<RunContext, 'deps' | 'executionId'>,
  { maxStoredBytes, compressExternal }: CaptureLimits,
): BlobWriter {
  return deps.blobs.open(executionId, { maxBytes: maxStoredBytes, compress: compressExternal });
}
