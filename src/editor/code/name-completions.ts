import type { CodeStore } from '@/state/code-store';
import type { DocumentStore } from '@/state/document-store';
import { taskIds, taskOf } from '@/workflow/document';
import { namesInScope } from '../inspectors/references/names-in-scope';
import { type CompletionPlace, completionPlace } from './completion-place';
import { monaco } from './monaco';
import { taskAt } from './task-blocks';

/** A name that is offered. */
interface Offer {
  readonly name: string;
  readonly detail: string;
}

/** Completes the names that the author gave, which the schema cannot know: tasks, agents, and references in braces. */
export function offerNames(model: monaco.editor.ITextModel, code: CodeStore, document: DocumentStore): () => void {
  const provider = monaco.languages.registerCompletionItemProvider(model.getLanguageId(), {
    triggerCharacters: ['{', '[', ',', ' ', '-'],
    provideCompletionItems(asked, position) {
      if (asked !== model) return { suggestions: [] };
      const line = model.getLineContent(position.lineNumber);
      const place = completionPlace(line.slice(0, position.column - 1), linesAbove(model, position.lineNumber));
      if (!place) return { suggestions: [] };
      const id = taskAt(code.getState().source, model.getOffsetAt(position));
      const closes = place.kind === 'reference' && !line.slice(position.column - 1).startsWith('}}');
      const range = new monaco.Range(
        position.lineNumber,
        position.column - place.typed.length,
        position.lineNumber,
        position.column,
      );
      const suggestions = offers(place, document, id).map(({ name, detail }) => ({
        label: name,
        detail,
        range,
        kind: monaco.languages.CompletionItemKind.Variable,
        insertText: closes ? `${name}}}` : name,
        // Before what the schema has to say.
        sortText: `!${name}`,
      }));
      return { suggestions };
    },
  });
  return () => provider.dispose();
}

function offers(place: NonNullable<CompletionPlace>, store: DocumentStore, id: string | undefined): readonly Offer[] {
  const { document } = store.getState();
  if (place.kind === 'reference') return namesInScope(document, id ?? '');
  if (place.kind === 'agent') return Object.keys(document.agents ?? {}).map((name) => ({ name, detail: 'Agent' }));
  const others = taskIds(document).filter((other) => other !== id);
  return others.map((other) => ({ name: other, detail: taskOf(document, other)?.name ?? 'Task' }));
}

function* linesAbove(model: monaco.editor.ITextModel, line: number): Generator<string> {
  for (let above = line - 1; above >= 1; above--) yield model.getLineContent(above);
}
