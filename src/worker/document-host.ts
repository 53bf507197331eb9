import { z } from 'zod';
import { AppError } from '@/base/errors';
import { err, ok } from '@/base/result';
import { checkMeaning } from '@/formats/check-text';
import type { CheckedText } from '@/formats/checked-text';
import { compareDocuments } from '@/formats/compare-documents';
import { exportText, exportWishSchema, isVerbatim } from '@/formats/export-text';
import { readFragment, writeFragment } from '@/formats/fragment';
import { importFile, importPasted } from '@/formats/import-file';
import { readText } from '@/formats/read-text';
import { editXml } from '@/formats/xml/edit-xml';
import { readXml } from '@/formats/xml/read-xml';
import { writeXml } from '@/formats/xml/write-xml';
import type { XmlText } from '@/formats/xml/xml-text';
import { editYaml } from '@/formats/yaml/edit-yaml';
import { readYaml } from '@/formats/yaml/read-yaml';
import type { YamlSource } from '@/formats/yaml/yaml-source';
import { makePlan } from '@/plan/make-plan';
import type { Catalogue } from '@/providers/catalogue/catalogue';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import type { SetWindows } from '@/providers/catalogue/set-windows';
import { windowsSchema } from '@/providers/provider-config';
import { loadTokenCounter } from '@/providers/token-counter';
import { applyTextEdits } from '@/workflow/change';
import type { WorkflowDocument } from '@/workflow/document';
import type { DocumentWorkerApi, KeptModels } from './api';
import { checkXsd } from './check-xsd';
import { systemClock } from './system-clock';

const textSchema = z.string();
const knownSchema = z.array(z.string());
const heldSchema = z.string().optional();
const bytesSchema = z.instanceof(Uint8Array);
const setWindowsSchema = z.array(z.object({ id: z.string(), windows: windowsSchema.optional() }));
const keptModelsSchema = z.object({ windows: setWindowsSchema, models: z.unknown(), prices: z.unknown() });
const idsSchema = z.array(z.string());
const editsSchema = z.array(z.strictObject({ at: z.number().int().min(0), removed: z.string(), inserted: z.string() }));

/** Holds, reads, edits and plans one text at a time: the one opened last. It is read once for each state, when asked. */
export function createDocumentHost(): DocumentWorkerApi {
  let known: readonly string[] = [];
  let source: YamlSource = { text: '', blocks: [] };
  let checked: CheckedText | undefined;
  const catalogue = createKnownModels();

  const hold = (next: YamlSource): void => {
    source = next;
    checked = undefined;
  };
  const read = (): CheckedText => {
    checked ??= readText(source.text, known);
    source = checked.source;
    return checked;
  };
  const parsed = (): WorkflowDocument => {
    const { document } = read();
    if (document) return document;
    throw new AppError('VALIDATION_ERROR', 'The code has mistakes.', { advice: 'Mend them in the code view first.' });
  };

  return {
    open: (text, providers) => {
      known = knownSchema.parse(providers);
      hold({ text: textSchema.parse(text), blocks: [] });
    },
    edit: (edits) => hold({ text: applyTextEdits(source.text, editsSchema.parse(edits)), blocks: [] }),
    change: (change) => {
      if (source.blocks.length === 0) read();
      const edited = editYaml(source, change);
      hold(edited.source);
      return edited;
    },
    read: (wantDocument) => {
      const found = read();
      if (wantDocument) return found;
      const { document: _document, ...rest } = found;
      return rest;
    },
    exportText: (asked) => {
      const wish = exportWishSchema.parse(asked);
      return isVerbatim(wish) ? source.text : exportText(source, parsed(), wish);
    },
    readFile: (bytes, name) => importFile(bytesSchema.parse(bytes), textSchema.parse(name)),
    readPasted: (text) => importPasted(textSchema.parse(text)),
    copy: (ids) => writeFragment(parsed(), idsSchema.parse(ids)),
    readFragment: (text) => readFragment(textSchema.parse(text)),
    xml: (held) => {
      const document = parsed();
      const before = heldSchema.parse(held);
      return readXmlText(before === undefined ? writeXml(document) : changedXml(before, document), known);
    },
    readXml: (text) => readXmlText(textSchema.parse(text), known),
    diff: (text) => {
      const before = readYaml(textSchema.parse(text));
      return before.document ? ok(compareDocuments(before.document, parsed())) : err(before.diagnostics);
    },
    checkXml: (text) => checkXsd(textSchema.parse(text)),
    know: catalogue.know,
    plan: () => makePlan(read(), known, loadTokenCounter, catalogue.load),
  };
}

/** The catalogue with what the page told of it, loaded when it is first asked for. */
function createKnownModels() {
  let kept: KeptModels = { windows: [], models: undefined, prices: undefined };
  let opened: Promise<Catalogue> | undefined;
  // What is learned or said is stored by the other worker.
  const store = { get: async (key: 'models' | 'prices') => kept[key], update: async () => {} };
  const open = () =>
    createCatalogue({ store, windows: (): SetWindows => kept.windows, now: systemClock.now }).catch(
      (error: unknown) => {
        opened = undefined;
        throw error;
      },
    );
  return {
    know: (given: KeptModels) => {
      kept = keptModelsSchema.parse(given);
    },
    load: async () => {
      opened ??= open();
      const catalogue = await opened;
      await catalogue.reload();
      return catalogue;
    },
  };
}

function readXmlText(text: string, known: readonly string[]): XmlText {
  const { document, diagnostics, blocks } = checkMeaning(readXml(text), known);
  if (document) return { text, diagnostics, blocks, document };
  // What could be saved of it is of no use to who is just writing it.
  return { text, diagnostics: diagnostics.filter(({ severity }) => severity === 'error'), blocks };
}

/** An XML text after a change of the document, with its comments and its form where it says the same as before. */
function changedXml(text: string, document: WorkflowDocument): string {
  const { document: before } = readXml(text);
  return before ? applyTextEdits(text, editXml(text, before, document)) : writeXml(document);
}
