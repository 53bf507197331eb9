import BookOpen from 'lucide-react/icons/book-open';
import LayoutTemplate from 'lucide-react/icons/layout-template';
import { useDeferredValue, useMemo } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { closeDialog } from '@/state/view/screens';
import { Button } from '@/ui/form/button';
import { notifyPerson } from '@/ui/overlay/toast';
import { maxTemplates, rankTemplates, type Template } from '@/workflow/matching/rank-templates';
import { useApp } from '../app-context';
import { callDefinition } from '../library/call-definition';
import type { TemplateFile } from '../workflows/templates';
import styles from './draft.module.css';
import { useExamples } from './use-examples';

/** Existing examples and definitions of the library that match a sentence, the best first, each with its score. */
export function Offers({ sentence }: { readonly sentence: string }) {
  const stores = useStores();
  const { workflows } = useApp();
  const examples = useExamples();
  const wanted = useDeferredValue(sentence);
  const isNew = useView((state) => state.screen.at === 'start');
  const library = useDocument((state) => (isNew ? undefined : state.document.library));
  const ranked = useMemo(() => {
    const known: Record<string, Template> = {};
    for (const [file, { name, description }] of Object.entries(examples)) {
      known[`example:${file}`] = { criteria: name, description };
    }
    for (const [name, definition] of Object.entries(library ?? {})) known[`definition:${name}`] = definition;
    return rankTemplates(wanted, known).slice(0, maxTemplates);
  }, [wanted, examples, library]);
  if (ranked.length === 0) return null;

  const insert = async (name: string) => {
    const refused = await callDefinition(stores, name);
    if (refused === undefined) closeDialog(stores.view);
    else notifyPerson({ tone: 'error', id: 'refused', about: 'workflow', title: refused });
  };
  return (
    <section className={styles.offers} aria-label="What already fits">
      <h3>What already fits</h3>
      <ul>
        {ranked.map(({ id, score }) => {
          const [kind = '', name = ''] = id.split(':', 2);
          const isExample = kind === 'example';
          return (
            <li key={id}>
              {isExample ? <LayoutTemplate aria-hidden="true" /> : <BookOpen aria-hidden="true" />}
              <span className={styles.offered}>{isExample ? examples[name as TemplateFile]?.name : name}</span>
              <span className={styles.score}>fits {score.toFixed(2)} of 1</span>
              {isExample ? (
                <Button size="s" onClick={() => void workflows.template(name as TemplateFile)}>
                  Open a copy
                </Button>
              ) : (
                <Button size="s" onClick={() => void insert(name)}>
                  Call it
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
