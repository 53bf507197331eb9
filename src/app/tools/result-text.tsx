import { decodeJson, encodeJson } from '@/base/json-text';
import { Chip } from '@/ui/display/chip';
import { LongText } from '@/viewer/context/parts/long-text';
import panel from './panel.module.css';

/** The longest JSON that is formatted in lines, in characters. */
const maxPretty = 200_000;

interface ResultTextProps {
  readonly title: string;
  readonly text: string;
  readonly isError: boolean;
  readonly ms?: number;
}

/** A result as text. Nothing in it is rendered, and no link works. */
export function ResultText({ title, text, isError, ms }: ResultTextProps) {
  return (
    <section className={panel.result} aria-label={title}>
      <p role="status" className={panel.resultHead}>
        <Chip tone={isError ? 'failed' : 'ok'}>{isError ? 'Error' : title}</Chip>
        {ms !== undefined && <span>{Math.round(ms).toLocaleString('en')} ms</span>}
      </p>
      <LongText text={formatPrettyText(text)} />
    </section>
  );
}

function formatPrettyText(text: string): string {
  if (text.length > maxPretty || !/^\s*[[{]/.test(text)) return text;
  try {
    return encodeJson(decodeJson(text), 2);
  } catch {
    return text;
  }
}
