import { isSameInOrder, isSameJson } from '@/base/json';
import { applyModelChange, isEmptyChange, isInPlace, type ModelChange } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import { getSettings, type WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';
import { writeDocumentForm, writeTaskForm } from '../written-form';
import { planEdits } from './plan-edits';
import { type ReadYaml, readYaml } from './read-yaml';
import { replaceBlocks, shrinkEdit } from './replace-blocks';
import { detectStyle } from './text-parts';
import { listUses, readShared, removeAnchors, type SharedUse, writeOutShared } from './write-out';
import type { EditedYaml, YamlBlock, YamlSource } from './yaml-source';

/** How often a text is edited again where an alias made an edit say more than it should. */
const mostRounds = 4;

/**
 * Edits a text in which entries share parts by anchors, aliases and merge keys. They stay where they can. What an entry
 * says otherwise now, because it shared a part that has changed, is written into it. Where that is not enough, uses are
 * written out first: as few as do. Undefined if nothing is shared, or the text cannot be edited so.
 */
export function editShared(
  source: YamlSource,
  document: WorkflowDocument,
  change: ModelChange,
): EditedYaml | undefined {
  const { text } = source;
  if (!/[&*]/.test(text)) return undefined;
  const before = readShared(text);
  const uses = listUses(before);
  const expected = applyModelChange(document, change);
  const style = detectStyle(source);
  const writeOut = (isChosen: (use: SharedUse) => boolean): string | undefined =>
    uses.some(isChosen) ? writeOutShared(before, style, isChosen) : undefined;
  const first = editUntil(text, expected, true);
  if (first.read !== undefined) return finishEdit(source, first.read);
  const touched = listChangedBlocks(source, change);
  const astray = first.left === undefined ? [] : listChangedBlocks(source, first.left);
  const wishes: readonly ((use: SharedUse) => boolean)[] = [
    ({ at }) => isIn(astray, at),
    ({ at, anchorAt }) => isIn(touched, anchorAt) || isIn(touched, at) || isIn(astray, at),
    () => true,
  ];
  for (const isChosen of wishes) {
    const start = writeOut(isChosen);
    const edited = start === undefined ? undefined : editUntil(start, expected, true).read;
    if (edited !== undefined) return finishEdit(source, edited);
  }
  const plain = readShared(writeOutShared(before, style, () => true));
  if (plain.shared.aliases.size > 0) return undefined;
  const last = editUntil(removeAnchors(plain.text), expected, false).read;
  return last && finishEdit(source, last);
}

/** The blocks that a change is about. */
function listChangedBlocks({ blocks }: YamlSource, { tasks, settings, layout }: ModelChange): readonly YamlBlock[] {
  return blocks.filter(({ key }) => {
    if (key.startsWith('tasks.')) return tasks.has(key.slice('tasks.'.length) as TaskId);
    if (key === 'layout') return layout !== undefined;
    return settings !== undefined && !key.includes('.') && key !== 'tasks';
  });
}

const isIn = (blocks: readonly YamlBlock[], offset: number): boolean =>
  blocks.some(({ from, to }) => from <= offset && offset < to);

/** What came of edits until a text says what is expected: its reading, or what is still to be changed. */
interface EditedUntil {
  readonly read?: ReadYaml;
  readonly left?: ModelChange;
}

/** Edits a text until it says what is expected, or nothing changes any more. */
function editUntil(start: string, expected: WorkflowDocument, keepsReferences: boolean): EditedUntil {
  let read = readYaml(start);
  for (let round = 0; ; round += 1) {
    if (read.document === undefined) return {};
    const left = findDifference(read.document, expected);
    if (isEmptyChange(left)) return { read };
    const replacements =
      round === mostRounds ? undefined : planEdits(read.source, read.document, left, keepsReferences);
    const { text } = replacements ? replaceBlocks(read.source, replacements).source : read.source;
    if (text === read.source.text) return { left };
    read = readYaml(text);
  }
}

/** What must change so that a document is written as another one is. */
function findDifference(document: WorkflowDocument, expected: WorkflowDocument): ModelChange {
  const { tasks, settings, layout } = computeChange(document, expected);
  const isWrittenSame = () =>
    isSameInOrder(writeDocumentForm(getSettings(document)), writeDocumentForm(getSettings(expected)));
  const differing = [...tasks].filter(
    ([, change]) =>
      !isInPlace(change) || !isSameInOrder(writeTaskForm(change.before as Task), writeTaskForm(change.after as Task)),
  );
  return {
    tasks: new Map(differing),
    ...(settings && !isWrittenSame() && { settings }),
    ...(layout && !isSameJson(document.layout, expected.layout) && { layout }),
  };
}

function finishEdit({ text, blocks }: YamlSource, { source }: ReadYaml): EditedYaml {
  const edit = shrinkEdit(text, { from: 0, to: text.length, text: source.text });
  const [before, after] = [countUses(text, blocks), countUses(source.text, source.blocks)];
  const writtenOut = [...before].flatMap(([key, count]) => {
    const isThere = source.blocks.some((block) => block.key === key);
    return isThere && (after.get(key) ?? 0) < count ? [key] : [];
  });
  return { source, edits: [edit], writtenOut };
}

/** How many uses each block has in which there are some: a task, or a setting. */
function countUses(text: string, blocks: readonly YamlBlock[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const outer = blocks.filter(({ key }) => key.startsWith('tasks.') || (!key.includes('.') && key !== 'tasks'));
  for (const { at } of listUses(readShared(text))) {
    const key = outer.find(({ from, to }) => from <= at && at < to)?.key;
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
