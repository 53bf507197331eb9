import type { TaskId } from '../names';
import type { AtomicTask, GroupTask, TaskOf, TaskType } from '.';

const prompt = (description: string): AtomicTask => ({ type: 'atomic', description });
const step = (id: string, description: string): AtomicTask => ({ ...prompt(description), id: id as TaskId });

/** The test of a new case: true if the workflow has a variable of this name. */
export const blankTest = 'has(variables.DRAFT)';

const subtasks = {
  one: prompt('Do one part.'),
  other: prompt('Do the other part.'),
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
    steps: [step('first', 'Write a draft.'), step('second', 'Make this better: {{first}}')],
  },
  map: { type: 'map', items: ['one', 'two'], innerTask: prompt('Work on {{item}}.') },
  reduce: {
    type: 'reduce',
    items: ['one', 'two'],
    initialValue: '',
    reductionTask: prompt('So far: {{accumulator}}\nAdd to it: {{current_result}}'),
  },
  cond: {
    type: 'cond',
    cases: [{ test: blankTest, task: prompt('Do this.') }],
    else: prompt('Do that instead.'),
  },
  group: { type: 'group', subtasks },
  director_evaluator: {
    type: 'director_evaluator',
    mode: 'static',
    director: prompt('Write a draft. Heed what was said of the last one: {{last_evaluator_output}}'),
    evaluator: prompt('Say whether this is good, and what to change: {{target_content}}'),
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
