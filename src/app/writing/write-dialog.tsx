import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatCostAfter, formatTokens } from '@/base/figures';
import { editorsPart } from '@/editor/code/editors-part';
import type { FieldPath } from '@/editor/inspectors/fields/field-path';
import { TaskSubject, useSubjectTask } from '@/editor/inspectors/fields/subject';
import { createJsonFormat, plainTextFormat } from '@/editor/inspectors/fields/text-format';
import { useTextField } from '@/editor/inspectors/fields/use-text-field';
import { connectNamedTask } from '@/editor/inspectors/references/connect-named-task';
import { isAboutResult, useOfferedNames } from '@/editor/inspectors/references/use-offered-names';
import type { MountedText } from '@/editor/writing/mount-text';
import { SchemaForm } from '@/editor/writing/schema-form';
import { useTextPlace } from '@/editor/writing/use-named-values';
import type { FilledText } from '@/run/filled-text';
import { findInstanceAt } from '@/run/projections/instance-at';
import { useDocument, useRun, useStores, useView } from '@/state/context';
import { useRunPath } from '@/state/run-path';
import type { WrittenText } from '@/state/view-store';
import { Button } from '@/ui/form/button';
import { Segmented } from '@/ui/form/segmented';
import { TextArea } from '@/ui/form/text-area';
import { openGuide } from '@/ui/guide';
import { Dialog } from '@/ui/overlay/dialog';
import { InstancePicker } from '@/viewer/instance-picker';
import type { Ends } from '@/workflow/commands/edges/connect-paths';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment } from '@/workflow/task-path';
import type { DialogAbout } from '../dialogs/app-dialog';
import { runInWords } from '../runs/run-use-cases';
import { BesideExpression, BesideTemplate } from './beside-text';
import { useFilledText, useTriedExpression } from './use-text-values';
import styles from './writing.module.css';

/** The large editor of one text, with what it becomes beside it. Everything typed is in the workflow at once. */
export default function WriteDialog({ dialog: { text }, onClose }: DialogAbout<'write'>) {
  const { taskPath } = text;
  return taskPath === undefined ? (
    <Writing written={text} onClose={onClose} />
  ) : (
    <TaskSubject taskPath={taskPath}>
      <Writing written={text} onClose={onClose} />
    </TaskSubject>
  );
}

/** The texts of a conversation with a model, which are written together. */
const promptTexts: readonly (Pick<WrittenText, 'path' | 'language'> & { readonly label: string })[] = [
  { path: ['description'], label: 'Prompt', language: 'template' },
  { path: ['system'], label: 'System', language: 'template' },
  { path: ['expectedOutput'], label: 'Expected output', language: 'template' },
];

function Writing({ written, onClose }: { readonly written: WrittenText; readonly onClose: () => void }) {
  const [shown, setShown] = useState(written);
  const task = useSubjectTask();
  const host = useRef<HTMLDivElement>(null);
  const escapes = useRef<(element: HTMLElement | null) => boolean>(() => false);
  const { taskPath } = written;
  const isOneOf = promptTexts.some(({ path }) => path.join('.') === shown.path.join('.'));
  const tabs =
    task?.type === 'atomic' && isOneOf && (task.system === undefined || typeof task.system === 'string')
      ? promptTexts
      : [];
  const title =
    taskPath === undefined || task === undefined
      ? 'Workflow'
      : formatTaskLabel(formatSegment(getLastSegment(taskPath)), task);
  useEffect(() => {
    const handleWritingKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key !== 'e' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onClose();
    };
    window.addEventListener('keydown', handleWritingKey);
    return () => window.removeEventListener('keydown', handleWritingKey);
  }, [onClose]);
  return (
    <Dialog
      open
      width="full"
      onClose={onClose}
      title={`${title}: ${shown.label}`}
      keepsEscape={() => escapes.current(host.current)}
    >
      {tabs.length > 0 && (
        <div className={styles.tabs}>
          <Segmented
            label="Text"
            options={tabs.map(({ path, label }) => ({ value: path.join('.'), label }))}
            value={shown.path.join('.')}
            onChange={(next) => {
              const tab = tabs.find(({ path }) => path.join('.') === next);
              if (tab) setShown({ ...tab, taskPath });
            }}
          />
        </div>
      )}
      <OneText key={shown.path.join('.')} written={shown} host={host} escapes={escapes} onClose={onClose} />
    </Dialog>
  );
}

interface OneTextProps {
  readonly written: WrittenText;
  readonly host: RefObject<HTMLDivElement | null>;
  readonly escapes: RefObject<(element: HTMLElement | null) => boolean>;
  readonly onClose: () => void;
}

/** After so many ms without a key, the next one begins a new step of the edit history. */
const burst = 1000;
const objectFormat = createJsonFormat('object');
const jsonFormat = createJsonFormat('any');

