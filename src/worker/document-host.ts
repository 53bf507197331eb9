import { z } from 'zod';
import { AppError } from '@/base/errors';
import type { CheckedText } from '@/formats/checked-text';
import { exportText, exportWishSchema, isVerbatim } from '@/formats/export-text';
import { readFragment, writeFragment } from '@/formats/fragment';
import { importFile, importPasted } from '@/formats/import-file';
import { readText } from '@/formats/read-text';
import { editYaml } from '@/formats/yaml/edit-yaml';
import type { YamlSource } from '@/formats/yaml/yaml-source';
import { makePlan } from '@/plan/make-plan';
import { priceList } from '@/providers/prices';
import { loadTokenCounter } from '@/providers/token-counter';
import { applyTextEdits } from '@/workflow/change';
import type { WorkflowDocument } from '@/workflow/document';
import type { DocumentWorkerApi } from './api';
import { checkXsd } from './check-xsd';

const textSchema = z.string();
const knownSchema = z.array(z.string());
const bytesSchema = z.instanceof(Uint8Array);
const idsSchema = z.array(z.string());
const editsSchema = z.array(z.strictObject({ at: z.number().int().min(0), removed: z.string(), inserted: z.string() }));

/** Holds, reads, edits and plans one text at a time: the one opened last. It is read once for each state, when asked. */
export function createDocumentHost(): DocumentWorkerApi {
  let known: readonly string[] = [];
  let source: YamlSource = { text: '', blocks: [] };
  let checked: CheckedText | undefined;

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
    checkXml: (text) => checkXsd(textSchema.parse(text)),
    plan: () => makePlan(read(), known, loadTokenCounter, priceList),
  };
}
