import { formatClock, formatCost, formatTokens } from '@/base/figures';
import { formatProgress } from '@/run/progress-words';
import type { RunState } from '@/run/run-state';
import type { WaitingCalls } from '@/run/runner';
import { formatWaiting } from '@/run/waiting-text';
import type { Output } from '../io';
import { formatPlainLine } from '../plain-line';
import { buildEventLine, type EventLine, formatInstanceName } from './event-line';
import type { Follower } from './follower';
import { paintLine } from './line-follower';
import { createRunProgress, type RunProgress } from './run-progress';

/** The most tasks shown at once: those that started last, because containers start before their parts. */
const shownTasks = 8;

/** The shortest time between two updates of the view, in ms. Its clocks advance by the second. */
const interval = 100;

/**
 * Shows the active tasks and the sums in a few lines of a terminal, which it redraws in place. Messages that a person
 * should not miss stay above them. `before`: the state that earlier processes left; `now`: ms since 1970.
 */
export function createLiveFollower(output: Output, before: RunState, now: () => number = Date.now): Follower {
  const progress = createRunProgress(before);
  let waiting: readonly WaitingCalls[] = [];
  let drawn = 0;
  let shown = '';
  let suspended = false;

  const erase = () => (drawn === 0 ? '' : `\u001b[${drawn}A\u001b[J`);
  const draw = (above = '') => {
    if (suspended) return output.write(above);
    const lines = buildView(progress, waiting, now(), output.columns || 80);
    const next = lines.map((line) => `${line}\n`).join('');
    if (above === '' && next === shown) return;
    output.write(`${erase()}${above}${next}`);
    drawn = lines.length;
    shown = next;
  };
  const clear = () => {
    if (drawn > 0) output.write(erase());
    drawn = 0;
    shown = '';
  };
  const printLine = (line: EventLine) => draw(`${paintLine(line, output.coloured)}\n`);
  const timer = setInterval(draw, interval);

  return {
    events: (batch) => {
      for (const event of batch) {
        const since = progress.running.get(event.path)?.since;
        progress.take(event);
        const line = buildEventLine(event, since);
        if (line !== undefined && line.tone !== 'plain') printLine(line);
      }
    },
    waits: (waits) => {
      waiting = waits;
    },
    say: (text) => printLine({ text, tone: 'note' }),
    suspend: () => {
      clear();
      suspended = true;
      return () => {
        suspended = false;
      };
    },
    end: () => {
      clearInterval(timer);
      clear();
      suspended = true;
    },
  };
}

/** The current lines. None is wider than the terminal, because such lines could not be erased. */
function buildView(progress: RunProgress, waiting: readonly WaitingCalls[], now: number, columns: number): string[] {
  const running = [...progress.running.values()];
  const tasks = running.slice(-shownTasks).map(({ path, since, retrying, steps }) => {
    const far = retrying ? ' (waits to try again)' : steps === undefined ? '' : `  ${formatProgress(steps)}`;
    return `  ${formatClock(now - since).padStart(5)}  ${formatInstanceName(path)}${far}`;
  });
  const more = running.length - tasks.length;
  const sums = [
    `${progress.done}/${progress.total} tasks`,
    ...(running.length === 0 ? [] : [`${running.length} running`]),
    ...(progress.calls === 0 ? [] : [formatTokens(progress.tokens), formatCost(progress.costUsd)]),
    formatClock(now - (progress.startedAt ?? now)),
  ];
  const waits = waiting.map((wait) => `         ${formatWaiting(wait, now)}`);
  const lines = [...tasks, ...(more > 0 ? [`         and ${more} more`] : []), ...waits, sums.join(' · ')];
  return lines.map((line) => cutLine(formatPlainLine(line), columns - 1));
}

/**
 * Cuts by characters. Those of East Asian scripts are wider, which at worst leaves a line of the last view on the
 * screen.
 */
function cutLine(line: string, width: number): string {
  const characters = [...line];
  return characters.length <= width ? line : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}
