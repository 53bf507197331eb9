import type { PlanEstimate, TaskEstimate } from '@/plan/estimate/estimate';

/** What the table of a plan has below its head, one after the other. */
export type PlanRow =
  | { readonly kind: 'wave'; readonly key: string; readonly number: number; readonly tasks: number }
  | {
      readonly kind: 'task';
      readonly key: string;
      readonly foreseen: TaskEstimate;
      /** How many tasks it is within. */
      readonly depth: number;
      /** Whether it is unfolded; undefined: there is nothing in it. */
      readonly open: boolean | undefined;
    }
  | { readonly kind: 'prompt'; readonly key: string; readonly foreseen: TaskEstimate };

interface RowWishes {
  /** The tasks in tasks, by their container. */
  readonly parts: ReadonlyMap<string, readonly TaskEstimate[]>;
  /** Paths of the unfolded tasks. */
  readonly opened: ReadonlySet<string>;
  /** Only tasks with these letters in their name, path or model, with what they are in; empty: all. */
  readonly filter: string;
}

/** Lists the rows of a plan by wave. A wave in which no task is found has none. */
export function listPlanRows(
  { waves, tasks }: Pick<PlanEstimate, 'waves' | 'tasks'>,
  { parts, opened, filter }: RowWishes,
): readonly PlanRow[] {
  const wanted = filter.trim().toLowerCase();
  const isMeant = ({ id, label, model }: TaskEstimate) =>
    `${label}\n${id}\n${model === undefined ? '' : `${model.provider}:${model.model}`}`.toLowerCase().includes(wanted);

  const listTask = (foreseen: TaskEstimate, depth: number): readonly PlanRow[] => {
    const { id, prompt } = foreseen;
    const inner = parts.get(id) ?? [];
    const found = wanted === '' ? [] : inner.flatMap((part) => listTask(part, depth + 1));
    if (wanted !== '' && found.length === 0 && !isMeant(foreseen)) return [];
    const hasMore = prompt !== undefined || inner.length > 0;
    // What is found in a task is shown, as nobody can know that it is there.
    const isOpen = opened.has(id) || found.length > 0;
    const rows: PlanRow[] = [{ kind: 'task', key: id, foreseen, depth, open: hasMore ? isOpen : undefined }];
    if (opened.has(id) && prompt !== undefined) rows.push({ kind: 'prompt', key: `prompt ${id}`, foreseen });
    if (found.length > 0) rows.push(...found);
    else if (isOpen) for (const part of inner) rows.push(...listTask(part, depth + 1));
    return rows;
  };

  return waves.flatMap((ids, index): readonly PlanRow[] => {
    const rows = ids.flatMap((id) => {
      const foreseen = tasks[id];
      return foreseen === undefined ? [] : listTask(foreseen, 0);
    });
    if (rows.length === 0) return [];
    return [{ kind: 'wave', key: `wave ${index}`, number: index + 1, tasks: ids.length }, ...rows];
  });
}
