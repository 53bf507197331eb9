import { type TaskType, taskTypeInfo } from '@/workflow/tasks';

/** A type that can be added, with words that find it besides its label. */
export interface PaletteType {
  readonly type: TaskType;
  readonly words: readonly string[];
  /** What the type does, for its tooltip. */
  readonly hint: string;
}

/** All types by family, in the order of the palette. */
export const paletteFamilies: readonly (readonly PaletteType[])[] = [
  [
    { type: 'atomic', words: ['model', 'prompt', 'llm', 'agent', 'ask'], hint: 'One conversation with a model' },
    { type: 'reparse', words: ['reparse', 'split', 'retry'], hint: 'Splits what failed into smaller tasks' },
  ],
  [
    {
      type: 'script',
      words: ['bash', 'javascript', 'shell', 'code', 'command'],
      hint: 'Bash or JavaScript, sandboxed',
    },
    {
      type: 'tool',
      words: ['http', 'request', 'mcp', 'api', 'fetch', 'file', 'write'],
      hint: 'A request, a server’s tool or a file, without a model',
    },
  ],
  [
    { type: 'sequential', words: ['sequential', 'steps', 'chain', 'order'], hint: 'Steps, one after the other' },
    { type: 'cond', words: ['cond', 'if', 'else', 'branch', 'switch', 'case'], hint: 'The first case that is true' },
    {
      type: 'ask',
      words: ['form', 'human', 'question', 'approve', 'input', 'user', 'decide'],
      hint: 'A form that a person fills in',
    },
    { type: 'group', words: ['parallel', 'subtasks', 'any', 'all'], hint: 'A graph of its own, as one task' },
  ],
  [
    { type: 'map', words: ['each', 'items', 'parallel', 'list'], hint: 'The same task for each item, in parallel' },
    { type: 'reduce', words: ['fold', 'items', 'join', 'list'], hint: 'Joins items into one result, in order' },
    {
      type: 'director_evaluator',
      words: ['loop', 'review', 'judge', 'feedback', 'revise'],
      hint: 'Drafts, has it judged, and revises',
    },
    { type: 'pipeline', words: ['steps', 'state', 'long', 'plan'], hint: 'Very many steps that pass on a state' },
  ],
  [
    { type: 'call', words: ['function', 'library', 'template', 'definition'], hint: 'A definition of the library' },
    {
      type: 'associative_memory',
      words: ['associative', 'files', 'search', 'find', 'index'],
      hint: 'Finds the files that help with a question',
    },
  ],
];

/** All types, in the order of the palette. */
export const paletteTypes: readonly PaletteType[] = paletteFamilies.flat();

/** The types that a search text finds, by label or by the start of one of the words. */
export function findTypes(text: string): readonly PaletteType[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return paletteTypes;
  return paletteTypes.filter(
    ({ type, words }) =>
      taskTypeInfo[type].label.toLowerCase().includes(wanted) || words.some((word) => word.startsWith(wanted)),
  );
}

/** Whether the type at this index of a list belongs to another family than the one before it. */
export function startsFamily(types: readonly PaletteType[], index: number): boolean {
  const familyAt = (at: number) => types[at] && taskTypeInfo[types[at].type].family;
  return familyAt(index) !== familyAt(index - 1);
}
