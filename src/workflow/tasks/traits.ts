import type { OwnSlot, PartSlot } from './part-slots';
import type { Task } from './task-schema';

type TaskType = Task['type'];

/** Task types of one family share a hue on the canvas (visual rules). */
export type TaskFamily = 'model' | 'script' | 'control' | 'loop' | 'library';

/** Everything about a task type that other code asks of a type as a whole. A new type compiles once all is decided. */
interface TaskTraits {
  readonly label: string;
  /** The start of the ids of new tasks. */
  readonly id: string;
  readonly family: TaskFamily;
  /** The name of its icon (`ui/display/type-tile.tsx`). */
  readonly icon: string;
  /** Words that find it in the palette besides its label. */
  readonly words: readonly string[];
  /** What it does, for its tooltip. */
  readonly hint: string;
  /** Its page of the guide (`docs/guide`). */
  readonly guide: string;
  /** A workflow in `public/examples` that shows it; beside each lies the recording of a run. */
  readonly example: string;
  /** The field that says what it is about, and what people call that text. */
  readonly mainText: { readonly field: 'description' | 'message' | 'query'; readonly label: string };
  /** Which model its own work asks: that of its agent, that of a matcher if there is one, or none. */
  readonly asks: 'own_model' | 'matcher' | 'no_model';
  /** Whether its own work calls tools that `approve` can hold. A script cannot wait for a person. */
  readonly callsTools: boolean;
  /** The slots for tasks of its own, in the order of a file. */
  readonly slots: readonly OwnSlot[];
  /**
   * Which context the tasks get that it runs: what its `context_management` says, or what it gets itself. `nothing`: it
   * runs no other tasks. Who runs other tasks is retried only if it says so itself, as these are retried already.
   */
  readonly partsGet: 'what_it_says' | 'what_it_gets' | 'nothing';
  /** Whether it works on the whole values of its inputs. For others these are cut like those of a template. */
  readonly readsWholeInputs: boolean;
  /**
   * Whether a model may write tasks of the type in the place of one that failed. It may if such a task can do no more
   * than the one that it replaces, confined to its model and tools, and asks no person.
   */
  readonly byModel: 'confined' | 'where_scripts_run' | 'never';
  /** Whether it cannot run without some of its fields (`validate/check-parts.ts`). */
  readonly needsFields: boolean;
  /** Whether its own fields hold templates, expressions or references (`expressions/task-texts.ts`). */
  readonly hasTexts: boolean;
  /** Whether it may end without a result although nothing fails (`plan/estimate/certain-runs.ts`). */
  readonly maySkip: boolean;
}

