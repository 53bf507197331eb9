import type { AppStores } from '@/state/context';
import type { OwnKeys } from '@/state/view-store';

/** The headings under which actions are listed, in order. */
export const actionGroups = ['Workflow', 'Edit', 'Tasks', 'Canvas', 'View'] as const;
export type ActionGroup = (typeof actionGroups)[number];

/** Something a person can do. Menus, shortcuts, the top bar and the list of shortcuts share this definition. */
export interface Action {
  readonly id: string;
  readonly label: string;
  readonly group: ActionGroup;
  /** Further words that find it. */
  readonly also?: string;
  /** In the notation of `formatKeys`; the first one is shown. Empty: no shortcut. A person can choose others. */
  readonly keys: readonly string[];
  /**
   * Where its keys work. `canvas`: only while the canvas, or nothing, has the focus. Undefined: anywhere except in a
   * text.
   */
  readonly scope?: 'canvas';
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

/** The keys of an action: those that the person chose, else those of its definition. */
export function getActionKeys({ id, keys }: Pick<Action, 'id' | 'keys'>, own: OwnKeys): readonly string[] {
  return (Object.hasOwn(own, id) ? own[id] : undefined) ?? keys;
}
