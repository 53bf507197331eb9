import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import { useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import { useStores } from '@/state/context';
import styles from './export-dialog.module.css';

const schema = 'heddle-1.xsd';

/** The result for a text: `unknown` while it is checked, and if it cannot be checked. */
interface Verdict {
  readonly validity: 'valid' | 'invalid' | 'unknown';
  readonly words: string;
}

const checking: Verdict = { validity: 'unknown', words: `Checking against ${schema}…` };

/** Shows whether an XML text is valid, as other programs check it. */
export function XmlCheck({ text }: { readonly text: string }) {
  const { services } = useStores();
  const [verdict, setVerdict] = useState(checking);
  useEffect(() => {
    let current = true;
    setVerdict(checking);
    services.documents
      .checkXml(text)
      .then(
        ([first, ...more]): Verdict => {
          if (!first) return { validity: 'valid', words: `Valid against ${schema}` };
          const others = more.length === 0 ? '' : ` And ${more.length} more.`;
          const place = first.range ? `, line ${first.range.line}` : '';
          return { validity: 'invalid', words: `Not valid against ${schema}${place}: ${first.message}${others}` };
        },
        (error: unknown): Verdict => ({
          validity: 'unknown',
          words: `It could not be checked against ${schema}: ${toFailure(error).message}`,
        }),
      )
      .then((next) => current && setVerdict(next));
    return () => {
      current = false;
    };
  }, [services, text]);
  const { validity, words } = verdict;
  return (
    <p className={styles.check} data-validity={validity} role="status">
      {validity === 'valid' && <CircleCheck aria-hidden="true" />}
      {validity === 'invalid' && <CircleX aria-hidden="true" />}
      {words}
    </p>
  );
}
