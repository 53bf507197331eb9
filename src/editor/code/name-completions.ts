import type { SeenName } from '@/run/filled-text';
import type { CodeStore } from '@/state/code-store';
import type { Services } from '@/state/services';
import { findTopTask, formatTaskLabel, listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { findFunctionPlace, formatOfferedName } from '@/workflow/expressions/function-offers';
import type { TaskPath } from '@/workflow/task-path';
import { listNamesInScope, type ScopeName } from '../inspectors/references/names-in-scope';
import { formatModelOffer, listModelsOfDocument, listOfferedModels } from '../inspectors/references/offered-models';
import { findOpenName, listWrittenOffers } from '../inspectors/references/written-offers';
import { formatHeldValue, type KnownValues, listTemplateOffers } from '../writing/name-offers';
import { type CompletionPlace, findCompletionPlace } from './completion-place';
import { monaco } from './monaco';

/** A suggested name. */
interface Offer {
  readonly name: string;
  readonly detail: string;
  readonly isFunction?: boolean;
  /** The typed text that it replaces, if that is not that of the place. */
  readonly typed?: string;
}

/** The sources of the names. */
interface World {
  readonly document: () => WorkflowDocument;
  readonly modelOffers: Services['modelOffers'];
  /** The names that a task can use, with their values in the shown run. */
  readonly valuesFor: (taskPath: TaskPath) => Promise<readonly SeenName[]>;
}

/**
 * Completes the names that the schema cannot know: models, and those that the author gave (tasks, agents, references in
 * braces); and the functions of expressions.
 */
export function offerNames(model: monaco.editor.ITextModel, code: CodeStore, world: World): () => void {
  const provider = monaco.languages.registerCompletionItemProvider(model.getLanguageId(), {
    triggerCharacters: ['{', '[', ',', ' ', '-', ':', '.'],
    async provideCompletionItems(asked, position) {
      if (asked !== model) return { suggestions: [] };
      const line = model.getLineContent(position.lineNumber);
      const place = findCompletionPlace(line.slice(0, position.column - 1), walkLinesAbove(model, position.lineNumber));
      if (!place) return { suggestions: [] };
      const id = await code.actions.taskAt(model.getOffsetAt(position)).catch(() => undefined);
      const closes = place.kind === 'reference' && !line.slice(position.column - 1).startsWith('}}');
      const { lineNumber, column } = position;
      const ofPlace = place.kind === 'expression' ? '' : place.typed;
      const offers = await listOffers(place, world, id);
      const suggestions = offers.map(({ name, detail, isFunction, typed = ofPlace }, index) => ({
        label: name,
        detail,
        range: new monaco.Range(lineNumber, column - typed.length, lineNumber, column),
        kind: monaco.languages.CompletionItemKind[isFunction ? 'Function' : 'Variable'],
        insertText: closes ? `${name}}}` : name,
        // Listed before the suggestions of the schema.
        sortText: `!${String(index).padStart(6, '0')}`,
      }));
      // Only some models and values are suggested at once, so further typing asks again.
      return { suggestions, incomplete: place.kind === 'model' || place.kind === 'expression' };
    },
  });
  return () => provider.dispose();
}

async function listOffers(
  place: NonNullable<CompletionPlace>,
  world: World,
  id: string | undefined,
): Promise<readonly Offer[]> {
  const document = world.document();
  switch (place.kind) {
    case 'reference': {
      const offers = listTemplateOffers(listNamesInScope(document, id ?? ''), await readValues(world, id));
      return offers.map(({ text, detail, value }) => ({ name: text, detail: value ? formatHeldValue(value) : detail }));
    }
    case 'expression':
      return listOffersInExpression(place.before, listNamesInScope(document, id ?? ''), await readValues(world, id));
    case 'agent':
      return Object.keys(document.agents ?? {}).map((name) => ({ name, detail: 'Agent' }));
    case 'model': {
      // If the known models cannot be read, those of the workflow are suggested.
      const known = await world.modelOffers().catch(() => []);
      return listOfferedModels(listModelsOfDocument(document), known, place.typed).map((offer) => ({
        name: offer.name,
        detail: formatModelOffer(offer) ?? 'Model',
      }));
    }
    case 'task': {
      const others = listTaskIds(document).filter((other) => other !== id);
      return others.map((other) => ({
        name: other,
        detail: formatTaskLabel('Task', findTopTask(document, other) ?? {}),
      }));
    }
  }
}

/** If the values cannot be read, the names are suggested alone. */
async function readValues({ valuesFor }: World, id: string | undefined): Promise<KnownValues> {
  const seen = id === undefined ? [] : await valuesFor(id).catch(() => []);
  return { values: new Map(seen.map((one) => [one.name, one])) };
}

function listOffersInExpression(before: string, names: readonly ScopeName[], known: KnownValues): readonly Offer[] {
  const open = findOpenName('expression', before, before.length);
  if (open === undefined) return [];
  const called = findFunctionPlace(before);
  return listWrittenOffers('expression', before, open, names, known).map(({ name, detail, found }) =>
    found === undefined || called === undefined
      ? { name, detail, typed: open.typed }
      : { name: formatOfferedName(found, called), detail: `${name}: ${detail}`, isFunction: true, typed: called.typed },
  );
}

function* walkLinesAbove(model: monaco.editor.ITextModel, line: number): Generator<string> {
  for (let above = line - 1; above >= 1; above--) yield model.getLineContent(above);
}
