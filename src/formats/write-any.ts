import type { JsonObject } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import type { Notation } from './notation';
import { writeJson, writeJsonForm } from './write-json';
import { writeXml, writeXmlTask } from './xml/write-xml';
import { writeForm, writeYaml } from './yaml/write-yaml';

interface Writer {
  readonly document: (document: WorkflowDocument) => string;
  /** Of a bare task, in the form in which a file has it. */
  readonly task: (form: JsonObject) => string;
}

/** The writer of each notation, in its canonical form. */
export const writeAny: { readonly [N in Notation]: Writer } = {
  yaml: { document: writeYaml, task: writeForm },
  xml: { document: writeXml, task: writeXmlTask },
  json: { document: writeJson, task: writeJsonForm },
};
