import { TypeTile } from '@/ui/display/type-tile';
import { type TaskType, taskTraits, taskTypes } from '@/workflow/tasks';
import { useApp } from '../app-context';
import styles from './start-page.module.css';

/** An example of each task type, each as a small button. */
export function TypeExamplesSection() {
  return (
    <section className={styles.section} aria-labelledby="examples">
      <div className={styles.heading}>
        <h2 id="examples">See one task type at work</h2>
      </div>
      <ul className={styles.types}>
        {taskTypes.map((type) => (
          <li key={type}>
            <TypeButton type={type} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TypeButton({ type }: { readonly type: TaskType }) {
  const { workflows } = useApp();
  const { label, example } = taskTraits[type];
  return (
    <button type="button" className={styles.type} onClick={() => void workflows.template(example)}>
      <TypeTile look={taskTraits[type]} />
      {label}
    </button>
  );
}
