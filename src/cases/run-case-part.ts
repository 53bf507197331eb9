import { defined } from '@/base/defined';
import type { EngineDeps } from '@/engine/deps';
import type { Recording } from '@/engine/log/recording';
import type { ToolClient } from '@/engine/ports/tool-client';
import { runPlan } from '@/engine/run-plan';
import { createScratchFiles } from '@/host/dry-run/scratch-files';
import { createRunRecord } from '@/host/new-run';
import type { Plan } from '@/plan/plan';
import type { RunEvent } from '@/run/events';
import type { ForkedFrom } from '@/run/run-state';
import type { Execution } from '@/run/runner';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { CaseRuns } from './case-store';
import type { CaseWorld, EndedSample } from './case-world';
import { type RunEvidence, readRunEvidence } from './run-evidence';

/** A run that a case needs: that of the workflow, or that of its judge. */
export interface CasePart extends Pick<EngineDeps, 'models' | 'scripts' | 'tools' | 'person' | 'answerTool'> {
  readonly plan: Plan;
  /** The name under which it is kept. */
  readonly name: string;
  readonly repeat: number;
  /** Whether it is kept, and answers later runs. */
  readonly isKept: boolean;
  /** Where it is stored to be looked at if it is not kept; left out: nowhere. */
  readonly storedIn?: CaseRuns | undefined;
  readonly signal: AbortSignal;
  readonly forkedFrom?: ForkedFrom | undefined;
  readonly openRecording?: (execution: Execution) => Promise<Recording | undefined>;
}

/** A run that a case needed, at its end. */
export interface RanPart {
  readonly runId: string;
  readonly journal: EndedSample['journal'];
  readonly events: readonly RunEvent[];
  readonly evidence: RunEvidence;
  /** Why it came to no end; undefined: it did. */
  readonly failure: string | undefined;
  /** Runs of cases that answered its calls. */
  readonly answeredBy: ReadonlySet<string>;
}

/** Runs a part of a case to its end. */
export async function runCasePart(
  { plan, name, repeat, isKept, storedIn, signal, forkedFrom, openRecording, ...reached }: CasePart,
  world: CaseWorld,
): Promise<RanPart> {
  const { store, clock } = world;
  const runId = world.newRunId(clock.now());
  const execution = createRunRecord({ id: runId, workflowId: name, plan, now: clock.now(), forkedFrom });
  const journal = isKept ? store.runs : (storedIn ?? createRunJournal());
  await journal.executions.create(execution);
  const hold = await journal.locks.hold(runId);
  const answeredBy = new Set<string>();
  const calls = store.openCalls(execution, repeat, isKept, (run) => answeredBy.add(run));
  const recording = await openRecording?.(execution);
  let failure: string | undefined;
  try {
    await runPlan({
      executionId: runId,
      workflowId: name,
      plan,
      deps: {
        ...reached,
        events: journal.events,
        blobs: journal.blobs,
        checkpoints: journal.checkpoints,
        answers: calls.answers,
        files: createScratchFiles(world.files),
        secretOf: world.secretOf,
        clock,
        random: Math.random,
        catalogue: world.catalogue,
        tokens: world.tokens,
      },
      signal,
      onEvents: (events) => {
        if (isKept) calls.follow(events);
      },
      onDelta: () => {},
      ...defined({ recording, forkedFrom }),
    });
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  // What is not in the index yet is found in the log later.
  if (isKept) await calls.close().catch(() => undefined);
  const events = await journal.events.read(runId);
  const evidence = await readRunEvidence(plan, events, async (ref) => journal.blobs.get(runId, ref));
  if (hold.ok) hold.value.release();
  return { runId, journal, events, evidence, failure, answeredBy };
}

/** Tools that are all closed: each is told to `refuse`, which gives the error. */
export function createClosedTools(refuse: (what: string) => Error): ToolClient {
  const close = (what: string) => Promise.reject(refuse(what));
  return {
    http: ({ url }) => close(`A request would go to ${new URL(url).origin}`),
    mcpTools: async () => ({ tools: [], problems: [] }),
    mcpCall: (_server, tool) => close(`The tool ${tool} would be called`),
    mcpResources: async () => ({ resources: [], templates: [], problems: [] }),
    mcpRead: () => close('A resource would be read'),
    close: async () => {},
  };
}
