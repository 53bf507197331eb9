import { formatInstance } from '@/run/instance-label';
import type { JournalPath } from '@/run/journal-path';
import { parsePathSteps } from '@/run/journal-path';
import type { CallRecord } from '@/run/run-state';

/**
 * A call among the calls of its task, in short: `round 3`, `item 2, turn 2`. A first turn or attempt is not mentioned.
 * Empty for the only call.
 */
export function formatShortCall(path: JournalPath): string {
  const words = formatInstance(path).split(' · ');
  return words.filter((word) => word !== '' && word !== 'turn 1').join(', ');
}

/** The same in full, with attempt and turn: `round 3, attempt 1, turn 1`. */
export function callLabel(path: JournalPath): string {
  const words = formatShortCall(path)
    .split(', ')
    .filter((word) => word !== '' && !/^(attempt|turn) /.test(word));
  const steps = parsePathSteps(path);
  const last = (kind: string) => steps.findLast((step) => step.kind === kind)?.name;
  const [attempt, turn] = [last('attempt'), last('turn')];
  if (attempt !== undefined) words.push(`attempt ${attempt}`);
  if (turn !== undefined) words.push(`turn ${turn}`);
  return words.join(', ');
}

/** The share of the usable window from which a call counts as near its limit. */
const nearLimit = 0.8;

/**
 * How full the context window of a call is. `fill`: share of the whole window, 0 to 1; undefined if its size is not
 * known.
 */
export interface CallFill {
  readonly sent: number;
  readonly fill: number | undefined;
  readonly tone: 'plain' | 'near' | 'over';
  /** In words. */
  readonly said: string;
}

/** The fill level of a call's window; undefined if the run does not have it. */
export function computeFill({ window }: Pick<CallRecord, 'window'>): CallFill | undefined {
  if (window === undefined) return undefined;
  const { size, usable, sent } = window;
  const tokensText = `${sent.toLocaleString('en')} tokens sent`;
  if (size === null || size === 0 || usable === null) {
    return { sent, fill: undefined, tone: 'plain', said: `${tokensText}, window not known` };
  }
  const tone = sent > usable ? 'over' : sent >= usable * nearLimit ? 'near' : 'plain';
  const share = `${tokensText} of ${size.toLocaleString('en')}, ${Math.round((sent / size) * 100)} %`;
  const warning = { plain: '', near: ', near the limit', over: ', over the limit' }[tone];
  return { sent, fill: sent / size, tone, said: share + warning };
}
