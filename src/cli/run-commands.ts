import { type Command, command } from './command';

const json = { type: 'boolean', help: 'print JSON for another program' } as const;
const lines = { type: 'boolean', help: 'print JSON for another program, an object a line' } as const;
const journal = {
  type: 'string',
  value: 'DIR',
  help: 'the journal (default: .heddle/runs beside the workflow, or here)',
} as const;
const task = {
  type: 'string',
  value: 'TASK',
  help: 'only of this task and those in it: review, facts/inner_task',
} as const;

/** The commands about runs that are kept, by their names, in the order of the help. */
export const runCommands: Readonly<Record<string, Command>> = {
  runs: command(
    {
      summary: 'List the runs of a journal: how they stand, and what they took.',
      usage: '[FILE] [--json]',
      options: { journal, json },
    },
    async () => (await import('./commands/runs')).runs,
  ),
  log: command(
    {
      summary: 'Print the log of a run, or what of it is asked for.',
      usage: '[RUN|FILE] [--kind KIND]… [--last N]',
      options: {
        kind: {
          type: 'string',
          multiple: true,
          value: 'KIND',
          help: 'only events of this kind (task.failed) or family (task), may be repeated',
        },
        task,
        status: {
          type: 'string',
          value: 'STATUS',
          help: 'only those that tell of something ok, failed, waiting, skipped',
        },
        text: {
          type: 'string',
          value: 'TEXT',
          help: 'only those with this somewhere in their texts, whatever its case',
        },
        from: { type: 'string', value: 'SEQ', help: 'begin with this event' },
        last: { type: 'string', value: 'N', help: 'only the last N of them' },
        reverse: { type: 'boolean', help: 'the newest first' },
        journal,
        json: lines,
      },
    },
    async () => (await import('./commands/log')).log,
  ),
  iterations: command(
    {
      summary: 'List the rounds of loops and directors, and attempts that were followed by another.',
      usage: '[RUN|FILE] [--exit-code N|failed] [--show N]',
      options: {
        'exit-code': { type: 'string', value: 'N', help: 'only those that ended with N, or failed for all but 0' },
        task,
        text: { type: 'string', value: 'TEXT', help: 'only those with this in their command or output' },
        show: {
          type: 'string',
          value: 'N',
          help: 'show iteration N whole: its output on standard output, its stderr apart',
        },
        journal,
        json: lines,
      },
    },
    async () => (await import('./commands/iterations')).iterations,
  ),
  clean: command(
    {
      summary: 'Remove runs that have ended and need not be kept. One that goes on stays.',
      usage: '[FILE] [--keep-days N] [--keep-last N] [--dry-run]',
      options: {
        'keep-days': {
          type: 'string',
          value: 'N',
          help: 'keep what ended in the last N days (default: retention of the workflow, else 30)',
        },
        'keep-last': {
          type: 'string',
          value: 'N',
          help: 'keep the last N runs of each workflow in any case (default: likewise, else 100)',
        },
        'dry-run': { type: 'boolean', help: 'remove nothing, only tell what would go' },
        orphans: { type: 'boolean', help: 'remove also what crashes have left' },
        journal,
      },
    },
    async () => (await import('./commands/clean')).clean,
  ),
};
