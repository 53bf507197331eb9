import type { RunnableType } from '@/workflow/tasks';
import { taskTypeInfo } from '@/workflow/tasks';

/** A type that can be added, with words by which it is found besides its label. */
export interface PaletteType {
  readonly type: RunnableType;
  readonly words: readonly string[];
  /** What it does, for its tooltip. */
  readonly hint: string;
}

/** The types that run today, in the order in which they are offered. */
export const paletteTypes: readonly PaletteType[] = [
  { type: 'atomic', words: ['model', 'prompt', 'llm', 'agent', 'ask'], hint: 'One conversation with a model' },
  { type: 'script', words: ['bash', 'javascript', 'shell', 'code', 'command'], hint: 'Bash or JavaScript, sandboxed' },
];

/** The types that a search text finds, by label or by the start of one of the words. */
export function findTypes(text: string): readonly PaletteType[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return paletteTypes;
  return paletteTypes.filter(
    ({ type, words }) =>
      taskTypeInfo[type].label.toLowerCase().includes(wanted) || words.some((word) => word.startsWith(wanted)),
  );
}
