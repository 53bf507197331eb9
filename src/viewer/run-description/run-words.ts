import type { RunStatus } from '@/run/run-state';
import type { Execution } from '@/run/runner';
import type { ChipTone } from '@/ui/display/chip';
import type { RingStatus } from '@/ui/display/status-ring';

/** How a status of a run is drawn and said. */
export const runStatusWords: {
  readonly [K in RunStatus]: { readonly ring: RingStatus; readonly word: string };
} = {
  running: { ring: 'running', word: 'Running' },
  waiting: { ring: 'paused', word: 'Waits for you' },
  completed: { ring: 'ok', word: 'Done' },
  failed: { ring: 'failed', word: 'Failed' },
  cancelled: { ring: 'skipped', word: 'Cancelled' },
};

type ArtifactStatus = NonNullable<Execution['artifact']>['status'];

/** How the status of an artifact is drawn and said. */
export const artifactWords: { readonly [K in ArtifactStatus]: { readonly tone: ChipTone; readonly word: string } } = {
  draft: { tone: 'paused', word: 'Draft' },
  complete: { tone: 'ok', word: 'Complete' },
  failed: { tone: 'failed', word: 'Failed' },
};
