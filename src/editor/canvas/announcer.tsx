import { cleanShownText } from '@/base/shown-text';
import { useDocument, useRun, useView } from '@/state/context';
import { useRunPath } from '@/state/run-path';
import { findMoved, findWireStart } from '@/state/view/gestures';
import { countSelectedTasks, getSelectedTask } from '@/state/view-store';
import { formatPortLabel, listPorts } from '@/workflow/graph/ports';
import { findFirstLine, noteByKey } from '@/workflow/notes';
import { locateTask } from '@/workflow/task-path';
import { countParts } from '../actions/edit';
import styles from './canvas.module.css';
import { useCanvasState } from './canvas-state';
import { useNotTaken } from './nodes/branches';
import { buildTaskBadge, formatBadgeName } from './nodes/task-badge';
import { formatPersonalName, formatTaskSentence } from './nodes/task-sentence';
import { findPhaseAt, useInstance } from './nodes/use-task-badge';

/** Announces to screen readers what is selected, and why a wire cannot end where it is. */
export function Announcer() {
  const selection = useSelectionText();
  const refusal = useCanvasState((state) => state.refusal ?? state.dropInto?.refusal ?? state.portChosen);
  return (
    <div role="status" className={styles.announcer}>
      {refusal ?? selection}
    </div>
  );
}

function useSelectionText(): string {
  const document = useDocument((state) => state.document);
  const selection = useView((state) => state.canvas.selection);
  const count = useView(countSelectedTasks);
  const id = useView(getSelectedTask);
  const edge = useView((state) => state.canvas.edge);
  const from = useView(findWireStart);
  const run = useInstance(id ?? '');
  const path = useRunPath(id ?? '');
  const phase = useRun((state) => findPhaseAt(state, path));
  const isNotTaken = useNotTaken(id ?? '');
  const label = (task: string) => formatPersonalName(document, task);
  const moving = useView(findMoved);
  const keyRefusal = useCanvasState((state) => state.keyRefusal);
  if (edge?.port !== undefined)
    return `Edge selected: ${label(edge.to)} reads ${label(edge.from)}, ${formatPortLabel(edge.port)}`;
  if (edge) return `Edge selected: ${label(edge.to)} runs after ${label(edge.from)}`;
  if (selection.size > 1) return `${countParts(count, selection.size - count)} selected`;
  const note = noteByKey(document, [...selection][0] ?? '');
  if (note !== undefined)
    return `Note: ${cleanShownText(findFirstLine(note)) || 'empty'}${note.in ? `, in ${label(note.in)}` : ''}`;
  const task = id === undefined ? undefined : locateTask(document, id)?.task;
  if (id === undefined || !task) return '';
  if (from === id)
    return `Connecting from ${label(id)}. Go to a task with the arrows, then press Enter. Escape cancels.`;
  if (moving?.includes(id))
    return `Moving ${label(id)}. Go to a container or a task with the arrows, then press Enter. Escape cancels.`;
  const text = formatTaskSentence(
    document,
    id,
    formatBadgeName(buildTaskBadge(task, run, phase, undefined, { isNotTaken })),
  );
  if (moving !== undefined)
    return `${text}. Enter moves ${moving.length === 1 ? label(moving[0] ?? '') : 'the tasks'} here.`;
  if (from === undefined) return text;
  const ports = listPorts(document, task).map(({ name }) => formatPortLabel(name));
  const choice = ports.length === 0 ? '' : `, or chooses a port: ${ports.join(', ')}`;
  return `${text}. ${keyRefusal ?? `Enter lets it run after ${label(from)}${choice}.`} Shift+Enter adds an input.`;
}
