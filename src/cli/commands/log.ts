import { defined, omitEmpty } from '@/base/defined';
import { findClosest } from '@/base/did-you-mean';
import { err, ok, type Result } from '@/base/result';
import type { EventFilter, EventPage, EventStatus } from '@/run/event-query';
import { type RunEvent, type RunEventKind, runEventSchema } from '@/run/events';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { printEvents } from '../print-events';
import { formatJournalCommand } from '../run/next-command';
import type { StoreFlags } from '../run/store-place';
import { findStatusNow } from '../runs/list-runs';
import { formatLogLines } from '../runs/log-line';
import { type OpenRun, performOnRun } from '../runs/open-run';

interface LogFlags extends StoreFlags {
  readonly kind?: readonly string[] | undefined;
  readonly task?: string | undefined;
  readonly status?: string | undefined;
  readonly pipeline?: string | undefined;
  readonly event?: string | undefined;
  readonly text?: string | undefined;
  readonly from?: string | undefined;
  readonly last?: string | undefined;
  readonly reverse?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Events read and printed at once. */
const pageSize = 1000;

const allKinds: readonly RunEventKind[] = runEventSchema.options.map(({ shape }) => shape.kind.value);
const statuses: readonly EventStatus[] = ['ok', 'failed', 'waiting', 'skipped'];

/** Prints the log of a run, or a selection of it, in either direction. */
export async function printRunLog(args: readonly string[], wishes: LogFlags, io: Io): Promise<ExitCode> {
  const filter = parseFilter(wishes);
  if (!filter.ok) return printRefusal(io, filter.error);
  const { from, last, reverse = false } = wishes;
  for (const [name, value] of Object.entries({ from, last })) {
    if (value !== undefined && !/^[1-9]\d{0,14}$/.test(value))
      return printRefusal(io, `--${name} ${value}: a number from 1 is expected.`);
  }
  if (from !== undefined && last !== undefined)
    return printRefusal(io, 'From an event (--from), or the last ones (--last)?');
  const printPage = (events: readonly RunEvent[]) => {
    if (wishes.json === true) printEvents(io.out, events);
    else io.out.write(events.flatMap((event) => formatLogLines(event, io.out).map((line) => `${line}\n`)).join(''));
  };
  const printWanted = async (run: OpenRun): Promise<void> => {
    if (last !== undefined) {
      const newest: RunEvent[] = [];
      for await (const page of readLogPages(run, filter.value, 'backward', undefined, Number(last)))
        newest.push(...page);
      printPage(reverse ? newest : newest.reverse());
      return;
    }
    const direction = reverse ? 'backward' : 'forward';
    const gaps = Object.keys(filter.value).length === 0 ? createGapTeller(io, direction) : undefined;
    for await (const page of readLogPages(
      run,
      filter.value,
      direction,
      from === undefined ? undefined : Number(from),
    )) {
      gaps?.(page);
      printPage(page);
      await io.out.taken();
    }
  };
  return performOnRun(io, args, wishes, async (run) => {
    await printWanted(run);
    if ((await findStatusNow(run.journal, run.execution)) === 'interrupted') tellInterrupted(io, run);
    return exitCodes.fine;
  });
}

/** The log itself cannot say that its process died. */
function tellInterrupted(io: Io, { execution: { id, lastSeq }, place }: OpenRun): void {
  const resume = formatJournalCommand(['run', '--resume', id], place);
  io.err.write(
    `Run ${id} was interrupted after event ${lastSeq}: its process has died. Resume it with: ${resume}\n` +
      `Or remove it with: ${formatJournalCommand(['remove', id], place)}\n`,
  );
}

/**
 * Reports events that were skipped because they are damaged. It finds them by gaps in the numbers, which have none
 * otherwise.
 */
function createGapTeller(io: Io, direction: 'forward' | 'backward'): (page: readonly RunEvent[]) => void {
  const step = direction === 'forward' ? 1 : -1;
  let last: number | undefined;
  return (page) => {
    for (const { seq } of page) {
      const first = last === undefined ? seq : last + step;
      if (first !== seq) {
        const to = seq - step;
        io.err.write(
          `heddle: Damaged, and left out: ${first === to ? `event ${first}` : `events ${first} to ${to}`}.\n`,
        );
      }
      last = seq;
    }
  };
}

/** The matches, page by page, from an event on (default: the first or the last), at most this many. */
async function* readLogPages(
  { journal, execution }: OpenRun,
  filter: EventFilter,
  direction: 'forward' | 'backward',
  start: number | undefined,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly RunEvent[]> {
  let left = most;
  let from: number | null = start ?? (direction === 'forward' ? 1 : execution.lastSeq);
  while (from !== null && from > 0 && left > 0) {
    const query = { filter, from, direction, limit: Math.min(left, pageSize) } as const;
    const page: EventPage = await journal.events.find(execution.id, query);
    if (page.events.length > 0) yield page.events;
    left -= page.events.length;
    from = page.next;
  }
}

function parseFilter({ kind = [], task, status, pipeline, event, text }: LogFlags): Result<EventFilter, string> {
  const kinds: RunEventKind[] = [];
  for (const asked of kind) {
    const meant = allKinds.filter((one) => one === asked || one.startsWith(`${asked}.`));
    if (meant.length === 0) return err(`--kind ${asked}: ${guessKind(asked)}`);
    kinds.push(...meant);
  }
  if (event !== undefined && !/^[0-9a-f]{1,8}$/i.test(event)) {
    return err(`--event ${event}: the id of an event is expected, or its start (up to 8 characters of 0-9 and a-f).`);
  }
  const wanted = statuses.find((one) => one === status);
  if (status !== undefined && wanted === undefined) return err(`--status ${status}: one of ${statuses.join(', ')}.`);
  return ok(defined({ kinds: omitEmpty(kinds), taskPath: task, status: wanted, pipeline, id: event, text }));
}

function guessKind(asked: string): string {
  const guess = findClosest(asked, allKinds);
  return guess === undefined
    ? `no such kind of event. A family works too, such as task or model; the kinds are ${allKinds.join(', ')}.`
    : `no such kind of event. Did you mean ${guess}?`;
}
