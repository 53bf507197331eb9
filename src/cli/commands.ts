import { notations } from '@/formats/notation';
import { runIdForm } from '@/run/run-id-form';
import { type CliCommand, defineCommand } from './cli-command';
import { runCommands } from './run-commands';
import { serveCommands } from './serve-commands';

// The code of commands that need much the same is loaded together, when one of them is run.
const loadDocumentCommands = () => import('./commands/document-commands');
const loadStartCommands = () => import('./commands/start-commands');

const json = { type: 'boolean', help: 'print JSON for another program' } as const;
const provider = {
  type: 'string',
  multiple: true,
  value: 'ID',
  help: 'take ID for a known provider of models (may be repeated)',
} as const;

const variables = {
  var: {
    type: 'string',
    multiple: true,
    value: 'NAME=VALUE',
    help: 'set an input by its type (a file: @FILE), or a variable: JSON if it parses as JSON, else text',
  },
  input: {
    type: 'string',
    value: 'FILE',
    help: 'set inputs and variables from an object in YAML or JSON; - is standard input',
  },
} as const;
const model = { type: 'string', value: 'MODEL', help: 'take this one for every task, as provider:name' } as const;
const protocol = {
  type: 'string',
  multiple: true,
  value: '[PROVIDER=]NAME',
  help: 'the protocol of base URLs from the environment: openai, anthropic, google, compatible',
} as const;
const events = { type: 'boolean', help: 'print the events as JSONL instead of the result' } as const;
const store = {
  type: 'string',
  value: 'ADDRESS',
  help: 'where runs are kept: postgres://USER@HOST/DATABASE, or a folder (default: HEDDLE_STORE)',
} as const;
const reuse = {
  type: 'string',
  value: 'WHICH',
  help: 'which runs may answer calls of models: all of the store, continued (--from, the default), or never',
} as const;
const files = {
  type: 'string',
  value: 'DIR',
  help: 'folder of scripts and of the files that tasks see (default: that of the workflow)',
} as const;

