import { formatBytes, formatCount } from '@/base/figures';
import type { DescribedRun } from './describe-run';
import type { FoundKind } from './redaction';
import { type SharePart, textParts } from './share-parts';

/** A line of what others will see. */
interface ContentsLine {
  readonly what: string;
  /** Empty: nothing more is to be said. */
  readonly detail: string;
}

/** The most names that a line has. */
const mostNames = 8;

/** What others will see of a run, line by line. */
export function formatContents(contents: DescribedRun): readonly ContentsLine[] {
  const { tasks, events, modelCalls, toolCalls, outputs, models, files, inputs, bytes, compared, parts } = contents;
  const leftOut = textParts.filter((part) => !parts.has(part));
  const beside = compared && {
    what: 'another run, to compare',
    detail: `${formatCount(compared.tasks, 'task')}, ${formatCount(compared.events, 'event')}`,
  };
  const all = {
    what: `${formatCount(tasks, 'task')} and ${formatCount(events, 'event')}`,
    detail: 'times, tokens, cost',
  };
  if (contents.level === 'figures') {
    return [
      all,
      ...(modelCalls > 0 ? [{ what: formatCount(modelCalls, 'call'), detail: formatNames(models) }] : []),
      { what: 'names of the workflow, of tasks and of tools', detail: '' },
      { what: 'no text', detail: 'prompts, outputs, inputs, files and what errors say are left out' },
      ...(beside ? [beside] : []),
    ];
  }
  const lines: (ContentsLine | false)[] = [
    all,
    modelCalls > 0 && {
      what: `${formatCallTexts(parts)}${formatCount(modelCalls, 'call')}`,
      detail: formatNames(models),
    },
    toolCalls > 0 &&
      parts.has('tools') && { what: `${formatCount(toolCalls, 'tool call')}`, detail: 'with arguments and results' },
    outputs > 0 &&
      parts.has('outputs') && { what: `${formatCount(outputs, 'output')}`, detail: `${formatBytes(bytes)} of text` },
    inputs.length > 0 &&
      parts.has('prompts') && { what: formatCount(inputs.length, 'input'), detail: formatNames(inputs) },
    files.length > 0 && { what: formatCount(files.length, 'file'), detail: formatNames(files.map(({ name }) => name)) },
    beside ?? false,
    leftOut.length > 0 && { what: 'left out', detail: formatPartNames(leftOut) },
  ];
  return lines.filter((line) => line !== false);
}

function formatCallTexts(parts: ReadonlySet<SharePart>): string {
  const texts = [parts.has('prompts') && 'prompts', parts.has('outputs') && 'answers'].filter(Boolean);
  return texts.length === 0 ? '' : `${texts.join(' and ')} of `;
}

/** What is named where a person chooses it, or learns that it is not there. */
const partNames: Readonly<Record<SharePart, string>> = {
  prompts: 'prompts and inputs',
  outputs: 'outputs and answers',
  tools: 'tool calls',
  files: 'files',
};

/** `prompts and inputs, tool calls` */
export function formatPartNames(parts: readonly SharePart[]): string {
  return parts.map((part) => partNames[part]).join(', ');
}

function formatNames(names: readonly string[]): string {
  const more = names.length - mostNames;
  return [...names.slice(0, mostNames), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const nouns = { key: 'key', mail: 'mail address', phone: 'telephone number', text: 'text' } as const;

/** The plural of a noun is not always its letters and an s. */
const plurals = { ...nouns, mail: 'mail addresses', key: 'keys', phone: 'telephone numbers', text: 'texts' } as const;

/** What is taken out of one kind: `4 mail addresses in 7 places, as [mail 1] …`. */
export function formatFound({ kind, different, places }: FoundKind): string {
  const where = `in ${formatCount(places, 'place')}`;
  if (typeof kind !== 'string' && kind.value === 'secret') return `secrets ${where}, as [secret]`;
  if (typeof kind !== 'string') return `the value of ${kind.value} ${where}, as [${kind.value}]`;
  const noun = different === 1 ? nouns[kind] : plurals[kind];
  return `${different.toLocaleString('en')} ${noun} ${where}, as [${kind} 1]${different === 1 ? '' : ' …'}`;
}
