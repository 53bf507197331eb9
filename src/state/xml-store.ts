import { createStore, type StoreApi } from 'zustand/vanilla';
import { toFailure } from '@/base/errors';
import { ok } from '@/base/result';
import type { XmlBlock } from '@/formats/xml/xml-text';
import { applyModelChange, applyTextEdits } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import type { WorkflowDocument } from '@/workflow/document';
import type { CodeState, CodeStore } from './code-store';
import type { AppStores } from './context';
import type { DocumentStore } from './document-store';
import { reconcileDocument } from './reconcile-document';
import type { DocumentReader } from './services';

/** The text with the positions of its tasks, once it is read. */
interface XmlState extends CodeState {
  readonly blocks: readonly XmlBlock[];
}

/** The open workflow as XML: a view of the document, which is saved as YAML. */
export interface XmlStore extends StoreApi<XmlState> {
  readonly actions: CodeStore['actions'] & {
    /** Keeps the text up to date until the returned function is called. */
    show(): () => void;
  };
}

const known = new WeakMap<DocumentStore, XmlStore>();

/** The XML view of the open workflow. It is made when it is first asked for. */
export function getXmlStore({ document, services }: Pick<AppStores, 'document' | 'services'>): XmlStore {
  const made = known.get(document) ?? createXmlStore(document, services.documents);
  known.set(document, made);
  return made;
}

const empty: XmlState = { id: '', text: '', blocks: [], sync: 'reading', diagnostics: [] };

/**
 * Makes the XML view of the open workflow. Typed edits become edits of the document; other edits of the document are
 * written into the text, which keeps its comments and formatting. A text that does not parse stays until it is
 * repaired. Edits made elsewhere in the meantime are kept too: only what changed in the text is applied.
 */
export function createXmlStore(document: DocumentStore, reader: Pick<DocumentReader, 'xml' | 'readXml'>): XmlStore {
  const store = createStore<XmlState>(() => empty);
  /** The document according to the text, and the last text that agreed with it. */
  let textDocument: WorkflowDocument | undefined;
  let agreedText = '';
  let mark = '';
  let stale = false;
  let working: Promise<void> | undefined;

  const startWork = (): void => {
    stale = true;
    working ??= workUntilDone().finally(() => {
      working = undefined;
    });
  };

  const workUntilDone = async (): Promise<void> => {
    while (stale) {
      stale = false;
      await catchUp().catch((error: unknown) => {
        const { message } = toFailure(error);
        store.setState({ sync: 'broken', diagnostics: [{ code: 'HED107', severity: 'error', message, path: [] }] });
      });
    }
  };

  /** Reads typed text and writes other edits, until nothing is left to do. */
  const catchUp = async (): Promise<void> => {
    for (;;) {
      // The document store reports what prevents the document from being read.
      await document.actions.settled().catch(() => undefined);
      if (['broken', 'failed'].includes(document.getState().sync)) return;
      const { sync, id } = store.getState();
      if (id !== document.getState().id) await writeText(undefined);
      else if (sync === 'reading') await readXmlText();
      else if (sync === 'current' && isBehind()) await writeText(agreedText);
      else return;
    }
  };

  const isBehind = (): boolean => document.getState().document !== textDocument;

  const readXmlText = async (): Promise<void> => {
    const { text } = store.getState();
    const found = await reader.readXml(text);
    if (text !== store.getState().text) return;
    const { diagnostics, blocks } = found;
    if (found.document === undefined) store.setState({ sync: 'broken', diagnostics });
    else {
      await takeDocument(found.document);
      if (text !== store.getState().text) return;
      agreedText = text;
      store.setState({ sync: 'current', diagnostics, blocks });
    }
  };

  /** Makes an edit of the document from exactly what changed in the text. */
  const takeDocument = async (next: WorkflowDocument): Promise<void> => {
    const base = textDocument ?? document.getState().document;
    const { heddle: _version, ...rest } = next;
    // XML always has a version; this alone is no reason to write one into the YAML.
    const meant = base.heddle === undefined ? rest : next;
    const change = computeChange(base, reconcileDocument(base, meant));
    let isAlone = true;
    const made = await document.actions.dispatch(
      (current) => {
        isAlone = current === base;
        return ok(applyModelChange(current, change));
      },
      'Edit XML',
      mark,
    );
    if (!made.ok) throw new Error(made.error.message);
    // Edits made elsewhere in the meantime are not in the text yet.
    textDocument = isAlone ? document.getState().document : applyModelChange(base, change);
  };

  const writeText = async (held: string | undefined): Promise<void> => {
    const { id, document: now } = document.getState();
    const { text, blocks, diagnostics } = await reader.xml(held);
    const state = store.getState();
    if (held !== undefined && state.text !== held) return;
    textDocument = now;
    agreedText = text;
    store.setState({ id, text, blocks, sync: 'current', diagnostics });
  };

  const awaitSettled = async (): Promise<void> => {
    startWork();
    while (working !== undefined) await working;
  };

  return Object.assign(store, {
    actions: {
      show() {
        startWork();
        return document.subscribe((state, before) => {
          if (state.document !== before.document || state.id !== before.id || state.sync !== before.sync) startWork();
        });
      },
      type(edits, typed) {
        const text = applyTextEdits(store.getState().text, edits);
        mark = typed;
        store.setState({ text, blocks: [], sync: 'reading' });
        startWork();
      },
      async undo() {
        await working;
        // A text that does not parse is not in the history: it is reverted as a whole.
        if (store.getState().sync === 'broken') {
          store.setState({ text: agreedText, blocks: [], sync: 'reading' });
        } else {
          await document.actions.undo();
        }
        await awaitSettled();
      },
      async redo() {
        await working;
        if (store.getState().sync === 'broken') return;
        await document.actions.redo();
        await awaitSettled();
      },
      settled: awaitSettled,
      async taskAt(offset) {
        const isAtOffset = ({ key, from, to }: XmlBlock) => key.startsWith('tasks.') && from <= offset && offset < to;
        return store.getState().blocks.find(isAtOffset)?.key.slice('tasks.'.length);
      },
      linesOf: async (key) => store.getState().blocks.find((block) => block.key === key),
    } satisfies XmlStore['actions'],
  });
}
