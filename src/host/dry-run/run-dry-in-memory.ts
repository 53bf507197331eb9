import { AppError } from '@/base/errors';
import type { EngineDeps } from '@/engine/deps';
import type { Files } from '@/engine/ports/files';
import { type Checked, planRun } from '@/plan/make-plan';
import type { RunEvent } from '@/run/events';
import type { RunJournal } from '@/storage/run-journal';
import type { WorkflowDocument } from '@/workflow/document';
import { overrideModel } from '@/workflow/override-document';
import { loadEngine } from '../evaluate-run';
import { createRunRecord } from '../new-run';
import { makeUpInputs } from './made-up-inputs';

/** How a dry run went: how many tasks at the top ended in which way, and what went wrong. */
export interface DryRunCounts {
  readonly ran: number;
  readonly skipped: number;
  readonly failed: number;
  readonly problems: readonly string[];
}

/** What a dry run needs from outside. Its models are simulated ones, its journal is empty and in memory. */
type DryWorld = Pick<EngineDeps, 'models' | 'catalogue' | 'tokens' | 'clock'> & { readonly journal: RunJournal };

/**
 * The most that a dry run may take: the workflow may come from anybody. Times in ms. `paths`: letters of the paths of
 * its events, which are long where functions call one another without end.
 */
const dryLimits = { time: 10_000, events: 20_000, paths: 4_000_000, problems: 20 } as const;

/**
 * Runs a workflow on the simulated model, in memory and within bounds: nothing is sent, asked or kept. Rejects if code
 * or tables cannot be loaded. `signal` ends it early, `time` after so many ms if that is less than usual.
 */
export async function runDryInMemory(
  { document, ...checked }: Checked & { readonly document: WorkflowDocument },
  { models, catalogue, tokens, clock, journal }: DryWorld,
  { signal = new AbortController().signal, time = dryLimits.time }: DryRunOptions = {},
): Promise<DryRunCounts> {
  const simulated = overrideModel(makeUpInputs(leaveOutFiles(document)), 'sim:fast');
  const world = { known: [], catalogue, files: async () => [] };
  const planned = await planRun({ ...checked, document: simulated }, world);
  if (!planned.ok) {
    const errors = planned.error.filter(({ severity }) => severity === 'error');
    return {
      ran: 0,
      skipped: 0,
      failed: 0,
      problems: errors.slice(0, dryLimits.problems).map(({ message }) => message),
    };
  }
  const { addSimulatedAnswers, createDryEffects, runPlan, simulatedTools } = await loadEngine();
  const plan = { ...planned.value.plan, isDry: true as const };
  const execution = createRunRecord({ id: 'dry', workflowId: 'dry', plan, now: clock.now() });
  await journal.executions.create(execution);
  const ends = new TopEnds();
  const bound = new AbortController();
  const stop = (why: string) => {
    if (bound.signal.aborted) return;
    ends.problems.push(`It was stopped${why}.`);
    bound.abort();
  };
  const most = Math.min(time, dryLimits.time);
  const stopLate = () => stop(` after ${Math.ceil(most / 100) / 10} s`);
  const over = new AbortController();
  clock.sleep(most, over.signal).then(stopLate, () => undefined);
  const begun = clock.now();
  let events = 0;
  let paths = 0;
  try {
    await runPlan({
      executionId: execution.id,
      workflowId: execution.workflowId,
      plan,
      deps: {
        ...{ models, catalogue, tokens, clock, tools: simulatedTools, random: Math.random },
        events: journal.events,
        blobs: journal.blobs,
        checkpoints: journal.checkpoints,
        ...createDryEffects(plan, { files: noFiles }),
        person: addSimulatedAnswers({
          ask: () =>
            Promise.reject(new AppError('TASK_FAILURE', 'It asks a person.', { details: { reason: 'no_person' } })),
        }),
        secretOf: (name) => `secret-${name}-of-a-dry-run`,
      },
      signal: AbortSignal.any([signal, bound.signal]),
      onEvents: (batch) => {
        events += batch.length;
        for (const event of batch) {
          ends.follow(event);
          paths += event.path.length;
        }
        // What only simulated tools answer leaves a timer no turn.
        if (clock.now() - begun > most) stopLate();
        if (events > dryLimits.events) stop(` after ${dryLimits.events.toLocaleString('en')} events`);
        if (paths > dryLimits.paths) stop(': its functions call one another without end');
      },
      onDelta: () => {},
    });
  } finally {
    over.abort();
  }
  return ends.counts();
}

interface DryRunOptions {
  readonly signal?: AbortSignal;
  readonly time?: number;
}

/** Counts how the tasks at the top of a workflow end. */
class TopEnds {
  readonly problems: string[] = [];
  readonly #ends = { 'task.completed': 0, 'task.skipped': 0, 'task.failed': 0 };

  follow({ kind, path, error }: RunEvent): void {
    if (kind !== 'task.completed' && kind !== 'task.skipped' && kind !== 'task.failed') return;
    const [, id] = /^task\/([^/]+)$/.exec(path) ?? [];
    if (id === undefined) return;
    this.#ends[kind] += 1;
    if (kind === 'task.failed') this.problems.push(`${id}: ${error?.message ?? 'It failed.'}`);
  }

  counts(): DryRunCounts {
    const { 'task.completed': ran, 'task.skipped': skipped, 'task.failed': failed } = this.#ends;
    return { ran, skipped, failed, problems: this.problems.slice(0, dryLimits.problems) };
  }
}

/** A dry run makes up what it is given, but no file. */
function leaveOutFiles(document: WorkflowDocument): WorkflowDocument {
  if (document.inputs === undefined) return document;
  const inputs = Object.entries(document.inputs).map(([name, input]) => {
    const { required: _needed, ...optional } = input;
    if (input.type !== 'file') return [name, input] as const;
    return [name, input.multiple === true ? { default: [], ...optional } : optional] as const;
  });
  return { ...document, inputs: Object.fromEntries(inputs) };
}

/** A dry run finds no file. */
const noFiles: Pick<Files, 'list' | 'read'> = { list: async () => [], read: async () => undefined };
