import { makeSearchable } from '@/base/fuzzy-score';

/** The kinds of what the command menu finds. Of equal ones, those of an earlier kind come first. */
export const menuKinds = ['action', 'task', 'function', 'setting', 'workflow', 'run', 'template', 'guide'] as const;
export type MenuKind = (typeof menuKinds)[number];

/** The word for each kind, at the end of its rows. */
export const kindWords: { readonly [K in MenuKind]: string } = {
  action: 'Action',
  task: 'Task',
  function: 'Function',
  setting: 'Setting',
  workflow: 'Workflow',
  run: 'Run',
  template: 'Template',
  guide: 'Guide',
};

/** Something that the command menu finds and opens. */
export interface MenuItem {
  /** Unique, and the same at the next visit, so that it can be listed as recent. */
  readonly id: string;
  readonly kind: MenuKind;
  readonly label: string;
  /** Beside the label: where it is, what it is. */
  readonly detail?: string | undefined;
  /** Its shortcut, in the notation of `formatKeys`. */
  readonly keys?: string | undefined;
  /** Of a task: its type. */
  readonly type?: string | undefined;
  /** What it needs before it can be run. Undefined: it can be run now. */
  readonly needs?: string | undefined;
  /** The label in the form that is searched. */
  readonly words: string;
  /** Further words that find it, less well than its label: its kind, where it is. */
  readonly more: string;
  readonly run: () => void | Promise<void>;
}

/** An item without the words that find it. `also`: further words, besides those of the detail. */
export type DraftItem = Omit<MenuItem, 'words' | 'more'> & { readonly also?: string | undefined };

/** Adds the words that find an item. */
export function toItem({ also = '', ...item }: DraftItem): MenuItem {
  return {
    ...item,
    words: makeSearchable(item.label),
    more: makeSearchable(`${kindWords[item.kind]} ${item.detail ?? ''} ${also}`),
  };
}
