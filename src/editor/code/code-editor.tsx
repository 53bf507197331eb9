import { useEffect, useRef, useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Note } from '@/ui/note';
import { StatusRing } from '@/ui/status-ring';
import styles from './code-editor.module.css';
import { useBrokenText } from './use-broken-text';

type Loading = 'loading' | 'ready' | 'failed';

/** The workflow as YAML. The editor itself is fetched when it is first shown. */
export function CodeEditor() {
  const stores = useStores();
  const place = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState<Loading>('loading');
  const [attempt, setAttempt] = useState(0);
  const broken = useBrokenText();
  const firstError = useDocument(({ diagnostics }) => diagnostics.find(({ severity }) => severity === 'error'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let gone = false;
    let unmount = (): void => undefined;
    setLoading('loading');
    import('./mount-editor').then(
      ({ mountEditor }) => {
        if (gone || !place.current) return;
        unmount = mountEditor(place.current, stores);
        setLoading('ready');
      },
      () => gone || setLoading('failed'),
    );
    return () => {
      gone = true;
      unmount();
    };
  }, [stores, attempt]);

  return (
    <section className={styles.code} aria-label="Code">
      {broken && (
        <div className={styles.note}>
          <Note tone="warning" title="The canvas shows the last good state.">
            {firstError && `Line ${firstError.range?.line ?? 1}: ${firstError.message}`}
          </Note>
        </div>
      )}
      {/* `nokey`: React Flow beside it must not take the keys that are typed here. */}
      <div ref={place} className={`nokey ${styles.editor}`} />
      {loading === 'loading' && (
        <div className={styles.wait} role="status">
          <EmptyState icon={<StatusRing status="running" label="Loading" />} title="Opening the code editor" />
        </div>
      )}
      {loading === 'failed' && (
        <div className={styles.wait} role="alert">
          <EmptyState
            icon={<StatusRing status="failed" />}
            title="The code editor could not be fetched"
            actions={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
          >
            It is loaded when it is first opened. Check the connection.
          </EmptyState>
        </div>
      )}
      <p className={styles.foot}>Ctrl+M: Tab moves the focus, or indents again</p>
    </section>
  );
}
