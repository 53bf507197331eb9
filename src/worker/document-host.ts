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
import type { PlannedFile } from '@/plan/attachments/planned-files';
import { makePlan } from '@/plan/make-plan';
import { loadTokenCounter } from '@/providers/token-counter';
import { applyTextEdits } from '@/workflow/change';
import type { DocumentPath } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import type { DocumentWorkerApi } from './api';
import { checkXsd } from './check-xsd';
import { KnownModels } from './known-models';
import { systemClock } from './system-clock';

const textSchema = z.string();
const knownSchema = z.array(z.string());
const heldSchema = z.string().optional();
const bytesSchema = z.instanceof(Uint8Array);
const idsSchema = z.array(z.string());
const filesSchema = z.array(z.looseObject({ path: z.string(), inspected: z.looseObject({ ok: z.boolean() }) }));
const editsSchema = z.array(z.strictObject({ at: z.number().int().min(0), removed: z.string(), inserted: z.string() }));

/**
 * Holds, reads, edits and plans one text at a time: the one opened last. It is read once for each state, when asked. `now`: ms since 1970,
 * by which models are told that end.
 */
export function createDocumentHost(now: () => number = systemClock.now): DocumentWorkerApi {
  let known: readonly string[] = [];
  let source: YamlSource = { text: '', blocks: [] };
  let checked: CheckedText | undefined;
  const models = new KnownModels(now);

  const hold = (next: YamlSource): void => {
    source = next;
    checked = undefined;
  };
  const read = (): CheckedText => {
    checked ??= readText(source.text, known, models.checks(known));
    source = checked.source;
    return checked;
  };
  const parsed = (): WorkflowDocument => {
    const { document } = read();
    if (document) return document;
    throw new AppError('VALIDATION_ERROR', 'The code has mistakes.', { advice: 'Mend them in the code view first.' });
  };

  /** What was read, with prices compared where it tells of models that end. Of the text as it was, though it may change meanwhile. */
  const withPrices = async (found: CheckedText): Promise<CheckedText> => {
    if (!(await models.learnPrices(found.diagnostics))) return found;
    if (checked === found) checked = undefined;
    return found.source === source ? read() : readText(found.source.text, known, models.checks(known));
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
    read: async (wantDocument) => {
      const found = await withPrices(read());
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
      return readXmlText(before === undefined ? writeXml(document) : changedXml(before, document), known, models);
    },
    readXml: (text) => readXmlText(textSchema.parse(text), known, models),
    diff: (text) => {
      const before = readYaml(textSchema.parse(text));
      return before.document ? ok(compareDocuments(before.document, parsed())) : err(before.diagnostics);
    },
    checkXml: (text) => checkXsd(textSchema.parse(text)),
    know: (given) => models.know(given),
    plan: async (files = []) => {
      const attached = filesSchema.parse(files) as unknown as readonly PlannedFile[];
      const found = await withPrices(read());
      // The text is read once more only where the plan has a problem that it alone finds.
      const locate = (path: DocumentPath) => readYaml(found.source.text).locate(path);
      return makePlan({ ...found, locate }, known, loadTokenCounter, () => models.load(), attached);
    },
  };
}

function readXmlText(text: string, known: readonly string[], models: KnownModels): XmlText {
  const { document, diagnostics, blocks } = checkMeaning(readXml(text), known, models.checks(known));
  if (document) return { text, diagnostics, blocks, document };
  // What could be saved of it is of no use to who is just writing it.
  return { text, diagnostics: diagnostics.filter(({ severity }) => severity === 'error'), blocks };
}

/** An XML text after a change of the document, with its comments and its form where it says the same as before. */
function changedXml(text: string, document: WorkflowDocument): string {
  const { document: before } = readXml(text);
  return before ? applyTextEdits(text, editXml(text, before, document)) : writeXml(document);
}
