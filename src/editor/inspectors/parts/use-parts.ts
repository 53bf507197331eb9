import { useState } from 'react';
import { useStores } from '@/state/context';
import type { EditCommand } from '@/state/document-state';
import { jumpToTask } from '@/state/view/canvas';
import { addPart } from '@/workflow/commands/add-part';
import { movePart } from '@/workflow/commands/move-part';
import { removePart } from '@/workflow/commands/remove-part';
import { buildPartPath } from '@/workflow/task-path';
import type { TaskType } from '@/workflow/tasks';
import type { PartSlot } from '@/workflow/tasks/part-slots';
import { useDispatch, useSubject } from '../fields/subject';

/** Operations on the parts of the edited task. */
export interface Parts {
  /** Why the last edit was refused. */
  readonly refused: string | undefined;
  open(segment: string): void;
  add(slot: PartSlot, type: TaskType): void;
  remove(segment: string): void;
  move(segment: string, by: -1 | 1): void;
}

/** Opens, adds, moves and removes the parts of the subject. */
export function useParts(): Parts {
  const { view } = useStores();
  const { taskPath = '' } = useSubject();
  const dispatch = useDispatch();
  const [refused, setRefused] = useState<string>();
  const make = async (command: EditCommand, label: string): Promise<void> => {
    const focused = document.activeElement;
    const fieldset = focused?.closest('fieldset');
    setRefused(await dispatch(command, label));
    requestAnimationFrame(() => keepFocus(focused, fieldset));
  };
  return {
    refused,
    open: (segment) => jumpToTask(view, buildPartPath(taskPath, segment)),
    add: (slot, type) =>
      void make((document) => addPart(document, { container: taskPath, slot, type }), `Add to ${taskPath}`),
    remove: (segment) =>
      void make(
        (document) => removePart(document, { taskPath: buildPartPath(taskPath, segment) }),
        `Remove ${segment}`,
      ),
    move: (segment, by) =>
      void make(
        (document) => movePart(document, { taskPath: buildPartPath(taskPath, segment), by }),
        `Move ${segment}`,
      ),
  };
}

/**
 * An edit may move or remove the focused element. The focus then goes to what is around it, so that the keyboard is not
 * lost.
 */
function keepFocus(focused: Element | null, fieldset: Element | null | undefined): void {
  if (document.activeElement !== document.body) return;
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  if (document.activeElement === document.body) fieldset?.querySelector('button')?.focus();
}
