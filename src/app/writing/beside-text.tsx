import { type ReactNode, useState } from 'react';
import { formatTokens } from '@/base/figures';
import { encodeJson } from '@/base/json-text';
import type { ScopeName } from '@/editor/inspectors/references/names-in-scope';
import {
  describeValue,
  formatShortValue,
  listExpressionOffers,
  listTemplateOffers,
} from '@/editor/writing/name-offers';
import type { FilledPart, FilledPiece, FilledText, SeenName, TriedExpression } from '@/run/filled-text';
import type { AskedAnswer } from '@/state/use-asked';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Segmented } from '@/ui/form/segmented';
import { partTitles } from '@/viewer/plan/part-titles';
import styles from './writing.module.css';

interface BesideTemplateProps {
  readonly filled: AskedAnswer<FilledText>;
  readonly names: readonly ScopeName[];
  readonly values: ReadonlyMap<string, SeenName>;
  /** The run that the values are of, in words; undefined: none. */
  readonly run: string | undefined;
  readonly picker: ReactNode;
  readonly onInsert: (text: string) => void;
}

type Look = 'text' | 'names' | 'call';

/** Beside a template: what it becomes, what each name holds, and the whole call. */
export function BesideTemplate({ filled, names, values, run, picker, onInsert }: BesideTemplateProps) {
  const [look, setLook] = useState<Look>('text');
  const { value } = filled;
  const hasCall = value !== undefined && value.parts.length > 0;
  const options = [
    { value: 'text', label: 'What it becomes' },
    { value: 'names', label: 'Names' },
    ...(hasCall ? [{ value: 'call', label: 'Whole call' }] : []),
  ] as const;
  return (
    <div className={styles.beside}>
      <div className={styles.besideHead}>
        <Segmented label="Beside the text" options={options} value={look} onChange={(next) => setLook(next as Look)} />
        <span className={styles.run}>{run === undefined ? 'No run yet' : `with the values of ${run}`}</span>
        {picker}
        {value && (
          <span className={styles.figure}>{formatTokenCount(value.ownTokens + value.valueTokens, value.isExact)}</span>
        )}
      </div>
      {look === 'names' ? (
        <NameList offers={listTemplateOffers(names, values)} onTake={(text) => onInsert(`{{${text}}}`)} />
      ) : (
        <ScrollRegion className={styles.becomes} label={look === 'call' ? 'The whole call' : 'What it becomes'}>
          {look === 'call'
            ? value?.parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity beyond their position
                <Part key={index} part={part} isExact={value.isExact} />
              ))
            : value?.pieces.map((piece, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity beyond their position
                <Piece key={index} piece={piece} />
              ))}
        </ScrollRegion>
      )}
    </div>
  );
}

/** Tokens, with ≈ where the model’s own tokenizer is not known. */
function formatTokenCount(count: number, isExact: boolean): string {
  return `${isExact ? '' : '≈ '}${formatTokens(count)}`;
}

function Piece({ piece }: { readonly piece: FilledPiece }) {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'missing')
    return (
      <span className={styles.missing}>
        {piece.text}
        <small> no value yet</small>
      </span>
    );
  const more = piece.length - piece.text.length;
  return (
    <span className={styles.value}>
      {piece.text}
      {more > 0 && ` … ${more.toLocaleString('en')} more characters`}
      <sup title={`${piece.tokens} tokens`}>{piece.tokens}</sup>
    </span>
  );
}

/** Only the prompt itself is open: the context block may be long. */
function Part({ part, isExact }: { readonly part: FilledPart; readonly isExact: boolean }) {
  const more = part.length - part.text.length;
  return (
    <details className={styles.part} open={part.kind === 'description' || part.kind === 'expected'}>
      <summary>
        {partTitles[part.kind]}
        <span className={styles.role}>{part.role}</span>
        <span className={styles.figure}>{formatTokenCount(part.tokens, isExact)}</span>
      </summary>
      <div className={styles.partText}>
        {part.text}
        {more > 0 && ` … ${more.toLocaleString('en')} more characters`}
      </div>
    </details>
  );
}

interface NameListProps {
  readonly offers: ReturnType<typeof listTemplateOffers>;
  readonly onTake: (text: string) => void;
}

function NameList({ offers, onTake }: NameListProps) {
  if (offers.length === 0) return <p className={styles.nothing}>Nothing can be named here yet.</p>;
  return (
    <ul className={styles.names} aria-label="Names and what they hold">
      {offers.map(({ text, detail, value }) => (
        <li key={text}>
          <button type="button" className={styles.name} onClick={() => onTake(text)} title="Put it in at the cursor">
            <code>{text}</code>
            <span className={styles.holds}>{value === undefined ? 'no value yet' : formatShortValue(value, 120)}</span>
            <span className={styles.about}>{value === undefined ? detail : `${describeValue(value)} · ${detail}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface BesideExpressionProps extends Omit<BesideTemplateProps, 'filled'> {
  readonly tried: AskedAnswer<TriedExpression>;
  readonly isEmpty: boolean;
}

/** Beside an expression: what it gives on the values of the run, and the names with what they hold. */
export function BesideExpression({ tried, isEmpty, names, values, run, picker, onInsert }: BesideExpressionProps) {
  return (
    <div className={styles.beside}>
      <div className={styles.besideHead}>
        <strong>What it gives</strong>
        <span className={styles.run}>{run === undefined ? 'No run yet' : `with the values of ${run}`}</span>
        {picker}
      </div>
      <output className={styles.tried} data-kind={classifyOutcome(tried, isEmpty)} aria-label="What it gives">
        {isEmpty ? 'Write an expression to try it.' : describeTried(tried.value)}
      </output>
      <NameList offers={listExpressionOffers(names, values)} onTake={onInsert} />
    </div>
  );
}

function classifyOutcome({ value }: AskedAnswer<TriedExpression>, isEmpty: boolean): string {
  if (isEmpty || value === undefined) return 'nothing';
  if (!value.ok) return 'error';
  return typeof value.value === 'boolean' ? String(value.value) : 'value';
}

function describeTried(tried: TriedExpression | undefined): string {
  if (tried === undefined) return 'Working it out…';
  if (!tried.ok) return tried.message;
  if (typeof tried.value === 'boolean') return String(tried.value);
  return `${typeof tried.value === 'string' ? tried.value : encodeJson(tried.value, 2)}`;
}
