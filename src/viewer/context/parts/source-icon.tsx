import { useRun } from '@/state/context';
import { TypeIcon } from '@/ui/display/type-tile';
import type { TaskPath } from '@/workflow/place';
import { taskTypeInfo } from '@/workflow/tasks';
import { usePlaced } from '../../use-placed';
import { placeOfSource } from './place-of-source';

/** The icon of the task that another one names by its id. */
export function SourceIcon({ place, id }: { readonly place: TaskPath; readonly id: string }) {
  const source = useRun(({ run }) => placeOfSource(run, place, id));
  const { type } = usePlaced(source);
  return type === undefined ? null : <TypeIcon type={type} family={taskTypeInfo[type].family} />;
}
