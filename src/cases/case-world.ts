import type { EngineDeps } from '@/engine/deps';
import type { Files } from '@/engine/ports/files';
import type { Clock } from '@/engine/ports/machine';
import type { ModelClient } from '@/engine/ports/model-client';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { ToolClient } from '@/engine/ports/tool-client';
import type { RunJournal } from '@/storage/run-journal';
import type { CaseStore } from './case-store';
import type { LiveAct } from './live-acts';

/** What runs of cases share. */
export interface CaseWorld {
  readonly clock: Clock;
  /** A new id for a run that began at a time, in ms since 1970. */
  readonly newRunId: (now: number) => string;
  readonly catalogue: EngineDeps['catalogue'];
  readonly tokens: EngineDeps['tokens'];
  /** Bounds of the same counts, which need no table. */
  readonly tokenBounds: EngineDeps['tokens'];
  readonly models: ModelClient;
  /** The files of the workflow, without those that tests name. */
  readonly files: Files;
  /** Scripts and tools of this machine, each only if it is allowed at all; undefined: not. */
  readonly scripts: ScriptRunner | undefined;
  readonly openTools: (() => ToolClient) | undefined;
  /** Whether a person allowed just this; left out: all that the two above do. */
  readonly isAllowed?: (act: LiveAct) => boolean;
  /** Sandbox of expectations in JavaScript. */
  readonly sandbox: ScriptRunner | undefined;
  readonly secretOf: EngineDeps['secretOf'];
  /** The runs of cases, and what answers their calls. */
  readonly store: CaseStore;
  /** Hears how each repeat of a case ended, with its run, which nobody may keep. */
  readonly hearSample?: (sample: EndedSample) => void;
}

/** A repeat of a case that ended, and where its run is. */
export interface EndedSample {
  readonly caseId: string;
  readonly repeat: number;
  readonly isPassed: boolean;
  readonly runId: string;
  readonly journal: Pick<RunJournal, 'executions' | 'events' | 'blobs'>;
}
