import { useEffect, useEffectEvent, useState } from 'react';
import { cleanShownText } from '@/base/shown-text';
import { useDocument, useRun, useView } from '@/state/context';
import { useRunPath } from '@/state/run-path';
import { findMoved, findWireStart } from '@/state/view/gestures';
import { countSelectedTasks, getSelectedTask } from '@/state/view-store';
import { saySelection } from '@/ui/live-texts';
import type { WorkflowDocument } from '@/workflow/document';
import { formatPortLabel, listPorts } from '@/workflow/graph/ports';
import { findFirstLine, noteByKey } from '@/workflow/notes';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import { countParts } from '../actions/edit';
import { computeBoxesUnder } from '../geometry/root-boxes';
import { useCanvasState } from './canvas-state';
import { useNotTaken } from './nodes/branches';
import { buildTaskBadge, formatBadgeName } from './nodes/task-badge';
import { formatAdded, formatPersonalName, formatTaskSentence } from './nodes/task-sentence';
import { findPhaseAt, useInstance } from './nodes/use-task-badge';

/** What is said of the selection. */
interface Said {
  readonly text: string;
  /** It is said anew when this changes: the status of a task alone is no news. */
  readonly about: string;
}

/** Has screen readers say what is selected, and why a wire cannot end where it is. */
export function Announcer() {
  const selection = useSelectionText();
  const refusal = useCanvasState((state) => state.refusal ?? state.dropInto?.refusal ?? state.portChosen);
  const { text, about } = refusal === undefined ? selection : { text: refusal, about: refusal };
  const sayText = useEffectEvent(() => saySelection(text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said for each other thing that it is about.
  useEffect(() => sayText(), [about]);
  useEffect(() => () => saySelection(''), []);
  return null;
}

function useSelectionText(): Said {
  const { words, badge, isAdded } = useSelectionWords();
  return { text: words(badge, isAdded), about: words('', false) };
}

interface SelectionWords {
  /** The sentence of the selection; what it says of the status of the task, and whether that is new, is given to it. */
  readonly words: (badge: string, isAdded: boolean) => string;
  readonly badge: string;
  readonly isAdded: boolean;
}

function useSelectionWords(): SelectionWords {
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
  const isAdded = useIsAdded(id) && phase === 'none';
  const task = id === undefined ? undefined : locateTask(document, id)?.task;
  const badge = task === undefined ? '' : formatBadgeName(buildTaskBadge(task, run, phase, undefined, { isNotTaken }));
  const words = (status: string, asAdded: boolean): string => {
    if (edge?.port !== undefined)
      return `Edge selected: ${label(edge.to)} reads ${label(edge.from)}, ${formatPortLabel(edge.port)}`;
    if (edge) return `Edge selected: ${label(edge.to)} runs after ${label(edge.from)}`;
    if (selection.size > 1) return `${countParts(count, selection.size - count)} selected`;
    const note = noteByKey(document, [...selection][0] ?? '');
    if (note !== undefined)
      return `Note: ${cleanShownText(findFirstLine(note)) || 'empty'}${note.in ? `, in ${label(note.in)}` : ''}`;
    if (id === undefined || !task) return '';
    if (from === id)
      return `Connecting from ${label(id)}. Go to a task with the arrows, then press Enter. Escape cancels.`;
    if (moving?.includes(id))
      return `Moving ${label(id)}. Go to a container or a task with the arrows, then press Enter. Escape cancels.`;
    if (asAdded && from === undefined && moving === undefined) return formatAdded(document, id);
    const text = formatTaskSentence(document, id, status);
    if (moving !== undefined)
      return `${text}. Enter moves ${moving.length === 1 ? label(moving[0] ?? '') : 'the tasks'} here.`;
    if (from === undefined) return text;
    const ports = listPorts(document, task).map(({ name }) => formatPortLabel(name));
    const choice = ports.length === 0 ? '' : `, or chooses a port: ${ports.join(', ')}`;
    return `${text}. ${keyRefusal ?? `Enter lets it run after ${label(from)}${choice}.`} Shift+Enter adds an input.`;
  };
  return { words, badge, isAdded };
}

/** Whether the selected task came with an edit, and is selected since. What adds a task selects it after that. */
function useIsAdded(id: TaskPath | undefined): boolean {
  const workflow = useDocument((state) => state.id);
  const document = useDocument((state) => state.document);
  const root = useView((state) => state.canvas.root);
  const boxes = computeBoxesUnder(document, root);
  const [seen, setSeen] = useState({ workflow, document, boxes, before: document, id, isAdded: false });
  if (seen.document === document && seen.boxes === boxes && seen.id === id) return seen.isAdded;
  // The text is read again after an edit, which gives another document that is drawn alike.
  const isDrawnAlike = seen.boxes === boxes;
  const before = seen.workflow !== workflow ? document : isDrawnAlike ? seen.before : seen.document;
  const isThereIn = (one: WorkflowDocument) => id !== undefined && locateTask(one, id) !== undefined;
  const isSame = seen.id === id && seen.workflow === workflow;
  const isAdded = isThereIn(document) && (isSame ? seen.isAdded : !isThereIn(before));
  // Once something is selected, what the edit added is no news any more.
  setSeen({ workflow, document, boxes, before: isSame ? before : document, id, isAdded });
  return isAdded;
}
