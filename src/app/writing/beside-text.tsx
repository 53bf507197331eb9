import { type ReactNode, useState } from 'react';
import { formatTokens } from '@/base/figures';
import { encodeJson } from '@/base/json-text';
import type { ScopeName } from '@/editor/inspectors/references/names-in-scope';
import {
  describeValue,
  formatShortValue,
  type KnownValues,
  listExpressionOffers,
  listTemplateOffers,
  type NameOffer,
} from '@/editor/writing/name-offers';
import type { FilledPart, FilledPiece, FilledText, TriedExpression } from '@/run/filled-text';
import type { AskedAnswer } from '@/state/use-asked';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Segmented } from '@/ui/form/segmented';
import { partTitles } from '@/viewer/plan/part-titles';
import type { Ends } from '@/workflow/commands/edges/connect-paths';
import styles from './writing.module.css';

interface BesideTemplateProps {
  readonly filled: AskedAnswer<FilledText>;
  readonly names: readonly ScopeName[];
  readonly known: KnownValues;
  /** The run that the values are of, in words; undefined: none. */
  readonly run: string | undefined;
  readonly picker: ReactNode;
  readonly onInsert: (text: string, connects: Ends | undefined) => void;
}

type Look = 'text' | 'names' | 'call';

/** Beside a template: what it becomes, what each name holds, and the whole call. */
export function BesideTemplate({ filled, names, known, run, picker, onInsert }: BesideTemplateProps) {
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
        <NameList
          offers={listTemplateOffers(names, known)}
          onTake={({ text, of }) => onInsert(`{{${text}}}`, of.connects)}
        />
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
  readonly offers: readonly NameOffer[];
  readonly onTake: (offer: NameOffer) => void;
}

function NameList({ offers, onTake }: NameListProps) {
  if (offers.length === 0) return <p className={styles.nothing}>Nothing can be named here yet.</p>;
  return (
    <ul className={styles.names} aria-label="Names and what they hold">
      {offers.map((offer) => {
        const { text, detail, value } = offer;
        return (
          <li key={text}>
            <button type="button" className={styles.name} onClick={() => onTake(offer)} title="Put it in at the cursor">
              <code>{text}</code>
              <span className={styles.holds}>
                {value === undefined ? 'no value yet' : formatShortValue(value, 120)}
              </span>
              <span className={styles.about}>
                {value === undefined ? detail : `${describeValue(value)} · ${detail}`}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface BesideExpressionProps extends Omit<BesideTemplateProps, 'filled'> {
  readonly tried: AskedAnswer<TriedExpression>;
  /** What the checks of the document say of it. */
  readonly problem: string | undefined;
  readonly isEmpty: boolean;
}

/** Beside an expression: what it gives on the values of the run, and the names with what they hold. */
export function BesideExpression({
  tried,
  problem,
  isEmpty,
  names,
  known,
  run,
  picker,
  onInsert,
}: BesideExpressionProps) {
  return (
    <div className={styles.beside}>
      <div className={styles.besideHead}>
        <strong>What it gives</strong>
        <span className={styles.run}>{run === undefined ? 'No run yet' : `with the values of ${run}`}</span>
        {picker}
      </div>
      <output className={styles.tried} data-kind={classifyOutcome(tried, problem, isEmpty)} aria-label="What it gives">
        {isEmpty ? 'Write an expression to try it.' : describeTried(tried.value, problem)}
      </output>
      <NameList offers={listExpressionOffers(names, known)} onTake={({ text, of }) => onInsert(text, of.connects)} />
    </div>
  );
}

function classifyOutcome(
  { value: tried }: AskedAnswer<TriedExpression>,
  problem: string | undefined,
  isEmpty: boolean,
): string {
  if (isEmpty || tried === undefined) return 'nothing';
  if (tried.kind === 'failed' || (tried.kind === 'judged' && problem !== undefined)) return 'error';
  if (tried.kind === 'judged') return 'nothing';
  return typeof tried.value === 'boolean' ? String(tried.value) : 'value';
}

function describeTried(tried: TriedExpression | undefined, problem: string | undefined): string {
  if (tried === undefined) return 'Working it out…';
  if (tried.kind === 'failed') return tried.message;
  if (tried.kind === 'judged') return problem ?? describeJudged(tried);
  return typeof tried.value === 'string' ? tried.value : encodeJson(tried.value, 2);
}

function describeJudged({ type, lacks }: Extract<TriedExpression, { readonly kind: 'judged' }>): string {
  const gives = type === 'any value' ? 'It is well written' : `It gives ${type}`;
  return `${gives}, by its types: ${lacks.join(', ')} ${lacks.length === 1 ? 'has' : 'have'} no value yet.`;
}
