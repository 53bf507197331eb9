import { ok } from '@/base/result';
import type { Stores } from '@/state/context';
import { jumpTo } from '@/state/view-store';
import { addedTasks, applyModelChange } from '@/workflow/change';
import { addTask } from '@/workflow/commands/add-task';
import { changeBetween } from '@/workflow/commands/change-between';
import { updateTask } from '@/workflow/commands/update-task';
import type { WorkflowDocument } from '@/workflow/document';

/** Adds a call of a definition of the library to the open workflow, as one step. Resolves to the reason if it is refused. */
export async function callDefinition({ document, view }: Stores, name: string): Promise<string | undefined> {
  let added: string | undefined;
  const refused = await document.actions.dispatch((before) => {
    const call = addTask(before, { type: 'call', at: placeBelow(before) });
    if (!call.ok) return call;
    const after = applyModelChange(before, call.value);
    added = addedTasks(call.value)[0];
    const named = updateTask(after, { id: added ?? '', patch: { ref: name } });
    return named.ok ? ok(changeBetween(before, applyModelChange(after, named.value))) : named;
  }, `Call ${name}`);
  if (refused === undefined && added !== undefined) jumpTo(view, added);
  return refused?.message;
}

/** Under all tasks. */
function placeBelow({ layout }: WorkflowDocument) {
  const places = Object.values(layout?.tasks ?? {});
  if (places.length === 0) return [0, 0] as const;
  return [Math.min(...places.map(([x]) => x)), Math.max(...places.map(([, y]) => y)) + 120] as const;
}
