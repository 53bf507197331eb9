import { useEffect, useRef, useState } from 'react';
import { editorsPart } from '@/editor/code/editors-part';
import type { MountedText } from '@/editor/writing/mount-text';
import { useGivenInputs, useStores } from '@/state/context';
import { formatInputDefault, listDeclaredInputs, typeInput } from '@/state/give-inputs';
import { Button } from '@/ui/form/button';
import { TextArea } from '@/ui/form/text-area';
import { Dialog } from '@/ui/overlay/dialog';
import { formatInputLabel, type InputField } from '@/workflow/inputs/input-field';
import type { DialogAbout } from '../dialogs/app-dialog';
import styles from './writing.module.css';

/** The large editor of a text that a run is given. Everything typed is in the form at once. */
export default function WriteInputDialog({ dialog: { input }, onClose }: DialogAbout<'write-input'>) {
  const field = listDeclaredInputs(useStores()).find(({ name }) => name === input);
  return field && <InputWriting field={field} onClose={onClose} />;
}

function InputWriting({ field, onClose }: { readonly field: InputField; readonly onClose: () => void }) {
  const stores = useStores();
  const label = formatInputLabel(field);
  const text = useGivenInputs(({ texts }) => texts[field.name]) ?? formatInputDefault(field);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<MountedText>(undefined);
  const steps = useRef<{ past: readonly string[]; future: readonly string[] }>({ past: [], future: [] });
  const shown = useRef(text);
  const [loading, setLoading] = useState<'loading' | 'ready' | 'failed'>('loading');

  const show = (next: string) => {
    shown.current = next;
    typeInput(stores, field.name, next);
  };
  const typeText = (next: string) => {
    steps.current = { past: [...steps.current.past, shown.current].slice(-mostSteps), future: [] };
    show(next);
  };
  const step = (isRedo: boolean) => {
    const { past, future } = steps.current;
    const next = (isRedo ? future : past).at(-1);
    if (next === undefined) return;
    steps.current = isRedo
      ? { past: [...past, shown.current], future: future.slice(0, -1) }
      : { past: past.slice(0, -1), future: [...future, shown.current] };
    show(next);
    editor.current?.show(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted once; its text is its own from then on
  useEffect(() => {
    let isGone = false;
    editorsPart.load().then(
      ({ mountText }) => {
        if (isGone || host.current === null) return;
        editor.current = mountText(host.current, {
          text,
          language: field.type === 'json' ? 'json' : 'plain',
          label,
          locked: false,
          onChange: typeText,
          onCursor: () => undefined,
          onUndo: step,
          onConnect: () => undefined,
          onDone: onClose,
        });
        setLoading('ready');
        editor.current.focus();
      },
      () => isGone || setLoading('failed'),
    );
    return () => {
      isGone = true;
      editor.current?.dispose();
    };
  }, []);

  return (
    <Dialog open width="full" onClose={onClose} title={`What the run is given: ${label}`}>
      <div className={styles.columns} data-alone="true">
        <div className={styles.text}>
          {loading === 'failed' ? (
            <TextArea mono aria-label={label} className={styles.plain} value={text} onChange={typeText} />
          ) : (
            <div ref={host} className={`nokey ${styles.editor}`} data-writing />
          )}
          {loading === 'loading' && (
            <p className={styles.wait} role="status">
              Opening the editor…
            </p>
          )}
        </div>
      </div>
      <div className={styles.foot}>
        <span>{[...text].length.toLocaleString('en')} characters</span>
        <span className={styles.space} />
        <Button size="s" onClick={onClose} shortcut="Mod+E">
          Done
        </Button>
      </div>
    </Dialog>
  );
}

/** How many steps can be undone while it is open. */
const mostSteps = 200;
