import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import X from 'lucide-react/icons/x';
import { IconButton } from '@/ui/form/icon-button';
import { buildPartPath } from '@/workflow/task-path';
import type { CondTask } from '@/workflow/tasks';
import { ExpressionField } from '../fields/expression-field';
import fields from '../fields/fields.module.css';
import { useSubject } from '../fields/subject';
import { useField } from '../fields/use-field';
import { AddPartButton } from './add-part-button';
import { CaseTask } from './case-task';
import { PartText } from './part-text';
import styles from './parts.module.css';
import { useParts } from './use-parts';

/** The cases of a condition, in the order in which they are tested. */
export function CaseList({ cases = [] }: { readonly cases: CondTask['cases'] }) {
  const { name } = useField(['cases']);
  const { taskPath = '' } = useSubject();
  const parts = useParts();
  return (
    <fieldset name={name} className={`${fields.section} ${fields.plain}`} aria-label="Cases">
      <div className={fields.caption}>
        Cases: the first that is true
        <AddPartButton label="Add a case" onAdd={(type) => parts.add('case', type)} />
      </div>
      <ol className={styles.list}>
        {cases.map(({ task }, index) => {
          const segment = `case:${index + 1}`;
          const number = index + 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: cases have no identity beyond their place
            <li key={index} className={styles.case}>
              <ExpressionField path={['cases', String(index), 'test']} label={`If, case ${number}`} />
              <CaseTask index={index} task={task} onOpen={() => parts.open(segment)} />
              <div className={styles.moves}>
                <IconButton
                  label={`Move case ${number} up`}
                  icon={<ArrowUp />}
                  disabled={index === 0}
                  onClick={() => parts.move(segment, -1)}
                />
                <IconButton
                  label={`Move case ${number} down`}
                  icon={<ArrowDown />}
                  disabled={index === cases.length - 1}
                  onClick={() => parts.move(segment, 1)}
                />
                <IconButton label={`Remove case ${number}`} icon={<X />} onClick={() => parts.remove(segment)} />
              </div>
              {task && <PartText label={`case ${number}`} task={task} taskPath={buildPartPath(taskPath, segment)} />}
            </li>
          );
        })}
      </ol>
      {parts.refused !== undefined && <p className={fields.bad}>{parts.refused}</p>}
    </fieldset>
  );
}
