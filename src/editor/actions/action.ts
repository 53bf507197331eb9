import type { AppStores } from '@/state/context';
import type { OwnKeys } from '@/state/view-store';

/** The headings under which actions are listed, in order. */
export const actionGroups = ['Workflow', 'Edit', 'Tasks', 'Canvas', 'View'] as const;
export type ActionGroup = (typeof actionGroups)[number];

/**
 * Where keys work. `canvas`: while the canvas, or nothing, has the focus. `tasks`: there and in the list of tasks.
 * `output`: in a text that is read. `panels`: everywhere but on the canvas, in texts too. `anywhere`: except in texts.
 */
export type KeyScope = 'canvas' | 'tasks' | 'output' | 'panels' | 'anywhere';

/** What is done to tasks is done where tasks have the focus; the rest wherever it is. */
const groupScopes: Readonly<Record<ActionGroup, KeyScope>> = {
  Workflow: 'anywhere',
  Edit: 'tasks',
  Tasks: 'tasks',
  Canvas: 'tasks',
  View: 'anywhere',
};

/** Where the keys of an action work. */
export function getScope({ scope, group }: Action): KeyScope {
  return scope ?? groupScopes[group];
}

/** Something a person can do. Menus, shortcuts, the top bar and the list of shortcuts share this definition. */
export interface Action {
  readonly id: string;
  readonly label: string;
  /** What it would do at this moment, where that is not always the same; left out: what its label says. */
  readonly labelNow?: (stores: AppStores) => string;
  readonly group: ActionGroup;
  /** Further words that find it. */
  readonly also?: string;
  /** In the notation of `formatKeys`; the first one is shown. Empty: no shortcut. A person can choose others. */
  readonly keys: readonly string[];
  /** Where its keys work; left out: where those of its group do, see {@link getScope}. */
  readonly scope?: KeyScope;
  /** Whether its keys also work while a person types, because the browser's own behaviour for them is never wanted. */
  readonly whileTyping?: boolean;
  /** Whether its keys also work on the start page. */
  readonly onStart?: boolean;
  /** Undefined: always enabled. The browser handles the keys of a disabled action. */
  readonly enabled?: (stores: AppStores) => boolean;
  /** Whether it repeats while the key is held down. */
  readonly repeats?: boolean;
  /**
   * Whether its keys have an effect at this moment; undefined: always. The browser does not handle them even if not.
   */
  readonly takesKey?: (stores: AppStores) => boolean;
  /** Its keys arrive as this browser event, which carries the text. */
  readonly clipboard?: 'copy' | 'cut' | 'paste';
  readonly run: (stores: AppStores) => void | Promise<void>;
}

/** Whether an action can be run now. */
export function isEnabled(action: Action, stores: AppStores): boolean {
  return action.enabled?.(stores) ?? true;
}

/** What an action would do now, for a menu. */
export function formatActionLabel({ label, labelNow }: Pick<Action, 'label' | 'labelNow'>, stores: AppStores): string {
  return labelNow?.(stores) ?? label;
}

/** The keys of an action: those that the person chose, else those of its definition. */
export function getActionKeys({ id, keys }: Pick<Action, 'id' | 'keys'>, own: OwnKeys): readonly string[] {
  return (Object.hasOwn(own, id) ? own[id] : undefined) ?? keys;
}
