import { hasReason } from '@/base/errors';
import { cutToStart } from '@/base/start-of';
import { eventTextLimits } from '@/run/event-data';
import type { EventOf } from '@/run/events';
import type { Attempt } from '../attempt';
import { computeElapsedMs } from '../effects/elapsed';
import { performWithTimeout } from '../effects/with-timeout';
import { tellFollowers } from '../log/tell';
import type { Question } from '../ports/person';

type AskedQuestion = Extract<Question, { kind: 'input' | 'approval' | 'breakpoint' }>;

interface Asking {
  readonly question: AskedQuestion;
  /** Hash of all that the answer depends on. */
  readonly inputHash: string;
  /** What the log says of the question besides its text and kind. */
  readonly data?: Partial<EventOf<'input.requested'>['data']>;
  /** Most ms to wait for the answer; 0: no limit. */
  readonly waitMs: number;
}

/**
 * Asks the person who watches the run, through the journal: an answer that was given is never asked for again. The wait
 * takes no slot and does not count against `timeout_ms`. Undefined: nobody answered in time.
 */
export async function askPerson(
  { question, inputHash, data, waitMs }: Asking,
  { run, signal }: Pick<Attempt, 'run' | 'signal'>,
): Promise<string | undefined> {
  const { clock, person } = run.deps;
  const { kind, path, text } = question;
  const short = cutToStart(text, eventTextLimits.task);
  const ref = short.length === text.length ? {} : { ref: await run.journal.store(text) };
  tellFollowers(run, {
    kind: 'input.requested',
    path,
    task: short,
    full_result_len: text.length,
    ...ref,
    data: { kind, ...data },
  });

  const askAndWait = (waiting: AbortSignal) => person.ask(run.executionId, question, waiting);
  const { text: answer, data: provided } = await run.journal.step(
    { kind: 'input.provided', key: path, inputHash },
    async () => {
      const start = clock.now();
      const given = await performWithTimeout(clock, waitMs, signal, askAndWait).catch((error: unknown) => {
        if (hasReason(error, 'timeout')) return undefined;
        throw error;
      });
      const missed = given === undefined ? { missed: true as const } : {};
      return { text: given ?? '', data: { kind, ...missed, durationMs: computeElapsedMs(clock, start) } };
    },
  );
  return provided.missed ? undefined : answer;
}
