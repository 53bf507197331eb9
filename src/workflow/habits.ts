/**
 * What people write who come from other tools (GitHub Actions, Argo, Airflow, n8n, Jinja, Python, JavaScript), and what
 * Heddle has instead. A fix is offered where only one of these can be meant.
 */

/** Keys by habit, and the keys that each may mean, of which an object has at most a few. */
export const keyHabits: ReadonlyMap<string, readonly string[]> = new Map([
  ['after', ['depends_on']],
  ['dependencies', ['depends_on']],
  ['depends', ['depends_on']],
  ['needs', ['depends_on']],
  ['requires', ['depends_on']],
  ['upstream', ['depends_on']],
  ['run_after', ['depends_on']],
  ['runs_after', ['depends_on']],
  ['wait_for', ['depends_on']],
  ['waits_for', ['depends_on']],
  ['if', ['condition', 'test']],
  ['only_if', ['condition']],
  ['when', ['condition', 'test']],
  ['branches', ['cases']],
  ['conditions', ['cases', 'condition']],
  ['default', ['else']],
  ['otherwise', ['else']],
  ['do', ['inner_task', 'task']],
  ['then', ['task']],
  ['task', ['inner_task', 'reduction_task']],
  ['children', ['subtasks', 'steps']],
  ['jobs', ['tasks', 'subtasks']],
  ['nodes', ['tasks', 'subtasks']],
  ['tasks', ['subtasks', 'steps']],
  ['subtasks', ['steps']],
  ['body', ['inner_task']],
  ['for_each', ['items']],
  ['foreach', ['items']],
  ['over', ['items']],
  ['with_items', ['items']],
  ['prompt', ['description']],
  ['user_prompt', ['description']],
  ['system_message', ['system']],
  ['llm', ['model']],
  ['model_name', ['model', 'default_model']],
  ['model', ['default_model']],
  ['env', ['variables']],
  ['vars', ['variables']],
  ['function', ['ref']],
  ['arguments', ['args']],
  ['params', ['args']],
  ['with', ['args']],
  ['json_schema', ['output_schema']],
  ['response_schema', ['output_schema']],
  ['schema', ['output_schema']],
  ['concurrency', ['max_concurrency']],
  ['max_parallel', ['max_concurrency']],
]);

/** Keys by habit whose value belongs into a map of another key. */
export const nestedHabits: Readonly<Record<string, readonly [key: string, inner: string]>> = {
  bash: ['script', 'content'],
  cmd: ['script', 'content'],
  command: ['script', 'content'],
  run: ['script', 'content'],
  shell: ['script', 'content'],
};

/** Keys by habit that are said in another way, for which the value must be written anew. */
export const toldHabits: Readonly<Record<string, string>> = {
  always: 'Write trigger_rule: all_done.',
  continue_on_error: 'Write error_handling: { on_error: continue }.',
  max_tokens: 'Write limits: { max_output_tokens: … }.',
  on_failure: 'Write a task that depends on this one, with trigger_rule: one_failed.',
  retries: 'Write error_handling: { on_error: retry, max_retries: … }.',
  retry: 'Write error_handling: { on_error: retry, max_retries: … }.',
  run_if: 'Write trigger_rule: all_done for a task that runs in any case, else a condition.',
  steps: 'Steps are for type: sequential. A group has subtasks, a map one inner_task, the workflow tasks.',
  tasks: 'There is one task here, inner_task. Several of them go into one of type: group, as subtasks.',
  temperature: 'Write options: { temperature: … }.',
  timeout: 'Write limits: { timeout_ms: … }, in milliseconds.',
  variants: 'Heddle does not compare variants of a workflow yet. Test another model by changing it in the workflow.',
};

/** Words for types of tasks. */
export const typeHabits: Readonly<Record<string, string>> = {
  agent: 'atomic',
  llm: 'atomic',
  prompt: 'atomic',
  branch: 'cond',
  condition: 'cond',
  conditional: 'cond',
  if: 'cond',
  switch: 'cond',
  sequence: 'sequential',
  serial: 'sequential',
  steps: 'sequential',
  for_each: 'map',
  foreach: 'map',
  parallel: 'group',
  human: 'ask',
  bash: 'script',
  command: 'script',
  shell: 'script',
  function: 'call',
};

/** Words for other choices; undefined: there is nothing of the kind, however similar a word is. */
export const wordHabits: Readonly<Record<string, string | undefined>> = {
  all_failed: undefined,
  all_success: 'default',
  always: 'all_done',
  none_failed: 'default',
  none_skipped: undefined,
  one_done: undefined,
  one_success: undefined,
  js: 'javascript',
  node: 'javascript',
  sh: 'bash',
  shell: 'bash',
};

/** Words and signs of expressions, with what CEL has. */
export const operatorHabits: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['AND', '&&'],
  ['or', '||'],
  ['OR', '||'],
  ['not', '!'],
  ['NOT', '!'],
  ['===', '=='],
  ['!==', '!='],
  ['<>', '!='],
  ['=', '=='],
  ['?.', '.'],
  ['?.[', '['],
  ['&', '&&'],
  ['|', '||'],
]);

/** Functions of conditions that are said in another way. */
export const functionHabits: ReadonlyMap<string, string> = new Map([
  ['always', '“always()” is written trigger_rule: all_done, beside the condition.'],
  ['failure', '“failure()” is written trigger_rule: one_failed, beside the condition.'],
  ['success', '“success()” holds by itself: without a trigger_rule, a task runs if none before it failed.'],
]);

/** Constants of expressions. */
export const constantHabits: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['TRUE', 'true'],
  ['False', 'false'],
  ['FALSE', 'false'],
  ['None', 'null'],
  ['NULL', 'null'],
  ['nil', 'null'],
  ['undefined', 'null'],
]);

/** Names by which expressions of other tools reach results and variables. */
export const rootHabits: ReadonlyMap<string, 'tasks' | 'variables'> = new Map<string, 'tasks' | 'variables'>([
  ['jobs', 'tasks'],
  ['needs', 'tasks'],
  ['nodes', 'tasks'],
  ['steps', 'tasks'],
  ['state.taskResults', 'tasks'],
  ['taskResults', 'tasks'],
  ['env', 'variables'],
  ['vars', 'variables'],
]);

/** Fields of results. */
export const fieldHabits: ReadonlyMap<string, string> = new Map([
  ['outputs', 'output'],
  ['result', 'output'],
  ['text', 'content'],
]);
