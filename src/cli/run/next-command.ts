import type { RunFlags } from './run-wishes';
import type { StorePlace } from './store-place';

/** The options of `heddle run`. */
type RunOption = Exclude<keyof RunFlags, 'answers' | 'simulate'>;

/**
 * What a command that goes on from this one does with each option of `heddle run`: `carried` by all of them; by those
 * that plan the `workflow` anew; as the `place` of the runs; or not needed, and why. An option that is missing here
 * does not compile.
 */
const uses: Readonly<Record<RunOption, 'carried' | 'workflow' | 'place' | { readonly not: string }>> = {
  provider: 'carried',
  protocol: 'carried',
  files: 'carried',
  'allow-scripts': 'carried',
  'allow-secret': 'carried',
  'pass-env': 'carried',
  'unknown-price-usd': 'carried',
  recording: 'carried',
  metrics: 'carried',
  var: 'workflow',
  input: 'workflow',
  model: 'workflow',
  breakpoints: 'workflow',
  reuse: 'workflow',
  anew: 'workflow',
  'max-age': 'workflow',
  offline: 'workflow',
  only: 'workflow',
  until: 'workflow',
  'from-task': 'workflow',
  library: 'workflow',
  match: { not: 'what was found is named by its file or run' },
  journal: 'place',
  store: 'place',
  resume: { not: 'the command names the run itself' },
  from: { not: 'the run knows what it was forked from' },
  at: { not: 'the run knows up to which event' },
  'as-planned': { not: 'the command that asks for it has it' },
  json: { not: 'the command is read by a person; for heddle answer it is another option' },
};

/** The names of the options of `heddle run`, for a test that knows of all. */
export const usesOfOptions: Readonly<Record<string, unknown>> = uses;

/** The command that resumes a run. */
export function formatResumeCommand(id: string, place: StorePlace | undefined, flags: RunFlags): string {
  return formatNextCommand(['run', '--resume', id], place, flags, 'carried');
}

/** The command that resumes a run, though its workflow has changed since. */
export function formatResumeAsPlannedCommand(id: string, place: StorePlace | undefined, flags: RunFlags): string {
  return formatNextCommand(['run', '--resume', id, '--as-planned'], place, flags, 'carried');
}

/** The command that shows the questions of a run, and answers them. */
export function formatAnswerCommand(id: string, place: StorePlace | undefined, flags: RunFlags): string {
  return formatNextCommand(['answer', id], place, flags, 'carried');
}

/** A command that starts a new run: of a workflow (`args` begin with its file), or of that of an earlier run. */
export function formatStartCommand(args: readonly string[], place: StorePlace | undefined, flags: RunFlags): string {
  return formatNextCommand(['run', ...args], place, flags, 'carried', 'workflow');
}

/** A command on runs of the same journal as this one. */
export function formatJournalCommand(args: readonly string[], place: StorePlace | undefined): string {
  return ['heddle', ...[...args, ...(place?.options ?? [])].map(quoteForShell)].join(' ');
}

function formatNextCommand(
  args: readonly string[],
  place: StorePlace | undefined,
  flags: RunFlags,
  ...wanted: readonly ('carried' | 'workflow')[]
): string {
  const words = Object.entries(uses).flatMap(([name, use]) => {
    const value = flags[name as RunOption];
    if (!wanted.some((one) => one === use) || value === undefined || value === false) return [];
    if (value === true) return [`--${name}`];
    return (typeof value === 'string' ? [value] : value).flatMap((one) => [`--${name}`, one]);
  });
  return [formatJournalCommand(args, place), ...words.map(quoteForShell)].join(' ');
}

/** Quotes a word for a shell. */
function quoteForShell(word: string): string {
  return /^[\w./:@=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