/** The traits of each type, in the order of the language page. */
export const taskTraits = {
  atomic: {
    label: 'Atomic',
    id: 'atomic',
    family: 'model',
    icon: 'sparkles',
    words: ['model', 'prompt', 'llm', 'agent', 'ask'],
    hint: 'One conversation with a model',
    guide: 'language-types',
    example: 'answer-from-notes',
    mainText: { field: 'description', label: 'Prompt' },
    asks: 'own_model',
    callsTools: true,
    slots: [],
    partsGet: 'nothing',
    readsWholeInputs: false,
    byModel: 'confined',
    needsFields: false,
    hasTexts: true,
    maySkip: false,
  },
  script: {
    label: 'Script',
    id: 'script',
    family: 'script',
    icon: 'terminal',
    words: ['bash', 'javascript', 'shell', 'code', 'command'],
    hint: 'Bash or JavaScript, sandboxed',
    guide: 'scripts',
    example: 'figures-report',
    mainText: { field: 'description', label: 'Description' },
    asks: 'no_model',
    callsTools: false,
    slots: [],
    partsGet: 'nothing',
    readsWholeInputs: true,
    byModel: 'where_scripts_run',
    needsFields: false,
    hasTexts: true,
    maySkip: false,
  },
  sequential: {
    label: 'Sequence',
    id: 'sequence',
    family: 'control',
    icon: 'list',
    words: ['sequential', 'steps', 'chain', 'order'],
    hint: 'Steps, one after the other',
    guide: 'tasks-in-tasks',
    example: 'sequence',
    mainText: { field: 'description', label: 'Description' },
    asks: 'no_model',
    callsTools: false,
    slots: ['step'],
    partsGet: 'what_it_says',
    readsWholeInputs: false,
    byModel: 'confined',
    needsFields: true,
    hasTexts: false,
    maySkip: true,
  },
  map: {
    label: 'Map',
    id: 'map',
    family: 'loop',
    icon: 'layers',
    words: ['each', 'items', 'parallel', 'list'],
    hint: 'The same task for each item, in parallel',
    guide: 'tasks-in-tasks',
    example: 'map',
    mainText: { field: 'description', label: 'Description' },
    asks: 'no_model',
    callsTools: false,
    slots: ['inner_task'],
    partsGet: 'what_it_says',
    readsWholeInputs: true,
    byModel: 'confined',
    needsFields: true,
    hasTexts: true,
    maySkip: false,
  },
  reduce: {
    label: 'Reduce',
    id: 'reduce',
    family: 'loop',
    icon: 'combine',
    words: ['fold', 'items', 'join', 'list'],
    hint: 'Joins items into one result, in order',
    guide: 'tasks-in-tasks',
    example: 'reduce',
    mainText: { field: 'description', label: 'Description' },
    asks: 'no_model',
    callsTools: false,
    slots: ['inner_task', 'reduction_task'],
    partsGet: 'what_it_says',
    readsWholeInputs: true,
    byModel: 'confined',
    needsFields: true,
    hasTexts: true,
    maySkip: false,
  },
  cond: {
    label: 'Condition',
    id: 'condition',
    family: 'control',
    icon: 'fork',
    words: ['cond', 'if', 'else', 'branch', 'switch', 'case'],
    hint: 'The first case that is true',
    guide: 'tasks-in-tasks',
    example: 'condition',
    mainText: { field: 'description', label: 'Description' },
    asks: 'no_model',
    callsTools: false,
    slots: ['case', 'else'],
    partsGet: 'what_it_gets',
    readsWholeInputs: false,
    byModel: 'confined',
    needsFields: true,
    hasTexts: true,
    maySkip: true,
  },
  group: {
    label: 'Group',
    id: 'group',
    family: 'control',
    icon: 'group',
    words: ['parallel', 'subtasks', 'any', 'all'],
    hint: 'A graph of its own, as one task',
    guide: 'tasks-in-tasks',
    example: 'group',
    mainText: { field: 'description', label: 'Description' },
    asks: 'no_model',
    callsTools: false,
    slots: ['subtask'],
    partsGet: 'what_it_says',
    readsWholeInputs: false,
    byModel: 'confined',
    needsFields: false,
    hasTexts: false,
    maySkip: true,
  },
  director_evaluator: {
    label: 'Director and evaluator',
    id: 'director_evaluator',
    family: 'loop',
    icon: 'circle',
    words: ['loop', 'review', 'judge', 'feedback', 'revise'],
    hint: 'Drafts, has it judged, and revises',
    guide: 'director-and-evaluator',
    example: 'director-evaluator',
    mainText: { field: 'description', label: 'Description' },
    asks: 'no_model',
    callsTools: false,
    slots: ['director', 'script', 'evaluator'],
    partsGet: 'what_it_says',
    readsWholeInputs: false,
    byModel: 'confined',
    needsFields: true,
    hasTexts: false,
    maySkip: true,
  },
  pipeline: {
    label: 'Pipeline',
    id: 'pipeline',
    family: 'loop',
    icon: 'chevrons',
    words: ['steps', 'state', 'long', 'plan'],
    hint: 'Very many steps that pass on a state',
    guide: 'voting-and-pipelines',
    example: 'pipeline',
    mainText: { field: 'description', label: 'Description' },
    asks: 'own_model',
    callsTools: false,
    slots: [],
    partsGet: 'nothing',
    readsWholeInputs: false,
    byModel: 'confined',
    needsFields: true,
    hasTexts: true,
    maySkip: false,
  },
  call: {
    label: 'Call',
    id: 'call',
    family: 'library',
    icon: 'function',
    words: ['function', 'library', 'template', 'definition'],
    hint: 'A definition of the library',
    guide: 'library',
    example: 'library-call',
    mainText: { field: 'description', label: 'Description' },
    asks: 'no_model',
    callsTools: false,
    slots: [],
    partsGet: 'what_it_says',
    readsWholeInputs: false,
    byModel: 'never',
    needsFields: true,
    hasTexts: true,
    maySkip: true,
  },
  associative_memory: {
    label: 'Memory match',
    id: 'match',
    family: 'library',
    icon: 'brain',
    words: ['associative', 'files', 'search', 'find', 'index'],
    hint: 'Finds the files that help with a question',
    guide: 'memory',
    example: 'memory-match',
    mainText: { field: 'query', label: 'Query' },
    asks: 'matcher',
    callsTools: false,
    slots: [],
    partsGet: 'nothing',
    readsWholeInputs: false,
    byModel: 'confined',
    needsFields: true,
    hasTexts: true,
    maySkip: false,
  },
  reparse: {
    label: 'Decompose',
    id: 'decompose',
    family: 'model',
    icon: 'split',
    words: ['reparse', 'split', 'retry'],
    hint: 'Splits what failed into smaller tasks',
    guide: 'decomposition-and-drafting',
    example: 'decompose',
    mainText: { field: 'description', label: 'Description' },
    asks: 'own_model',
    callsTools: false,
    slots: [],
    partsGet: 'nothing',
    readsWholeInputs: false,
    byModel: 'confined',
    needsFields: true,
    hasTexts: false,
    maySkip: false,
  },
  tool: {
    label: 'Tool',
    id: 'tool',
    family: 'script',
    icon: 'wrench',
    words: ['http', 'request', 'mcp', 'api', 'fetch', 'file', 'write'],
    hint: 'A request, a server’s tool or a file, without a model',
    guide: 'tools',
    example: 'tool',
    mainText: { field: 'description', label: 'Description' },
    asks: 'no_model',
    callsTools: true,
    slots: [],
    partsGet: 'nothing',
    readsWholeInputs: true,
    byModel: 'never',
    needsFields: true,
    hasTexts: true,
    maySkip: false,
  },
  ask: {
    label: 'Ask a person',
    id: 'ask',
    family: 'control',
    icon: 'question',
    words: ['form', 'human', 'question', 'approve', 'input', 'user', 'decide'],
    hint: 'A form that a person fills in',
    guide: 'language-types',
    example: 'ask',
    mainText: { field: 'message', label: 'Message' },
    asks: 'no_model',
    callsTools: false,
    slots: [],
    partsGet: 'nothing',
    readsWholeInputs: false,
    byModel: 'never',
    needsFields: true,
    hasTexts: true,
    maySkip: true,
  },
} as const satisfies { readonly [K in TaskType]: TaskTraits };

