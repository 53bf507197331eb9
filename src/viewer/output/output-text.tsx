import { decodeJson, encodeJson } from '@/base/json-text';
import { cleanShownText } from '@/base/shown-text';
import { Note } from '@/ui/display/note';
import { Markdown } from '@/ui/text/markdown';
import styles from './task-output.module.css';

/** The views of an output. `prompt` shows what was sent instead. */
export type OutputMode = 'text' | 'rendered' | 'json' | 'prompt';

interface OutputTextProps {
  readonly text: string;
  readonly view: Exclude<OutputMode, 'prompt'>;
  readonly streams: boolean;
  /** Shown if there is no text. */
  readonly empty: string;
}

/** An output as text, rendered as Markdown by a sanitising renderer, or as indented JSON. */
export function OutputText({ text, view, streams, empty }: OutputTextProps) {
  if (text === '' && !streams) return <p className={styles.quiet}>{empty}</p>;
  if (view === 'rendered') {
    return (
      <div className={styles.prose}>
        <Markdown text={text} />
      </div>
    );
  }
  const json = view === 'json' ? indentJson(text) : undefined;
  return (
    <>
      {view === 'json' && json === undefined && !streams && <Note tone="info">The output is not JSON.</Note>}
      <pre className={styles.text}>
        {cleanShownText(json ?? text)}
        {streams && <span className={styles.caret} aria-hidden="true" />}
      </pre>
    </>
  );
}

function indentJson(text: string): string | undefined {
  try {
    return encodeJson(decodeJson(text), 2);
  } catch {
    return undefined;
  }
}
