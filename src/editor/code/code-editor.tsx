import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { notationFacts } from '@/formats/notation';
import { useDocument, useStores, useView } from '@/state/context';
import { setPreferences } from '@/state/view/preferences';
import type { CodeNotation } from '@/state/view-store';
import { getXmlStore } from '@/state/xml-store';
import { EmptyState } from '@/ui/display/empty-state';
import { Note } from '@/ui/display/note';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { Segmented } from '@/ui/form/segmented';
import styles from './code-editor.module.css';
import { editorsPart } from './editors-part';
import { useBrokenText } from './use-broken-text';

type Loading = 'loading' | 'ready' | 'failed';

const codeNotations: readonly CodeNotation[] = ['yaml', 'xml'];
const options = codeNotations.map((value) => ({ value, label: notationFacts[value].label }));

/** The workflow as text, in either notation. The editor loads when it is first shown. */
export function CodeEditor() {
  const stores = useStores();
  const notation = useView((state) => state.preferences.notation);
  const place = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState<Loading>('loading');
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let gone = false;
    let unmount = (): void => undefined;
    setLoading('loading');
    editorsPart.load().then(
      ({ mountEditor }) => {
        if (gone || !place.current) return;
        unmount = mountEditor(place.current, stores, notation);
        setLoading('ready');
      },
      () => gone || setLoading('failed'),
    );
    return () => {
      gone = true;
      unmount();
    };
  }, [stores, notation, attempt]);

  return (
    <section className={styles.code} aria-label="Code">
      <div className={styles.head}>
        <Segmented
          label="Notation"
          options={options}
          value={notation}
          onChange={(next) => setPreferences(stores.view, { notation: next })}
        />
      </div>
      <BrokenNote notation={notation} />
      {/* `nokey`: React Flow beside it must not handle the keys that are typed here. */}
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

/** Shows why the text cannot be read as a document. */
function BrokenNote({ notation }: { readonly notation: CodeNotation }) {
  const xml = getXmlStore(useStores());
  const workflow = useDocument((state) => state);
  const code = useStore(xml);
  const { sync, diagnostics } = notation === 'xml' && workflow.sync !== 'broken' ? code : workflow;
  const broken = useBrokenText(sync);
  if (!broken) return null;
  const first = diagnostics.find(({ severity }) => severity === 'error');
  const isElsewhere = notation === 'xml' && workflow.sync === 'broken';
  return (
    <div className={styles.note}>
      <Note
        tone="warning"
        title={isElsewhere ? 'The YAML has mistakes. Fix them there first.' : 'The canvas shows the last good state.'}
      >
        {first && `Line ${first.range?.line ?? 1}: ${first.message}`}
      </Note>
    </div>
  );
}