/** Every command by name, in the order of the help. */
export const commands: Readonly<Record<string, CliCommand>> = {
  validate: defineCommand(
    {
      summary: 'Check workflows, and say what is wrong and where.',
      usage: '[--var NAME=VALUE]… FILE…',
      options: { ...variables, model, json, provider },
    },
    async () => (await import('./commands/validate')).validateFiles,
  ),
  convert: defineCommand(
    {
      summary: 'Write a workflow in another notation.',
      usage: 'FILE --to yaml|xml|json [--out FILE]',
      options: {
        to: {
          type: 'string',
          value: 'NOTATION',
          help: `${notations.join(', ')}; json has its keys sorted, for other programs`,
        },
        out: { type: 'string', value: 'FILE', help: 'write to FILE instead of standard output' },
        lenient: { type: 'boolean', help: 'convert what can be saved of a text with errors' },
        'no-layout': { type: 'boolean', help: 'leave out the layout of the canvas' },
        'no-pins': { type: 'boolean', help: 'leave out pinned outputs' },
      },
    },
    async () => (await loadDocumentCommands()).convertWorkflow,
  ),
  diff: defineCommand(
    {
      summary: 'Compare two workflows by meaning, and what a run of each takes.',
      usage: 'BEFORE AFTER [--markdown | --json]',
      options: {
        markdown: { type: 'boolean', help: 'print Markdown with a drawing, for a pull request' },
        json,
        'exit-code': { type: 'boolean', help: 'exit with 1 if they differ in meaning' },
        provider,
      },
    },
    async () => (await loadDocumentCommands()).printDifference,
  ),
  plan: defineCommand(
    {
      summary: 'Show the order of the tasks, and what a run will take. Nothing is sent.',
      usage: 'FILE [--var NAME=VALUE]… [--from [RUN]]',
      options: {
        ...variables,
        model,
        from: {
          type: 'string',
          value: '[RUN]',
          optional: runIdForm,
          help: 'say what a run with --from would reuse of an earlier run, and what it would ask; without RUN the last one',
        },
        journal: {
          type: 'string',
          value: 'DIR',
          help: 'where the runs are (default: .heddle/runs beside the workflow)',
        },
        store,
        reuse,
        json,
        provider,
      },
    },
    async () => (await loadDocumentCommands()).showPlan,
  ),
  run: defineCommand(
    {
      summary: 'Run a workflow, and print its result.',
      usage: 'FILE [--var NAME=VALUE]… | [FILE] --match "SENTENCE" | [FILE] --resume [RUN] | [FILE] --from [RUN]',
      options: {
        ...variables,
        match: {
          type: 'string',
          value: 'SENTENCE',
          help: 'run what fits this best: a definition of the file, or a saved one',
        },
        library: { type: 'string', value: 'DIR', help: 'folder of saved definitions (default: .heddle/library)' },
        model,
        journal: {
          type: 'string',
          value: 'DIR',
          help: 'keep the run here (default: .heddle/runs beside the workflow)',
        },
        store,
        resume: {
          type: 'string',
          value: '[RUN]',
          optional: runIdForm,
          help: 'resume a run that has not ended; without RUN the last one',
        },
        'as-planned': {
          type: 'boolean',
          help: 'with --resume: continue with the workflow as it was, though the file has changed',
        },
        from: {
          type: 'string',
          value: '[RUN]',
          optional: runIdForm,
          help: 'start a new run that reuses the results of the same calls in an earlier one; without FILE, with its plan',
        },
        only: {
          type: 'string',
          multiple: true,
          value: 'TASK',
          help: 'run only this task, with what the last run of FILE (or --from RUN) gives it; loop/write@3: its third round or item',
        },
        until: {
          type: 'string',
          multiple: true,
          value: 'TASK',
          help: 'run to this task: it and what it needs, where the last run does not have that',
        },
        'from-task': {
          type: 'string',
          multiple: true,
          value: 'TASK',
          help: 'run this task and all that follows from it, with what the last run gives; these three may be repeated',
        },
        breakpoints: {
          type: 'boolean',
          help: 'pause at the breakpoints of tasks, and ask whether to step or to continue',
        },
        reuse,
        anew: {
          type: 'string',
          multiple: true,
          value: 'TASK',
          help: 'ask this task again, with all in it, whatever earlier runs have (may be repeated)',
        },
        'max-age': { type: 'string', value: 'AGE', help: 'take no answer of another run that is older: 30d, 12h, 90m' },
        offline: {
          type: 'boolean',
          help: 'ask no model: what no earlier run has is not asked, and the task fails and names the call',
        },
        at: { type: 'string', value: 'SEQ', help: 'with --from: use only what had happened by this event' },
        recording: {
          type: 'string',
          value: 'FILE',
          help: 'reuse the results of the same calls in an earlier run (events as --json prints them)',
        },
        files,
        'allow-secret': {
          type: 'string',
          multiple: true,
          value: 'NAME=ORIGIN',
          help: 'let this secret be sent there: SEARCH=https://api.example.org, or X=stdio:COMMAND (may be repeated)',
        },
        'allow-scripts': {
          type: 'boolean',
          help: 'let scripts and MCP servers over stdio run as processes, which may do what you may',
        },
        'pass-env': {
          type: 'string',
          multiple: true,
          value: 'NAME',
          help: 'let scripts see this variable of the environment too, may be repeated',
        },
        'unknown-price-usd': {
          type: 'string',
          value: 'IN/OUT',
          help: 'USD for a million tokens of models whose price is not known, where there is a budget in USD: 5/25, or 5 for both',
        },
        metrics: { type: 'boolean', help: 'print at the end how large outputs and contexts were' },
        json: events,
        provider,
        protocol,
      },
    },
    async () => (await loadStartCommands()).runWorkflow,
  ),
  'dry-run': defineCommand(
    {
      summary: 'Run a workflow on the simulated model: no calls, no scripts, no changes.',
      usage: 'FILE [--var NAME=VALUE]…',
      options: {
        ...variables,
        model: { type: 'string', value: 'MODEL', help: 'sim:fast (the default) or sim:default, which takes its time' },
        journal: { type: 'string', value: 'DIR', help: 'keep the run here (default: nowhere)' },
        store: { ...store, help: 'keep the run here: postgres://USER@HOST/DATABASE, or a folder' },
        files,
        metrics: { type: 'boolean', help: 'print at the end how large outputs and contexts were' },
        json: events,
        provider,
      },
    },
    async () => (await loadStartCommands()).runDry,
  ),
  test: defineCommand(
    {
      summary:
        'Run the tests of workflows (without FILE: of all in this folder), and report what holds. The first line says what is asked before anything is.',
      usage:
        '[FILE…] [--only ID|TAG]… [--offline] [--max-usd X] | keep RUN [FILE] --as ID | cohorts [FILE] | show COHORT[/CASE] [FILE] | agree|disagree COHORT/CASE [FILE] | import FILE',
      options: {
        only: {
          type: 'string',
          multiple: true,
          value: 'ID|TAG',
          help: 'only this test, this case of its rows (mails/117), or those with this tag (may be repeated)',
        },
        failed: { type: 'boolean', help: 'only what did not pass the last time' },
        changed: { type: 'boolean', help: 'only what would be asked: nothing kept answers it' },
        repeat: { type: 'string', value: 'N', help: 'run each case so often' },
        rows: { type: 'string', value: 'FILE', help: 'take these rows for tests with rows' },
        first: { type: 'string', value: 'N', help: 'only the first N cases of each test' },
        anew: {
          type: 'string',
          multiple: true,
          value: 'TASK',
          help: 'ask this task again, with all in it, whatever earlier runs have (may be repeated)',
        },
        'max-age': { type: 'string', value: 'AGE', help: 'take no answer that is older: 30d, 12h, 90m' },
        'max-usd': { type: 'string', value: 'USD', help: 'pause when calls have cost this much' },
        offline: { type: 'boolean', help: 'ask no model: a case without an answer is held' },
        plan: { type: 'boolean', help: 'only say what is kept, and what would be asked' },
        list: { type: 'boolean', help: 'only list the cases' },
        accept: { type: 'boolean', help: 'write what failed cases gave into their tests, as expected from then on' },
        'allow-tools': { type: 'boolean', help: 'let tools be performed in tests with tools: live' },
        'allow-scripts': {
          type: 'boolean',
          help: 'let scripts run as processes in tests with tools: live; they may do what you may',
        },
        bail: { type: 'boolean', help: 'stop at the first case that is asked and does not pass' },
        resume: {
          type: 'string',
          value: '[COHORT]',
          optional: runIdForm,
          help: 'continue tests that were paused or killed, with their options; without COHORT the last ones',
        },
        watch: { type: 'boolean', help: 'run again after each change of the workflow, its rows or recordings' },
        jobs: { type: 'string', value: 'N', help: 'run so many cases at once (default: 4)' },
        baseline: { type: 'string', value: 'FILE', help: 'compare with this report of --json' },
        'fail-on': {
          type: 'string',
          value: 'any|regression',
          help: 'what makes the exit status 1: any case that does not pass, or only one that passed in the baseline',
        },
        'fail-below': {
          type: 'string',
          multiple: true,
          value: 'METRIC=0.8',
          help: 'exit with 1 if the mean of a metric is lower; score is the mean of all (may be repeated)',
        },
        junit: { type: 'string', value: 'FILE', help: 'write a report as JUnit has it' },
        html: { type: 'string', value: 'FILE', help: 'write a report as one page' },
        markdown: { type: 'string', value: 'FILE', help: 'write a report in Markdown; - is standard output' },
        runs: {
          type: 'string',
          value: 'FOLDER',
          help: 'write the run of each case that does not pass as a page, which the reports link to; without keys',
        },
        redact: {
          type: 'string',
          value: 'RULES',
          help: 'with --runs: take out of them too, separated by commas: mails, phones, names of variables, /PATTERN/',
        },
        as: { type: 'string', value: 'ID', help: 'with keep: write this run as the test ID, with its recording' },
        expect: {
          type: 'string',
          value: 'KINDS',
          help: 'with keep: only these of result,schema,contains,tools,rounds,bounds (default: all that are exact)',
        },
        judge: { type: 'string', value: 'MODEL', help: 'with keep: the model that will judge rubrics' },
        'unknown-price-usd': {
          type: 'string',
          value: 'IN/OUT',
          help: 'USD for a million tokens of models whose price is not known: 5/25, or 5 for both',
        },
        json,
        provider,
        protocol,
      },
    },
    async () => (await loadStartCommands()).runTests,
  ),
  draft: defineCommand(
    {
      summary: 'Have a model write a workflow for a sentence. Nothing of it runs.',
      usage: '"SENTENCE" [FILE] [--model MODEL] [--out FILE]',
      options: {
        model: {
          type: 'string',
          value: 'MODEL',
          help: 'the model that drafts, as provider:name (default: default_model of FILE)',
        },
        out: { type: 'string', value: 'FILE', help: 'write to FILE instead of standard output' },
        provider,
        protocol,
      },
    },
    async () => (await loadStartCommands()).draftFile,
  ),
  match: defineCommand(
    {
      summary: 'Find what fits a sentence: definitions, saved ones, and files of the memory index. Nothing is asked.',
      usage: '"SENTENCE" [FILE] [--library DIR] [--json]',
      options: {
        library: {
          type: 'string',
          value: 'DIR',
          help: 'the folder of saved definitions (default: HEDDLE_LIBRARY, else .heddle/library)',
        },
        json,
      },
    },
    async () => (await loadDocumentCommands()).matchSentence,
  ),
  models: defineCommand(
    {
      summary: 'List models: prices, windows, what they take, when they end, and what was learned of them.',
      usage: '[PROVIDER] [--refresh] [--json]',
      options: {
        refresh: { type: 'boolean', help: 'fetch the newest price list first (from the repository of genai-prices)' },
        shipped: { type: 'boolean', help: 'go back to the price list that comes with Heddle' },
        forget: { type: 'string', value: 'PROVIDER:MODEL', help: 'undo what refusals taught of a model' },
        json,
        provider,
      },
    },
    async () => (await loadDocumentCommands()).printModels,
  ),
  secrets: defineCommand(
    {
      summary: 'List where secrets may be sent, allow it for the workflows of a file or folder, and revoke it.',
      usage: '[list] | allow NAME=ORIGIN FILE|FOLDER… | revoke NAME=ORIGIN [FILE|FOLDER…]',
      options: { json },
    },
    async () => (await loadDocumentCommands()).manageSecrets,
  ),
  ...runCommands,
  ...serveCommands,
  library: defineCommand(
    {
      summary: 'Keep definitions across workflows, with versions, and put them into workflows.',
      usage: 'list | show NAME[@VERSION] | save FILE NAME | put FILE NAME[@VERSION] | update FILE [NAME] | remove NAME',
      options: {
        library: {
          type: 'string',
          value: 'DIR',
          help: 'the folder of the definitions (default: HEDDLE_LIBRARY, else .heddle/library)',
        },
        copy: { type: 'boolean', help: 'with put: a copy that does not say where it is from, and is never updated' },
        write: { type: 'boolean', help: 'with update: write the file, instead of the differences' },
        json,
      },
    },
    async () => (await loadDocumentCommands()).runLibraryCommand,
  ),
  schema: defineCommand(
    { summary: 'Print the schema of the language: JSON Schema or XSD.', usage: 'json|xsd', options: {} },
    async () => (await loadDocumentCommands()).printSchema,
  ),
};