function OneText({ written, host, escapes, onClose }: OneTextProps) {
  const stores = useStores();
  const { path, language, label, taskPath } = written;
  const format = language === 'schema' ? objectFormat : language === 'json' ? jsonFormat : plainTextFormat;
  const { text, field, error, change } = useTextField(path as FieldPath, format);
  const locked = useDocument(({ sync }) => sync === 'writing' || sync === 'failed');
  const place = useTextPlace(taskPath);
  const fieldName = path.join('.');
  const { names, known, isReady } = useOfferedNames(fieldName, language, true);
  const filled = useFilledText(place, fieldName, language === 'template' ? text : undefined, isReady);
  const isAfter = isAboutResult(fieldName);
  const tried = useTriedExpression(place, language === 'expression' ? text : undefined, isAfter, isReady);
  const [cursor, setCursor] = useState({ line: 1, column: 1 });
  const [loading, setLoading] = useState<'loading' | 'ready' | 'failed'>('loading');
  const editor = useRef<MountedText>(undefined);
  const lastKey = useRef(Number.NEGATIVE_INFINITY);

  const typeText = (next: string): void => {
    if (performance.now() - lastKey.current > burst) field.begin();
    lastKey.current = performance.now();
    change(next);
  };
  const connectTask = (ends: Ends): void => void connectNamedTask(field, ends);
  const live = useRef({ type: typeText, connect: connectTask });
  live.current = { type: typeText, connect: connectTask };

  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted once; what changes is given to it below
  useEffect(() => {
    let gone = false;
    editorsPart.load().then(
      ({ mountText, isKeepingEscape: keepsEscape }) => {
        if (gone || host.current === null) return;
        editor.current = mountText(host.current, {
          text,
          language,
          label,
          locked: false,
          onChange: (next) => live.current.type(next),
          onCursor: (line, column) => setCursor({ line, column }),
          onUndo: (isRedo) => {
            lastKey.current = Number.NEGATIVE_INFINITY;
            const { undo, redo } = stores.document.actions;
            void (isRedo ? redo() : undo());
          },
          onConnect: (ends) => live.current.connect(ends),
          onDone: onClose,
        });
        escapes.current = keepsEscape;
        setLoading('ready');
        editor.current.focus();
      },
      () => gone || setLoading('failed'),
    );
    return () => {
      gone = true;
      editor.current?.dispose();
      editor.current = undefined;
    };
  }, []);
  useEffect(() => editor.current?.show(text), [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also once it is mounted
  useEffect(() => editor.current?.surround({ names, known, problem: error }), [names, known, error, loading]);

  const run = useRunWords();
  const picker = taskPath === undefined ? undefined : <Picker taskPath={taskPath} />;
  const insert = (inserted: string, connects: Ends | undefined): void => {
    editor.current?.insert(inserted);
    if (connects !== undefined) live.current.connect(connects);
  };
  const beside = { names, known, run, picker, onInsert: insert };
  const isPlain = language === 'bash' || language === 'javascript' || language === 'plain' || language === 'json';
  return (
    <>
      <div className={styles.columns} data-alone={isPlain}>
        <div className={styles.text}>
          {loading === 'failed' ? (
            <TextArea
              mono
              aria-label={label}
              className={styles.plain}
              value={text}
              onChange={typeText}
              disabled={locked}
            />
          ) : (
            <div ref={host} className={`nokey ${styles.editor}`} data-writing />
          )}
          {loading === 'loading' && (
            <p className={styles.wait} role="status">
              Opening the editor…
            </p>
          )}
        </div>
        {language === 'template' && <BesideTemplate {...beside} filled={filled} />}
        {language === 'expression' && (
          <BesideExpression {...beside} tried={tried} problem={error} isEmpty={text.trim() === ''} />
        )}
        {language === 'schema' && <SchemaForm text={text} onChange={typeText} />}
      </div>
      <div className={styles.foot}>
        <span>
          Line {cursor.line}, column {cursor.column}
        </span>
        {error !== undefined && <span className={styles.error}>{error}</span>}
        <span className={styles.space} />
        {filled.value && <Figures filled={filled.value} />}
        <Button size="s" variant="ghost" onClick={() => openGuide('writing')}>
          Help
        </Button>
        <Button size="s" variant="ghost" onClick={() => editor.current?.find()}>
          Find
        </Button>
        <Button size="s" onClick={onClose} shortcut="Mod+E">
          Done
        </Button>
      </div>
    </>
  );
}

/** The shown run, in words; undefined: no run is shown. */
function useRunWords(): string | undefined {
  const stores = useStores();
  const executionId = useRun((state) => state.executionId);
  return executionId === undefined ? undefined : runInWords(stores, executionId);
}

function Picker({ taskPath }: { readonly taskPath: string }) {
  const chosen = useView((state) => state.shownRun.instance);
  const path = useRunPath(taskPath);
  const shown = useRun(({ run }) => findInstanceAt(run, path, chosen));
  return <InstancePicker taskPath={path} shown={shown} />;
}

function Figures({ filled }: { readonly filled: FilledText }) {
  const { ownTokens, valueTokens, isExact, parts, window, model, costUsd } = filled;
  const all = parts.reduce((sum, part) => sum + part.tokens, 0);
  const about = isExact ? '' : '≈ ';
  const whole =
    all === 0 ? [] : [window === undefined ? formatTokens(all) : `${formatTokens(all)} of ${formatTokens(window)}`];
  const words = [
    `${about}${ownTokens} own text + ${valueTokens} values`,
    ...whole.map((size) => `${about}${size}`),
    ...(model === undefined ? [] : [model]),
    ...(costUsd === undefined ? [] : [`${formatCostAfter('about', costUsd)} in`]),
  ];
  const share = (ownTokens / Math.max(1, ownTokens + valueTokens)) * 100;
  return (
    <>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <span data-figures>{words.join(' · ')}</span>
    </>
  );
}
