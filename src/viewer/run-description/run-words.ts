import type { ListedStatus } from '@/run/listed-status';
import type { Execution } from '@/run/runner';
import type { ChipTone } from '@/ui/display/chip';
import type { RingStatus } from '@/ui/display/status-ring';

/** The ring and the word of each status of a run. */
export const runStatusWords: {
  readonly [K in ListedStatus]: { readonly ring: RingStatus; readonly word: string };
} = {
  running: { ring: 'running', word: 'Running' },
  moving: { ring: 'running', word: 'Moves to another machine' },
  interrupted: { ring: 'paused', word: 'Interrupted' },
  waiting: { ring: 'paused', word: 'Waits for you' },
  completed: { ring: 'ok', word: 'Done' },
  failed: { ring: 'failed', word: 'Failed' },
  cancelled: { ring: 'skipped', word: 'Cancelled' },
};

type ArtifactStatus = NonNullable<Execution['artifact']>['status'];

/** The tone and the word of each status of an artifact. */
export const artifactWords: { readonly [K in ArtifactStatus]: { readonly tone: ChipTone; readonly word: string } } = {
  draft: { tone: 'paused', word: 'Draft' },
  complete: { tone: 'ok', word: 'Complete' },
  failed: { tone: 'failed', word: 'Failed' },
};
