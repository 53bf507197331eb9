/** An example of the five documents that the language comes from, as a file in `tests/fixtures`. */
export interface SeedExample {
  readonly seed: '000' | '001' | '002' | '004';
  /** Where it begins in the seed. */
  readonly line: number;
  /** How it is written there. TypeScript is YAML here: functions are expressions or texts, schemas JSON Schemas. */
  readonly kind: 'YAML' | 'XML' | 'TypeScript' | 'JSON';
  /** The end of the name of its file, which begins with seed and line. */
  readonly name: string;
  readonly shows: string;
  /** Why it does not run, though it opens. Left out: it runs to its end. */
  readonly noRun?: string;
  /** What the example leaves out and a run needs. */
  readonly given?: { readonly agents?: readonly string[]; readonly variables?: readonly string[] };
}

const noTasks = 'It has settings and no tasks.';

/** Every example of the seeds that is a document or a part of one. 003 has none; what is there twice is here once. */
export const seedExamples: readonly SeedExample[] = [
  { seed: '000', line: 16, kind: 'YAML', name: 'loop-of-reports', shows: 'A loop of 100 rounds' },
  { seed: '000', line: 44, kind: 'YAML', name: 'limits', shows: 'Limits', given: { agents: ['worker'] } },
  { seed: '000', line: 262, kind: 'YAML', name: 'external-storage', shows: 'Outputs kept as files', noRun: noTasks },
  {
    seed: '000',
    line: 420,
    kind: 'YAML',
    name: 'context-control',
    shows: 'What of earlier outputs a task is sent',
    given: { agents: ['fetcher', 'processor', 'reporter'] },
  },
  { seed: '000', line: 520, kind: 'YAML', name: 'hooks', shows: 'workflows.main, pruning', noRun: noTasks },
  { seed: '000', line: 608, kind: 'YAML', name: 'defaults', shows: 'Name and version alone', noRun: noTasks },
  {
    seed: '000',
    line: 620,
    kind: 'YAML',
    name: 'memory-constrained',
    shows: 'The least recently used',
    noRun: noTasks,
  },
  { seed: '000', line: 636, kind: 'YAML', name: 'high-memory', shows: 'Large limits', noRun: noTasks },
  { seed: '000', line: 650, kind: 'YAML', name: 'dependency-aware', shows: 'Outputs of dependencies only' },
  { seed: '000', line: 697, kind: 'YAML', name: 'step-1', shows: 'One limit', noRun: noTasks },
  { seed: '000', line: 701, kind: 'YAML', name: 'step-2', shows: 'Outputs kept as files', noRun: noTasks },
  { seed: '000', line: 707, kind: 'YAML', name: 'step-3', shows: 'Pruning by relevance', noRun: noTasks },
  { seed: '000', line: 715, kind: 'YAML', name: 'step-4', shows: 'A limit of one task' },
  { seed: '001', line: 18, kind: 'TypeScript', name: 'compaction', shows: 'trigger: onComplete; ids that are digits' },
  { seed: '001', line: 20, kind: 'TypeScript', name: 'on-threshold', shows: 'trigger: onThreshold' },
  {
    seed: '001',
    line: 64,
    kind: 'TypeScript',
    name: 'compaction-agent',
    shows: 'agent.systemPrompt, agent.outputSchema',
  },
  { seed: '001', line: 113, kind: 'TypeScript', name: 'tools', shows: 'Tools of a task, toolMode' },
  { seed: '001', line: 162, kind: 'TypeScript', name: 'variables', shows: 'Variables of a task' },
  {
    seed: '001',
    line: 214,
    kind: 'TypeScript',
    name: 'system',
    shows: 'system as a text, a part, and a list of parts',
  },
  {
    seed: '001',
    line: 259,
    kind: 'TypeScript',
    name: 'agents',
    shows: 'contextTransfer, inheritTools, inheritVariables',
  },
  { seed: '001', line: 322, kind: 'TypeScript', name: 'dependencies', shows: 'A graph of five tasks' },
  { seed: '001', line: 339, kind: 'TypeScript', name: 'output-schema', shows: 'outputSchema and validate' },
  { seed: '001', line: 362, kind: 'TypeScript', name: 'error-handling', shows: 'Retries with backoff, then skip' },
  { seed: '001', line: 375, kind: 'TypeScript', name: 'callbacks', shows: 'callbacks, kept as x-legacy' },
  {
    seed: '001',
    line: 388,
    kind: 'TypeScript',
    name: 'conditions',
    shows: 'Conditions on a result (with the dependencies that the seed leaves out)',
  },
  { seed: '001', line: 406, kind: 'TypeScript', name: 'subtasks', shows: 'Subtasks with dotted ids, completionMode' },
  { seed: '001', line: 423, kind: 'TypeScript', name: 'checkpoint', shows: 'saveInterval; storage, kept as x-legacy' },
  { seed: '001', line: 473, kind: 'TypeScript', name: 'on-step', shows: 'saveInterval: onStep, onSave, onLoad' },
  {
    seed: '002',
    line: 111,
    kind: 'XML',
    name: 'sequential',
    shows: 'Steps with accumulated notes',
    given: { variables: ['dataset_name', 'raw_data', 'config_profile', 'default_config'] },
  },
  { seed: '002', line: 162, kind: 'XML', name: 'reduce', shows: 'A reduce with inner and reduction task' },
  { seed: '002', line: 549, kind: 'XML', name: 'nested-inputs', shows: 'Inputs that are tasks' },
  { seed: '002', line: 706, kind: 'XML', name: 'parameters', shows: 'A text as parameters' },
  { seed: '002', line: 827, kind: 'XML', name: 'director-subtype', shows: 'continuation_policy, output_slot' },
  { seed: '002', line: 833, kind: 'XML', name: 'evaluator-subtype', shows: 'input_source, validation_rules' },
  {
    seed: '002',
    line: 838,
    kind: 'XML',
    name: 'template-inputs',
    shows: 'Inputs bound by from',
    given: { variables: ['input_data', 'config'] },
  },
  { seed: '002', line: 988, kind: 'XML', name: 'director', shows: 'type="director"' },
  { seed: '002', line: 992, kind: 'XML', name: 'evaluator', shows: 'type="evaluator"' },
  {
    seed: '002',
    line: 1019,
    kind: 'XML',
    name: 'input-in-a-task',
    shows: 'source_var in the task of an input (with a task around the input)',
    given: { variables: ['last_evaluator_output'] },
  },
  { seed: '002', line: 1495, kind: 'XML', name: 'static-director-evaluator', shows: 'A script between two steps' },
  { seed: '002', line: 1541, kind: 'XML', name: 'cond', shows: 'A bare <cond>' },
  { seed: '002', line: 1559, kind: 'XML', name: 'template', shows: 'instructions, system, a model without provider' },
  { seed: '002', line: 1628, kind: 'XML', name: 'sequential-with-comment', shows: 'A comment among steps' },
  {
    seed: '002',
    line: 1704,
    kind: 'XML',
    name: 'function',
    shows: 'A function with types for people',
    noRun: 'It is a definition, which nothing calls.',
  },
  { seed: '002', line: 1737, kind: 'XML', name: 'director-evaluator', shows: 'A dynamic loop' },
  { seed: '002', line: 2176, kind: 'XML', name: 'static-director-evaluator', shows: 'A script between two steps' },
  { seed: '002', line: 2484, kind: 'TypeScript', name: 'handler', shows: 'maxTurns and the like; systemPrompt' },
  {
    seed: '002',
    line: 3417,
    kind: 'XML',
    name: 'end-tags-mended',
    shows: 'task_instructions, manual_xml (with the end tags mended)',
  },
  { seed: '002', line: 3465, kind: 'TypeScript', name: 'limits', shows: 'Limits and a system prompt' },
  {
    seed: '002',
    line: 3487,
    kind: 'TypeScript',
    name: 'global-index',
    shows: 'The memory index (with absolute paths)',
  },
  { seed: '002', line: 3509, kind: 'XML', name: 'reparse', shows: 'A decomposition that is asked for' },
  { seed: '002', line: 3538, kind: 'XML', name: 'associative-memory', shows: 'A match in the memory' },
  {
    seed: '002',
    line: 3561,
    kind: 'XML',
    name: 'accumulation',
    shows: 'inherit_context: false',
    given: { variables: ['csv_file_path'] },
  },
  {
    seed: '002',
    line: 3582,
    kind: 'XML',
    name: 'static-with-script',
    shows: 'A script with an input',
    given: { variables: ['last_director_output'] },
  },
  { seed: '002', line: 3655, kind: 'XML', name: 'output-structure', shows: 'What a model should write' },
  {
    seed: '004',
    line: 119,
    kind: 'JSON',
    name: 'pipeline',
    shows: 'A pipeline with voting (as a task, not as a tool)',
  },
];
