import LogIn from 'lucide-react/icons/log-in';
import { findInstanceAt } from '@/run/projections/instance-at';
import { useDocument, useRun, useStores, useView } from '@/state/context';
import { getRunPath } from '@/state/run-path';
import { useAsked } from '@/state/use-asked';
import { getSelectedTask } from '@/state/view-store';
import { EmptyState } from '@/ui/display/empty-state';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { findDefinitionAt } from '@/workflow/document';
import { findFunctionName } from '@/workflow/function-path';
import { getRootPath } from '@/workflow/task-path';
import lists from './output-lists.module.css';
import styles from './task-output.module.css';

/** What the shown call gave to the inputs of the function that the canvas is opened at. */
export function RunInputs() {
  const root = useView((state) => getRootPath(getSelectedTask(state) ?? ''));
  const parameters = useDocument(({ document }) => findDefinitionAt(document, root)?.parameters) ?? [];
  const { values, hasRun } = useGivenValues(root);
  const title = `Inputs of ${findFunctionName(root)}`;
  if (!hasRun || parameters.length === 0) {
    return (
      <EmptyState icon={<LogIn />} title={title}>
        {parameters.length === 0
          ? 'Nothing is given to it.'
          : 'What a call gives to each is shown here, once the canvas shows a call that ran.'}
      </EmptyState>
    );
  }
  return (
    <ScrollRegion className={styles.given} label={title}>
      <section className={lists.list} aria-label={`Given to ${findFunctionName(root)}`}>
        <h3 className={lists.heading}>Given by the call</h3>
        <ul className={lists.rows}>
          {parameters.map(({ name }) => {
            const value = values?.get(name);
            return (
              <li key={name} className={lists.row}>
                <span className={lists.name}>{name}</span>
                <span className={lists.line} title={value?.start}>
                  {values === undefined ? 'Reading…' : (value?.start ?? 'Nothing')}
                </span>
              </li>
            );
          })}
        </ul>
      </section>
    </ScrollRegion>
  );
}

/** The values of the names in a function, in the instance of the call that is looked at; undefined: not read yet. */
function useGivenValues(root: string) {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const chosen = useView((state) => state.shownRun.instance);
  const path = useView((state) => getRunPath(state, root));
  const place = useRun(({ run }) => findInstanceAt(run, path, chosen)?.path);
  const { value, failure, isOld } = useAsked(
    [services, executionId, place, root],
    place === undefined || executionId === undefined
      ? undefined
      : () => services.documents.textNames({ executionId, path: place, taskPath: root }),
  );
  // What cannot be read any more is shown as not given.
  const names = failure === undefined ? value : [];
  return {
    values: isOld ? undefined : names && new Map(names.map((name) => [name.name, name])),
    hasRun: place !== undefined,
  };
}
