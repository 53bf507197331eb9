import { cleanShownText } from '@/base/shown-text';
import { formatPath } from '@/workflow/diagnostic';
import { formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import type { TextHit } from '@/workflow/find/find-texts';
import { findFirstLine } from '@/workflow/notes';
import { formatSegment } from '@/workflow/segment-label';
import { findContainerPath, getLastSegment, locateTask } from '@/workflow/task-path';
import type { TaskType } from '@/workflow/tasks';

/** A row of the results: the heading of a task or an entry, or an occurrence in it. */
export type FindItem =
  | { readonly kind: 'heading'; readonly key: string; readonly first: TextHit; readonly count: number }
  | { readonly kind: 'found'; readonly key: string; readonly row: TextHit };

/** The results with a heading before those of each task. */
export function findItems(rows: readonly TextHit[]): readonly FindItem[] {
  const items: FindItem[] = [];
  for (let at = 0; at < rows.length; ) {
    const first = rows[at] as TextHit;
    const owner = getOwner(first);
    let end = at + 1;
    while (end < rows.length && getOwner(rows[end] as TextHit) === owner) end += 1;
    items.push({ kind: 'heading', key: `of ${owner}`, first, count: end - at });
    for (const row of rows.slice(at, end)) items.push({ kind: 'found', key: row.key, row });
    at = end;
  }
  return items;
}

/** What an occurrence is listed under. */
function getOwner({ taskPath, path }: TextHit): string {
  if (taskPath !== undefined) return `task ${taskPath}`;
  if (path[0] === 'layout') return formatPath(path.slice(0, 3));
  const isEntry = path[0] === 'agents' || path[0] === 'tools' || path[0] === 'library';
  return isEntry ? formatPath(path.slice(0, 2)) : '';
}

/** What a heading says. */
export interface HeadingWords {
  readonly title: string;
  /** Where it is, or what its id is. */
  readonly about: string;
  readonly type?: TaskType;
}

const entryNouns: Readonly<Record<string, string>> = { agents: 'Agent', tools: 'Tool', library: 'Library' };

/** The words of the heading before an occurrence. */
export function buildHeading(document: WorkflowDocument, { taskPath, path }: TextHit): HeadingWords {
  if (taskPath === undefined) {
    const note = path[0] === 'layout' ? document.layout?.notes?.[Number(path[2])] : undefined;
    if (note !== undefined) return { title: cleanShownText(findFirstLine(note)) || 'Empty note', about: 'Note' };
    const noun = entryNouns[String(path[0])];
    return noun === undefined ? { title: 'Workflow', about: '' } : { title: String(path[1]), about: noun };
  }
  const segment = getLastSegment(taskPath);
  const task = locateTask(document, taskPath)?.task;
  const container = findContainerPath(taskPath);
  const place = container === undefined ? '' : `in ${container.split('/').map(formatSegment).join(' / ')}`;
  if (task === undefined) return { title: formatSegment(segment), about: place };
  const label = formatTaskLabel(formatSegment(segment), task);
  const id = label === segment ? '' : segment;
  return {
    title: label,
    about: [id, place].filter((part) => part !== '').join(' '),
    type: task.type,
  };
}

/** The name of the field of an occurrence. */
export function formatFieldName({ field, path, kind }: TextHit): string {
  if (field.length === 0) return 'name';
  const own = kind === 'name' && field.length === 1 ? field : field.filter((step) => step !== 'task');
  return formatPath(own.length === 0 ? path : own).replaceAll('_', ' ');
}
