import { useRef } from 'react';
import { decodeJson, encodeJson } from '@/base/json-text';
import { cleanShownText } from '@/base/shown-text';
import type { ShownAs } from '@/state/view-store';
import { Chip } from '@/ui/display/chip';
import { Note } from '@/ui/display/note';
import { GrowingText } from '@/ui/text/growing-text';
import { Markdown } from '@/ui/text/markdown';
import { useUnlessSelected } from '@/ui/text/use-unless-selected';
import { formatVerdict } from '../rounds/verdict';
import { readVerdict, type Verdict } from './output-kind';
import styles from './task-output.module.css';

/** The views of an output. `prompt` shows what was sent instead. */
export type OutputMode = ShownAs | 'prompt';

interface OutputTextProps {
  readonly text: string;
  readonly view: ShownAs;
  readonly streams: boolean;
  /** Shown if there is no text. */
  readonly empty: string;
}

/** An output as text, rendered as Markdown by a sanitising renderer, or as indented JSON. */
export function OutputText({ text, view, streams, empty }: OutputTextProps) {
  if (text === '' && !streams) return <p className={styles.quiet}>{empty}</p>;
  if (view === 'rendered') {
    const verdict = streams ? undefined : readVerdict(text);
    return verdict ? <VerdictText verdict={verdict} /> : <RenderedText text={text} />;
  }
  const json = view === 'json' ? indentJson(text) : undefined;
  return (
    <>
      {view === 'json' && json === undefined && !streams && <Note tone="info">The output is not JSON.</Note>}
      <pre className={styles.text} data-text>
        <GrowingText text={cleanShownText(json ?? text)} />
        {streams && <span className={styles.caret} aria-hidden="true" />}
      </pre>
    </>
  );
}

/** A verdict in a word, with its reason. */
function VerdictText({ verdict: { success, feedback } }: { readonly verdict: Verdict }) {
  return (
    <>
      <p className={styles.verdict}>
        <Chip tone={success ? 'ok' : 'failed'}>{formatVerdict({ notes: { success }, exitCode: success ? 0 : 1 })}</Chip>
      </p>
      {feedback !== undefined && <RenderedText text={feedback} />}
    </>
  );
}

/** Its last paragraph is made anew with each piece of text. */
function RenderedText({ text }: { readonly text: string }) {
  const prose = useRef<HTMLDivElement>(null);
  const shown = useUnlessSelected(prose, text);
  return (
    <div ref={prose} className={styles.prose} data-text>
      <Markdown text={shown} />
    </div>
  );
}

function indentJson(text: string): string | undefined {
  try {
    return encodeJson(decodeJson(text), 2);
  } catch {
    return undefined;
  }
}
