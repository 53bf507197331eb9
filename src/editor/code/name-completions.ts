import type { CodeStore } from '@/state/code-store';
import type { Services } from '@/state/services';
import { findTopTask, formatTaskLabel, listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { formatOfferedName, listFunctionOffers } from '@/workflow/expressions/function-offers';
import { listNamesInScope } from '../inspectors/references/names-in-scope';
import { listModelsOfDocument, listOfferedModels } from '../inspectors/references/offered-models';
import { type CompletionPlace, findCompletionPlace } from './completion-place';
import { monaco } from './monaco';

/** A suggested name. */
interface Offer {
  readonly name: string;
  readonly detail: string;
  readonly isFunction?: boolean;
}

/** The sources of the names. */
interface World {
  readonly document: () => WorkflowDocument;
  readonly modelNames: Services['modelNames'];
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
      const range = new monaco.Range(
        position.lineNumber,
        position.column - place.typed.length,
        position.lineNumber,
        position.column,
      );
      const suggestions = (await listOffers(place, world, id)).map(({ name, detail, isFunction }, index) => ({
        label: name,
        detail,
        range,
        kind: monaco.languages.CompletionItemKind[isFunction ? 'Function' : 'Variable'],
        insertText: closes ? `${name}}}` : name,
        // Listed before the suggestions of the schema.
        sortText: `!${String(index).padStart(6, '0')}`,
      }));
      // Only some models are suggested at once, so further typing asks again.
      return { suggestions, incomplete: place.kind === 'model' };
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
    case 'reference':
      return listNamesInScope(document, id ?? '');
    case 'function':
      // The editor itself leaves out what does not fit to what is typed.
      return listFunctionOffers({ ...place, typed: '' }).map((found) => ({
        name: formatOfferedName(found, place),
        detail: `${found.on === undefined ? '' : `${found.on}.`}${found.call}: ${found.about}`,
        isFunction: true,
      }));
    case 'agent':
      return Object.keys(document.agents ?? {}).map((name) => ({ name, detail: 'Agent' }));
    case 'model': {
      // If the known models cannot be read, those of the workflow are suggested.
      const known = await world.modelNames().catch(() => []);
      return listOfferedModels(listModelsOfDocument(document), known, place.typed).map((name) => ({
        name,
        detail: 'Model',
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

function* walkLinesAbove(model: monaco.editor.ITextModel, line: number): Generator<string> {
  for (let above = line - 1; above >= 1; above--) yield model.getLineContent(above);
}
