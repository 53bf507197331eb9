import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema } from '@/workflow/document-schema';
import { expectTaskId } from '@/workflow/names';
import { workflowDocument } from '../document-arbitrary.testing';
import { readYaml } from './read-yaml';
import { writeYaml } from './write-yaml';

const small: WorkflowDocument = {
  version: '1.0',
  name: 'yes',
  layout: { tasks: { b: [10, 20] } },
  extensions: { 'x-owner': 'me' },
  agents: { worker: { inheritTools: true, model: 'openai:gpt-4o-mini' } },
  tasks: {
    [expectTaskId('b')]: {
      type: 'script',
      script: { content: 'echo 1\necho 2\n', language: 'bash' },
      dependsOn: [expectTaskId('a'), expectTaskId('c-d')],
      description: '{{a}} is it',
      disabled: true,
    },
    [expectTaskId('a')]: {
      type: 'atomic',
      outputSchema: { type: 'object', required: ['x'] },
      pinned: 'p',
      name: 'A: the first',
    },
  },
};

describe('writeYaml', () => {
  it('writes keys in the order of the language, texts in the form that reads back as they are', () => {
    expect(writeYaml(small)).toBe(`heddle: 1
name: "yes"
version: "1.0"
agents:
  worker:
    model: openai:gpt-4o-mini
    inherit_tools: true
x-owner: me
tasks:
  b:
    type: script
    description: "{{a}} is it"
    depends_on: [a, c-d]
    disabled: true
    script:
      language: bash
      content: |
        echo 1
        echo 2
  a:
    name: "A: the first"
    output_schema:
      type: object
      required: [x]
    pinned: p
layout:
  tasks:
    b: [10, 20]
`);
  });

  it('writes what reads back as the same document, in the same order of tasks, whatever it holds', () => {
    fc.assert(
      fc.property(workflowDocument, (document) => {
        fc.pre(documentSchema.safeParse(document).success);
        const { document: read, diagnostics } = readYaml(writeYaml(document));
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(read).toEqual({ ...document, heddle: 1 });
        expect(Object.keys(read?.tasks ?? {})).toEqual(Object.keys(document.tasks));
        expect(documentSchema.safeParse(read).success).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
