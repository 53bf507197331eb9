import type { AppStores } from '@/state/context';

/** Headings under which actions are listed, in order. */
export const actionGroups = ['Workflow', 'Edit', 'Tasks', 'Canvas', 'View'] as const;
export type ActionGroup = (typeof actionGroups)[number];

/** Something a person can do, said once for menus, shortcuts, the top bar and the list of shortcuts. */
export interface Action {
  readonly id: string;
  readonly label: string;
  readonly group: ActionGroup;
  /** In the notation of `formatKeys`; the first one is shown. Empty: no shortcut. */
  readonly keys: readonly string[];
  /** Where its keys work: anywhere but in a text, or only while nothing but the canvas has the focus. */
  readonly scope?: 'canvas';
  /** Whether its keys work while a person types too, since what the browser would do with them is never wanted. */
  readonly whileTyping?: boolean;
  /** Without it: always. Keys of an action that is off are left to the browser. */
  readonly enabled?: (stores: AppStores) => boolean;
  /** Whether holding the key down repeats it. */
  readonly repeats?: boolean;
  /** Whether its keys do something just now; without it always. They are not left to the browser. */
  readonly takesKey?: (stores: AppStores) => boolean;
  /** Its keys arrive as this event of the browser, which brings or takes the text. */
  readonly clipboard?: 'copy' | 'cut' | 'paste';
  readonly run: (stores: AppStores) => void | Promise<void>;
}

/** Whether an action can be run now. */
export function isEnabled(action: Action, stores: AppStores): boolean {
  return action.enabled?.(stores) ?? true;
}
