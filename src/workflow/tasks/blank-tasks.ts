import type { TaskId } from '../names';
import { listParts } from '../task-path';
import type { AtomicTask, GroupTask, Task, TaskOf, TaskType } from '.';

const createPromptTask = (description: string): AtomicTask => ({ type: 'atomic', description });
const createStepTask = (id: string, description: string): AtomicTask => ({
  ...createPromptTask(description),
  id: id as TaskId,
});

/** The test of a new case: true if the workflow has a variable of this name. */
export const blankTest = 'has(variables.DRAFT)';

const subtasks = {
  one: createPromptTask('Do one part.'),
  other: createPromptTask('Do the other part.'),
} as NonNullable<GroupTask['subtasks']>;

/**
 * A new task of each type, as it is put on the canvas. It can run at once: required parts are present, with texts that
 * show which names each part is given.
 */
export const blankTasks: { readonly [K in TaskType]: TaskOf<K> } = {
  atomic: { type: 'atomic' },
  script: { type: 'script', script: { language: 'bash', content: '' } },
  sequential: {
    type: 'sequential',
    steps: [createStepTask('first', 'Write a draft.'), createStepTask('second', 'Make this better: {{first}}')],
  },
  map: { type: 'map', items: ['one', 'two'], innerTask: createPromptTask('Work on {{item}}.') },
  reduce: {
    type: 'reduce',
    items: ['one', 'two'],
    initialValue: '',
    reductionTask: createPromptTask('So far: {{accumulator}}\nAdd to it: {{current_result}}'),
  },
  cond: {
    type: 'cond',
    cases: [{ test: blankTest, task: createPromptTask('Do this.') }],
    else: createPromptTask('Do that instead.'),
  },
  group: { type: 'group', subtasks },
  director_evaluator: {
    type: 'director_evaluator',
    mode: 'static',
    director: createPromptTask('Write a draft. Heed what was said of the last one: {{last_evaluator_output}}'),
    evaluator: createPromptTask('Say whether this is good, and what to change: {{target_content}}'),
    maxIterations: 3,
  },
  pipeline: { type: 'pipeline', plan: ['The first step', 'The second step'], state: '' },
  call: { type: 'call', ref: 'summarizer', args: { text: 'A text to shorten' } },
  associative_memory: { type: 'associative_memory', query: 'What to look for' },
  ask: {
    type: 'ask',
    message: 'Shall it go on?',
    form: {
      decision: { type: 'choice', options: ['yes', 'no'], required: true },
      remarks: { type: 'text' },
    },
  },
  tool: { type: 'tool', tool: 'write_file', args: { path: '/notes.md', content: 'What to write' } },
  reparse: {
    type: 'reparse',
    failedTask: { error: 'It was too much at once.', originalPrompt: 'What was to be done' },
  },
};

/**
 * Whether a text is only the sample of a blank task or case: it stands for what a person will write, so a field selects
 * it as a whole.
 */
export function isSampleText(text: string): boolean {
  samples ??= new Set([blankTest, ...Object.values(blankTasks).flatMap(listPrompts)]);
  return samples.has(text);
}

let samples: ReadonlySet<string> | undefined;

/** The prompts of a blank task and of those within it. */
function listPrompts(task: Task): readonly string[] {
  const own = task.description === undefined ? [] : [task.description];
  return [...own, ...listParts(task).flatMap((part) => listPrompts(part.task))];
}
