import { type DocumentPath, formatPath } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { listParts } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import type { ReportLine } from './import-report';

/**
 * Lines with the paths that their tasks have in the document: `tasks.each.inner_task.subtasks.sum` for `tasks.sum`,
 * which is in a container. What a person does next about a task leads to it.
 */
export function locateLines(lines: readonly ReportLine[], document: WorkflowDocument): readonly ReportLine[] {
  const places = findPlaces(document);
  const locate = (path: string): string => {
    const [, id = '', rest = ''] = /^tasks\.([^.]+)(.*)$/.exec(path) ?? [];
    const place = places.get(id);
    return place === undefined ? path : `${place}${rest}`;
  };
  return lines.map((line) => {
    const paths = line.new.map(locate);
    const [first] = paths;
    const { todo } = line;
    if (todo === undefined || todo.command !== undefined || !first?.startsWith('tasks.'))
      return { ...line, new: paths };
    return { ...line, new: paths, todo: { ...todo, command: { name: 'open_task', path: first } } };
  });
}

/** The path of each task by its id, which no other task of an import has. */
function findPlaces({ tasks }: WorkflowDocument): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const walk = (task: Task, path: DocumentPath) => {
    const id = String(path.at(-1));
    const isNode = task.extensions?.['x-origin'] !== undefined;
    // A group in a node may name its parts as the file does, by a name that a node has too.
    if (isNode || (!places.has(id) && /^(?:sub)?tasks$/.test(String(path.at(-2))))) places.set(id, formatPath(path));
    for (const { task: part, position } of listParts(task)) walk(part, [...path, ...position.path]);
  };
  for (const [id, task] of Object.entries(tasks)) walk(task, ['tasks', id]);
  return places;
}
