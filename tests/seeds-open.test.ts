import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDice } from '@/base/dice';
import { createWorld } from '@/engine/testing/world.testing';
import { checkText } from '@/formats/check-text';
import { writeXml } from '@/formats/xml/write-xml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import { buildPlan } from '@/plan/build-plan';
import { answerAsAsked } from '@/providers/simulated/answer-as-asked';
import type { WorkflowDocument } from '@/workflow/document';
import { type SeedExample, seedExamples } from './support/seed-examples';

const notationOf = ({ kind }: SeedExample) => (kind === 'XML' ? 'xml' : 'yaml');
const folder = (notation: string) => `tests/fixtures/${notation}/seeds`;
const fileOf = (example: SeedExample) => {
  const { seed, line, name } = example;
  return `${folder(notationOf(example))}/${seed}-${String(line).padStart(4, '0')}-${name}.${notationOf(example)}`;
};

/** The example with what it leaves out: a default model, the agents that it names, and variables. */
function completed(document: WorkflowDocument, { given = {} }: SeedExample): WorkflowDocument {
  const { agents = [], variables = [] } = given;
  return {
    ...document,
    defaultModel: 'sim:fast',
    ...(agents.length > 0 && { agents: Object.fromEntries(agents.map((name) => [name, {}])) }),
    ...(variables.length > 0 && { variables: Object.fromEntries(variables.map((name) => [name, 'x'])) }),
  } as WorkflowDocument;
}

const errorsOf = (text: string, notation: 'xml' | 'yaml') => {
  const { document, diagnostics } = checkText(text, [], notation);
  if (document === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return { document, errors: diagnostics.filter(({ severity }) => severity === 'error') };
};

describe('an example of the seeds', () => {
  it.each(seedExamples.map((example) => [fileOf(example), example] as const))('%s', async (file, example) => {
    const { document: opened } = errorsOf(readFileSync(file, 'utf8'), notationOf(example));
    const document = completed(opened, example);
    const xml = errorsOf(writeXml(document), 'xml');
    expect(xml.errors).toEqual([]);
    const yaml = errorsOf(writeYaml(xml.document), 'yaml');
    expect(yaml.errors).toEqual([]);
    expect(yaml.document).toEqual({ ...document, heddle: 1 });

    const plan = buildPlan(yaml.document, []);
    if (!plan.ok) throw new Error(plan.error.map(({ message }) => message).join('\n'));
    if (example.noRun !== undefined) return expect(plan.value.tasks).toEqual([]);
    const world = createWorld({
      answer: (request) => {
        const { reply, toolCalls } = answerAsAsked(request, createDice(JSON.stringify(request.messages)));
        return { content: reply, ...(toolCalls.length > 0 && { toolCalls, finishReason: 'tool_calls' as const }) };
      },
    });
    expect(await world.run(plan.value)).toBe('completed');
    expect(world.log.events.filter(({ kind }) => kind === 'task.failed')).toEqual([]);
  });

  it('is in the list if it is a file', () => {
    const listed = seedExamples.map(fileOf);
    const unlisted = ['xml', 'yaml'].flatMap((notation) =>
      readdirSync(folder(notation))
        .filter((file) => file.endsWith(`.${notation}`))
        .map((file) => `${folder(notation)}/${file}`)
        .filter((file) => !listed.includes(file)),
    );
    // What these are is said in the README beside them.
    expect(unlisted.map((file) => file.split('/').at(-1))).toEqual([
      '001-0194-two-roots.xml',
      '002-0827-three-roots.xml',
      '002-1019-input-task.xml',
      '002-1381-xsd.xml',
      '002-3417-mismatched-end-tags.xml',
      '000-0696-four-steps.yaml',
    ]);
  });
});
