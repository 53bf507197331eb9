import type { CallAnswers } from '@/engine/ports/call-answers';
import { CallBook, type RunCalls } from '@/host/call-book';
import { buildForkPoint } from '@/host/new-run';
import type { ForkedFrom } from '@/run/run-state';
import type { Execution } from '@/run/runner';
import type { RunJournal } from '@/storage/run-journal';
import type { RunStores } from '@/storage/stores';
import { CallsInFlight } from './calls-in-flight';
import { joinMeasured, type MeasuredTokens, readMeasuredTokens } from './measured-tokens';

/** Where runs of cases are written. */
export type CaseRuns = RunStores & Pick<RunJournal, 'locks'>;

/** The runs of cases that asked something, and what answers the calls of cases. */
export interface CaseStore {
  readonly runs: CaseRuns;
  /** The name under which the runs of a repeat (from 1) of a case are kept. */
  nameRuns(caseId: string, repeat: number): string;
  /** The last run of that name, to continue; undefined: there is none. */
  findLast(name: string): Promise<ForkedFrom | undefined>;
  /**
   * Opens the answers for a run of a repeat: those of all runs of cases here, then those of a person's own runs.
   * `onAnswer` is told which run of a case answered. With `isAsking`, what it lacks is asked: of equal calls of runs
   * that are under way at once one is asked, and the others wait for its answer.
   */
  openCalls(run: Execution, repeat: number, isAsking: boolean, onAnswer: (run: string) => void): RunCalls;
  /** What the calls of earlier runs used: of cases, and of a person's own. */
  measure(): Promise<MeasuredTokens>;
}

/** Events that are the answer of a call. */
const answerKinds: ReadonlySet<string> = new Set(['model.replied', 'vote.decided']);

/** More than a run has equal calls: each repeat of a case begins so many places after the one before it. */
const placesOfRepeat = 1_000_000;

interface CaseStoreOptions extends Pick<ConstructorParameters<typeof CallBook>[0], 'clock' | 'addressOf'> {
  /** The runs of the tests of a workflow, which are in no list of a person's own runs. */
  readonly runs: CaseRuns;
  /** A person's own runs. */
  readonly others: RunStores;
  /** Set where the host of those runs keeps their index. */
  readonly isIndexed?: true;
  /** What the names of the runs begin with: that of the workflow. */
  readonly owner: string;
}

/** Opens what is kept for the tests of a workflow, and reads what the indexes of calls lack. */
export async function openCaseStore({
  runs,
  others,
  isIndexed,
  owner,
  ...shared
}: CaseStoreOptions): Promise<CaseStore> {
  const openBook = (stores: RunStores) => new CallBook({ ...shared, stores, reuse: 'all' });
  const own = openBook(runs);
  const inFlight = new CallsInFlight();
  const foreign = openBook(others);
  const { signal } = new AbortController();
  for (const book of isIndexed ? [own] : [own, foreign]) await book.build(() => false, signal);
  // Read once if at all: many cases ask for theirs, and a store lists a name by looking at all of its runs.
  let newest: Promise<Map<string, string>> | undefined;
  return {
    runs: {
      ...runs,
      executions: {
        ...runs.executions,
        create: async (run) => {
          await runs.executions.create(run);
          (await newest)?.set(run.workflowId, run.id);
        },
      },
    },
    nameRuns: (caseId, repeat) => `${owner}/${caseId}@${repeat}`,
    findLast: async (name) => {
      newest ??= readNewest(runs);
      const id = (await newest).get(name);
      const run = id === undefined ? undefined : await runs.executions.get(id);
      return run && buildForkPoint(run);
    },
    measure: async () =>
      joinMeasured(
        await readMeasuredTokens(runs, (name) => name.startsWith(`${owner}/`)),
        await readMeasuredTokens(others, (name) => name === owner),
      ),
    openCalls: (run, repeat, isAsking, onAnswer) => {
      const calls = own.open(run);
      const { answers } = calls;
      const { answers: foreignAnswers } = foreign.open(run);
      const flight = inFlight.open();
      const findKept: CallAnswers['find'] = async (call, place, path) => {
        const found = await answers.find(call, place, path);
        if (found === undefined) return foreignAnswers.find(call, place, path);
        onAnswer(found.executionId);
        return found;
      };
      return {
        ...calls,
        follow: (events) => {
          calls.follow(events);
          for (const { kind, path } of events) if (answerKinds.has(kind)) flight.land(path);
        },
        close: async () => {
          flight.close();
          await calls.close();
        },
        answers: {
          ...answers,
          takePlace: (request) => {
            const place = answers.takePlace(request);
            return { sample: place.sample + (repeat - 1) * placesOfRepeat, leave: () => place.leave() };
          },
          find: async (call, place, path) => {
            for (;;) {
              const found = await findKept(call, place, path);
              if (found !== undefined || !isAsking) return found;
              const key = `${call.kind} ${answers.hashOf(call) ?? call.request} ${place.sample}`;
              const other = flight.start(key, path);
              if (other === undefined) return undefined;
              await other;
            }
          },
        },
      };
    },
  };
}

/** The newest run of each name. */
async function readNewest({ executions }: CaseRuns): Promise<Map<string, string>> {
  const newest = new Map<string, string>();
  for await (const heads of executions.heads())
    for (const { id, workflowId } of heads) if (!newest.has(workflowId)) newest.set(workflowId, id);
  return newest;
}

/** How many runs of a repeat of a case are kept, besides those that answer what is kept. */
const keptRuns = 10;

/**
 * Removes runs of cases that are neither among the newest of their name nor in use; resolves to how many. `readUsed`
 * gives the runs in use, and is asked only if some would go.
 */
export async function cleanCaseRuns(
  { executions, locks }: CaseRuns,
  readUsed: () => Promise<ReadonlySet<string>> = async () => new Set(),
): Promise<number> {
  const counts = new Map<string, number>();
  const old: string[] = [];
  for await (const heads of executions.heads()) {
    for (const { id, workflowId } of heads) {
      const count = (counts.get(workflowId) ?? 0) + 1;
      counts.set(workflowId, count);
      if (count > keptRuns) old.push(id);
    }
  }
  if (old.length === 0) return 0;
  const used = await readUsed();
  let removed = 0;
  for (const id of old.filter((one) => !used.has(one))) {
    const hold = await locks.hold(id);
    if (!hold.ok) continue;
    try {
      await executions.remove(id);
      removed += 1;
    } finally {
      hold.value.release();
    }
  }
  return removed;
}
