import { defined } from '@/base/defined';
import type { Diagnostic, DocumentPath, Fix } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { forEachModel, hasModelName } from '../map-models';
import { parseModelName } from '../model-name';

/** When a provider withdraws a model, and what replaces it. */
export interface ModelEnd {
  /** ISO date. */
  readonly endsOn: string;
  /** The model of the same provider that its maker recommends instead. */
  readonly replacement?: string | undefined;
  /** The price of the replacement compared with this one, such as `1/5 of the price`; left out if not known. */
  readonly price?: string | undefined;
}

/** Looks up when a model ends; undefined if that is not known. */
export type EndOf = (model: { readonly provider: string; readonly model: string }) => ModelEnd | undefined;

/** How long before the end of a model the warning begins, in days. */
const noticeDays = 60;
const dayMs = 86_400_000;

/** One model name as it is written, and its path. */
interface Written {
  readonly text: string;
  readonly path: DocumentPath;
}

/**
 * Warns of models in a document that have ended (HED514) or end within 60 days (HED515), wherever they are written,
 * with a fix that replaces all of them. `known`: ids of providers named in settings. `now`: ms since 1970.
 */
export function checkModelEnds(
  document: WorkflowDocument,
  known: readonly string[],
  endOf: EndOf,
  now: number,
): readonly Diagnostic[] {
  const byModel = new Map<string, { readonly end: ModelEnd; readonly provider: string; readonly written: Written[] }>();
  const findEnd = (text: string) => {
    const { provider, model } = parseModelName(text, document.defaultModel, known);
    const end = provider === undefined ? undefined : endOf({ provider, model });
    if (end === undefined || Date.parse(end.endsOn) - now > noticeDays * dayMs) return undefined;
    return { provider: provider as string, name: `${provider}:${model}`, end };
  };
  const isInTasks = hasModelName(document.tasks, (text) => findEnd(text) !== undefined);
  forEachModel(isInTasks ? document : { ...document, tasks: {} }, (text, path) => {
    const ending = findEnd(text);
    if (ending === undefined) return;
    const { provider, name, end } = ending;
    const found = byModel.get(name);
    if (found === undefined) byModel.set(name, { end, provider, written: [{ text, path }] });
    else found.written.push({ text, path });
  });
  return [...byModel].flatMap(([name, { end, provider, written }]) => {
    const by = end.replacement === undefined ? undefined : `${provider}:${end.replacement}`;
    const days = Math.ceil((Date.parse(end.endsOn) - now) / dayMs);
    const message = `${days < 0 ? formatEnded(name, end) : formatEnding(name, end, days)}${formatReplacement(by, end)}`;
    const fix: Fix | undefined = by === undefined ? undefined : createModelFix(by, written);
    return written.map(({ path }): Diagnostic => {
      const code = days < 0 ? 'HED514' : 'HED515';
      return { code, severity: 'warning', message, path, ...defined({ fix }) };
    });
  });
}

function createModelFix(to: string, written: readonly Written[]): Fix {
  const from = [...new Set(written.map(({ text }) => text))];
  const where = written.length === 1 ? '' : ` in all ${written.length} places`;
  return { kind: 'replace_model', title: `Change to ${to}${where}`, from, to };
}

function formatEnded(name: string, { endsOn }: ModelEnd): string {
  return `${name} has ended: its maker has not served it since ${endsOn}.`;
}

function formatEnding(name: string, { endsOn }: ModelEnd, days: number): string {
  return `${name} ends on ${endsOn}${days === 0 ? ', today' : `, in ${days} ${days === 1 ? 'day' : 'days'}`}.`;
}

function formatReplacement(by: string | undefined, { price }: ModelEnd): string {
  if (by === undefined) return ' Choose another model.';
  return ` ${by} takes its place${price === undefined ? '' : `, at ${price}`}.`;
}
