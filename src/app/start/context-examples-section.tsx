import MessagesSquare from 'lucide-react/icons/messages-square';
import ScrollText from 'lucide-react/icons/scroll-text';
import type { ReactNode } from 'react';
import { useApp } from '../app-context';
import type { contextExamples } from '../workflows/templates';
import styles from './start-page.module.css';

const examples: {
  readonly [K in (typeof contextExamples)[number]]: { readonly label: string; readonly icon: ReactNode };
} = {
  'long-outputs': { label: 'Long outputs', icon: <ScrollText aria-hidden="true" /> },
  'long-conversation': { label: 'A long conversation', icon: <MessagesSquare aria-hidden="true" /> },
};

/** Examples of how to keep contexts short, each as a small button. */
export function ContextExamplesSection() {
  const { workflows } = useApp();
  return (
    <section className={styles.section} aria-labelledby="context-examples">
      <div className={styles.heading}>
        <h2 id="context-examples">See what keeps contexts short</h2>
      </div>
      <ul className={styles.types}>
        {(Object.keys(examples) as (keyof typeof examples)[]).map((file) => (
          <li key={file}>
            <button type="button" className={styles.type} onClick={() => void workflows.template(file)}>
              {examples[file].icon}
              {examples[file].label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
