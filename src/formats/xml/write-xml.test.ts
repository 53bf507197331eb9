import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameJson } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import { workflowDocument } from '../document-arbitrary.testing';
import { readYaml } from '../yaml/read-yaml';
import { writeYaml } from '../yaml/write-yaml';
import { readXml } from './read-xml';
import { writeXml } from './write-xml';

const read = (text: string): WorkflowDocument => {
  const { document, diagnostics } = readXml(text);
  if (document === undefined) throw new Error(`${text}\n${JSON.stringify(diagnostics, null, 1)}`);
  return document;
};

describe('writeXml', () => {
  it('writes any document so that it reads back as the same, with its tasks in their order', () => {
    fc.assert(
      fc.property(workflowDocument, (document) => {
        const back = read(writeXml(document));
        expect(isSameJson(back, { ...document, heddle: 1 })).toBe(true);
        expect(Object.keys(back.tasks)).toEqual(Object.keys(document.tasks));
      }),
    );
  });

  it('writes what was read from its text as the same text', () => {
    fc.assert(
      fc.property(workflowDocument, (document) => {
        const text = writeXml(document);
        expect(writeXml(read(text))).toBe(text);
      }),
    );
  });

  it('keeps what YAML says, there and back', () => {
    fc.assert(
      fc.property(workflowDocument, (document) => {
        const { document: held } = readYaml(writeYaml(document));
        const back = readYaml(writeYaml(read(writeXml(held as WorkflowDocument))));
        expect(isSameJson(back.document, held)).toBe(true);
      }),
    );
  });
});
