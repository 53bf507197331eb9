import { type CliCommand, defineCommand } from './cli-command';

// The code of commands that need much the same is loaded together, when one of them is run.
const loadKeptRunCommands = () => import('./commands/kept-run-commands');

const json = { type: 'boolean', help: 'print JSON for another program' } as const;
const lines = { type: 'boolean', help: 'print JSON for another program, an object a line' } as const;
const journal = {
  type: 'string',
  value: 'DIR',
  help: 'the journal (default: .heddle/runs beside the workflow, or here)',
} as const;
const store = {
  type: 'string',
  value: 'ADDRESS',
  help: 'where the runs are: postgres://USER@HOST/DATABASE, or a folder (default: HEDDLE_STORE)',
} as const;
const task = {
  type: 'string',
  value: 'TASK',
  help: 'only of this task and those in it: review, facts/inner_task',
} as const;

/** The commands on stored runs, by name, in the order of the help. */
export const runCommands: Readonly<Record<string, CliCommand>> = {
  runs: defineCommand(
    {
      summary: 'List the runs of a journal, with their status, time and cost.',
      usage: '[FILE] [--json]',
      options: { journal, store, json },
    },
    async () => (await loadKeptRunCommands()).printRuns,
  ),
  search: defineCommand(
    {
      summary: 'Search all runs of a journal: prompts, outputs and notes that have all the words, newest first.',
      usage:
        '["TEXT"] [--in PLACE] [--status STATUS] [--task WORDS] [--model WORDS] [--tag TAG] [--star] [--cost FROM..TO]',
      options: {
        in: { type: 'string', value: 'PLACE', help: 'only in prompts, outputs or notes' },
        status: {
          type: 'string',
          value: 'STATUS',
          help: 'only runs that are open, running, waiting, interrupted, completed, failed or cancelled',
        },
        task: { type: 'string', value: 'WORDS', help: 'only in tasks with these words in their path' },
        model: { type: 'string', value: 'WORDS', help: 'only runs and calls of a model with these words in its name' },
        tag: { type: 'string', value: 'TAG', help: 'only runs with this tag' },
        star: { type: 'boolean', help: 'only runs with a star' },
        cost: { type: 'string', value: 'FROM..TO', help: 'only runs that cost so many USD: 0.10, 0.10..2, ..2' },
        journal,
        store,
        json: lines,
      },
    },
    async () => (await loadKeptRunCommands()).printFoundRuns,
  ),
  annotate: defineCommand(
    {
      summary: 'Write a star, tags or a note on a run: heddle runs shows them, heddle search finds them.',
      usage: '[RUN|FILE] [--star | --no-star] [--tag TAG]… [--no-tag TAG]… [--note TEXT]',
      options: {
        star: { type: 'boolean', help: 'give it a star: heddle clean does not remove it' },
        'no-star': { type: 'boolean', help: 'take the star away' },
        tag: { type: 'string', multiple: true, value: 'TAG', help: 'add this tag, may be repeated' },
        'no-tag': { type: 'string', multiple: true, value: 'TAG', help: 'take this tag away, may be repeated' },
        note: { type: 'string', value: 'TEXT', help: 'write this note in place of the one before; empty: none' },
        journal,
        store,
      },
    },
    async () => (await loadKeptRunCommands()).changeRunAnnotations,
  ),
  answer: defineCommand(
    {
      summary: 'Answer what a waiting run asks, and resume it. Without an answer, show what it asks.',
      usage: '[RUN|FILE] [NAME=VALUE]… | [RUN|FILE] --approve | [RUN|FILE] --refuse [REASON]',
      options: {
        task: { type: 'string', value: 'TASK', help: 'the task that asks, if several do: release, each/inner_task' },
        json: { type: 'string', value: 'FILE', help: 'the answer as an object in JSON; - is standard input' },
        approve: { type: 'boolean', help: 'let the tool be called; NAME=VALUE changes arguments' },
        refuse: { type: 'string', value: '[REASON]', optional: /^[^-]/, help: 'do not let it be called' },
        journal,
        store,
        'as-planned': {
          type: 'boolean',
          help: 'continue with the workflow as it was, though the file has changed',
        },
        files: {
          type: 'string',
          value: 'DIR',
          help: 'folder of scripts and of the files that tasks see (default: that of the workflow)',
        },
        'allow-scripts': { type: 'boolean', help: 'as for the run' },
        'allow-secret': { type: 'string', multiple: true, value: 'NAME=ORIGIN', help: 'as for the run' },
        'pass-env': { type: 'string', multiple: true, value: 'NAME', help: 'as for the run' },
        'unknown-price-usd': { type: 'string', value: 'IN/OUT', help: 'as for the run' },
        recording: { type: 'string', value: 'FILE', help: 'as for the run' },
        metrics: { type: 'boolean', help: 'print at the end how large outputs and contexts were' },
        provider: { type: 'string', multiple: true, value: 'ID', help: 'as for the run' },
        protocol: { type: 'string', multiple: true, value: '[PROVIDER=]NAME', help: 'as for the run' },
      },
    },
    async () => (await loadKeptRunCommands()).answerQuestion,
  ),
  log: defineCommand(
    {
      summary: 'Print the log of a run, or a part of it.',
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
          help: 'only events with this status: ok, failed, waiting, skipped',
        },
        pipeline: {
          type: 'string',
          value: 'ID',
          help: 'only events of the pipeline with this pipeline_id, or task id',
        },
        event: { type: 'string', value: 'ID', help: 'only events with this id, or an id that begins with it' },
        text: {
          type: 'string',
          value: 'TEXT',
          help: 'only those that contain this text, in upper or lower case',
        },
        from: { type: 'string', value: 'SEQ', help: 'begin with this event' },
        last: { type: 'string', value: 'N', help: 'only the last N of them' },
        reverse: { type: 'boolean', help: 'the newest first' },
        journal,
        store,
        json: lines,
      },
    },
    async () => (await loadKeptRunCommands()).printRunLog,
  ),
  iterations: defineCommand(
    {
      summary:
        'List the rounds of loops and directors, failed tries of pipeline steps, and attempts followed by another.',
      usage: '[RUN|FILE] [--exit-code N|failed] [--show N] | RUN|FILE --delete',
      options: {
        'exit-code': { type: 'string', value: 'N', help: 'only those that ended with N, or failed for all but 0' },
        task,
        text: { type: 'string', value: 'TEXT', help: 'only those with this in their command or output' },
        show: {
          type: 'string',
          value: 'N',
          help: 'print all of iteration N, or of RUN-iter-N: its output on standard output, its stderr on standard error',
        },
        delete: {
          type: 'boolean',
          help: 'delete all iterations of the run, and say how many; the run and its log stay',
        },
        journal,
        store,
        json: lines,
      },
    },
    async () => (await loadKeptRunCommands()).listIterations,
  ),
  outputs: defineCommand(
    {
      summary: 'List the outputs of the tasks of a run: type, size, how they were shortened, and where they are.',
      usage: '[RUN|FILE] [--show TASK] [--json]',
      options: {
        show: { type: 'string', value: 'TASK', help: 'print the whole output of this task, by its path: group/web' },
        journal,
        store,
        json,
      },
    },
    async () => (await loadKeptRunCommands()).printOutputs,
  ),
  replay: defineCommand(
    {
      summary: 'Replay a run from its log, without calls or scripts, and say whether the result is the same.',
      usage: '[RUN|FILE] [--to SEQ]',
      options: {
        to: { type: 'string', value: 'SEQ', help: 'use only what had happened by this event' },
        provider: { type: 'string', multiple: true, value: 'ID', help: 'as for the run' },
        journal,
        store,
        json,
      },
    },
    async () => (await loadKeptRunCommands()).replayAndCompare,
  ),
  export: defineCommand(
    {
      summary:
        'Write a run as a file: events as JSONL, or a page that shows it; or a workflow as a picture. No key is in it.',
      usage:
        '[RUN|FILE] [--payloads] [--html] [--redact RULES] [--parts PARTS] [--level all|figures] [--compare RUN] [--out FILE] | FILE --svg [--theme light|dark]',
      options: {
        payloads: { type: 'boolean', help: 'with all prompts and results that are longer than an event' },
        html: {
          type: 'string',
          value: 'FILE',
          optional: /\.html?$/i,
          help: 'one HTML file with the run and its viewer, which opens anywhere and sends nothing',
        },
        svg: {
          type: 'string',
          value: 'FILE',
          optional: /\.svg$/i,
          help: 'a picture of the workflow FILE as the canvas draws it',
        },
        theme: {
          type: 'string',
          value: 'THEME',
          help: 'of the picture: light, dark; left out: that of whoever looks at it',
        },
        redact: {
          type: 'string',
          value: 'RULES',
          help: 'take out of it, separated by commas: keys, mails, phones, names of inputs and variables, /PATTERN/',
        },
        level: {
          type: 'string',
          value: 'LEVEL',
          help: 'all (default), or figures: times, tokens, cost, models and states, and no text',
        },
        parts: {
          type: 'string',
          value: 'PARTS',
          help: 'what is in it, separated by commas: prompts, outputs, tools (these by default), files',
        },
        files: { type: 'boolean', help: 'with the files that models were sent, and that tools gave' },
        compare: { type: 'string', value: 'RUN', help: 'with this run too, and what differs; it is the earlier one' },
        title: { type: 'string', value: 'TEXT', help: 'what the page is called' },
        address: { type: 'string', value: 'URL', help: 'where Heddle is, for Open in Heddle' },
        out: { type: 'string', value: 'FILE', help: 'write to FILE instead of standard output' },
        journal,
        store,
      },
    },
    async () => (await loadKeptRunCommands()).exportRun,
  ),
  import: defineCommand(
    {
      summary: 'Import a run that was exported or shared, under a new id, or a workflow that another program drew.',
      usage: 'RUNFILE [FILE] | FILE… [--to yaml|xml] [--report md|json] [--out FILE]',
      options: {
        to: { type: 'string', value: 'NOTATION', help: 'write the workflow in this notation: yaml, xml' },
        report: { type: 'string', value: 'FORM', help: 'the report as md (default) or json' },
        out: { type: 'string', value: 'FILE', help: 'write the workflow to this file' },
        journal,
        store,
      },
    },
    async () => (await loadKeptRunCommands()).importAny,
  ),
  compare: defineCommand(
    {
      summary: 'Compare two runs task by task; with one, a fork with the run that it was forked from.',
      usage: 'RUN [RUN] [--task TASK] [--json | --markdown] [--exit-code]',
      options: {
        task: { type: 'string', value: 'TASK', help: 'the words of its prompt and its output that differ' },
        json: { type: 'boolean', help: 'print all tasks as JSON' },
        markdown: { type: 'boolean', help: 'print tables for a pull request' },
        'exit-code': { type: 'boolean', help: 'exit with 1 if the runs differ' },
        journal,
        store,
      },
    },
    async () => (await loadKeptRunCommands()).printComparison,
  ),
  remove: defineCommand(
    {
      summary: 'Remove runs by their ids, whatever their status, with all that belongs to them.',
      usage: 'RUN…',
      options: { journal, store },
    },
    async () => (await loadKeptRunCommands()).removeNamedRuns,
  ),
  clean: defineCommand(
    {
      summary: 'Remove runs that have ended and need not be kept, with all that belongs to them.',
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
        'dry-run': { type: 'boolean', help: 'remove nothing, only say what would be removed' },
        interrupted: {
          type: 'boolean',
          help: 'also runs whose process has died, by the same rule: their age counts from their start',
        },
        orphans: { type: 'boolean', help: 'remove also what crashes have left' },
        journal,
        store,
      },
    },
    async () => (await loadKeptRunCommands()).cleanRuns,
  ),
};