type TypeWith<T extends keyof TaskTraits, V> = {
  [K in TaskType]: (typeof taskTraits)[K][T] extends V ? K : never;
}[TaskType];

/** Types that hold tasks of their own. */
export type TypeWithSlots = Exclude<TaskType, TypeWith<'slots', readonly []>>;
/** Types whose own work may ask a model. */
export type TypeThatAsks = Exclude<TaskType, TypeWith<'asks', 'no_model'>>;
/** Types that ask the model of their agent. */
export type TypeWithModel = TypeWith<'asks', 'own_model'>;
/** Types that only run other tasks. */
type TypeThatRuns = Exclude<TaskType, TypeWith<'partsGet', 'nothing'>>;
/** Types that cannot run without some of their fields. */
export type TypeWithNeeds = TypeWith<'needsFields', true>;
/** Types with templates, expressions or references in their own fields. */
export type TypeWithTexts = TypeWith<'hasTexts', true>;

interface Typed {
  readonly type: TaskType;
}

/** Whether a task holds tasks of its own by its type. */
export function hasOwnSlots<T extends Typed>(task: T): task is Extract<T, { type: TypeWithSlots }> {
  return taskTraits[task.type].slots.length > 0;
}

/** Whether the own work of a task may ask a model. */
export function mayAskModel<T extends Typed>(task: T): task is Extract<T, { type: TypeThatAsks }> {
  return taskTraits[task.type].asks !== 'no_model';
}

/** Whether a task asks the model of its agent. */
export function asksOwnModel<T extends Typed>(task: T): task is Extract<T, { type: TypeWithModel }> {
  return taskTraits[task.type].asks === 'own_model';
}

/** Whether the type of a task has one of the traits that it has or not. */
export function hasTrait<T extends Typed, K extends 'needsFields' | 'hasTexts' | 'maySkip'>(
  task: T,
  trait: K,
): task is Extract<T, { type: TypeWith<K, true> }> {
  return taskTraits[task.type][trait];
}

/** Whether a task only runs others: those in it, or a definition of the library. */
export function runsOtherTasks<T extends Typed>(task: T): task is Extract<T, { type: TypeThatRuns }> {
  return taskTraits[task.type].partsGet !== 'nothing';
}

/** The slots for tasks of its own that a type has, in the order of a file. */
export function getOwnSlots(type: TaskType): readonly OwnSlot[] {
  return taskTraits[type].slots;
}

/** Whether a type has this slot. */
export function hasSlot(type: TaskType, slot: PartSlot): boolean {
  return slot === 'best_of' || slot.startsWith('input:') || getOwnSlots(type).some((own) => own === slot);
}
