import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { planOf } from '@/plan/plan.testing';
import { emptyDocument } from '@/workflow/document';
import { fillVariables, orderVariables } from '@/workflow/expressions/variables';
import { overrideVariables } from '@/workflow/override-document';
import { createWorld } from '../testing/world.testing';

/** Runs tasks, and gives all that the model was sent, call by call. */
async function sentIn(tasks: Readonly<Record<string, object>>, settings: object = {}): Promise<readonly string[]> {
  const world = createWorld({ answer: ({ messages }) => `<${messages.at(-1)?.content}>` });
  expect(await world.run(planOf(tasks, settings))).toBe('completed');
  return world.models.requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
}

describe('variables that name variables', () => {
  it('of the workflow are filled in, in whatever order they are written', async () => {
    const variables = {
      page: '{{site}}/p?{{options.lang}}',
      site: 'https://{{host}}',
      host: 'a.org',
      options: { lang: 'en' },
    };
    const [sent] = await sentIn({ a: { description: 'Read {{page}}.' } }, { variables });
    expect(sent).toMatch(/<page>https:\/\/a\.org\/p\?en<\/page>/);
    expect(sent).toMatch(/\nRead https:\/\/a\.org\/p\?en\.$/);
  });

  it('of a task name those of the workflow, of the tasks around it, its own, and what was produced', async () => {
    const sent = await sentIn(
      {
        fetch: { description: 'Fetch' },
        g: {
          type: 'group',
          dependsOn: ['fetch'],
          variables: { about: '{{topic}} of {{fetch}}' },
          subtasks: {
            b: {
              type: 'atomic',
              description: '{{both}}',
              variables: { both: '[{{about}}, {{own}}]', own: 'mine' },
              injectContext: false,
            },
          },
        },
      },
      { variables: { topic: 'ships' } },
    );
    expect(sent[1]).toMatch(/<both>\[ships of <Fetch>, mine\]<\/both>/);
    expect(sent[1]).toMatch(/<about>ships of <Fetch><\/about>/);
    expect(sent[1]).toMatch(/\n\[ships of <Fetch>, mine\]$/);
  });

  it('are there for expressions and inputs, in each round and for each item anew', async () => {
    const sent = await sentIn({
      each: {
        type: 'map',
        items: ['x', 'y'],
        innerTask: {
          type: 'atomic',
          description: 'Do {{v}}',
          variables: { label: 'item {{item}}' },
          inputs: { v: { from: 'label' } },
          condition: 'variables.label != "item y"',
        },
      },
      rounds: {
        description: '{{label}}',
        variables: { label: 'round {{iteration}}' },
        loop: { type: 'repeat', count: 2 },
        dependsOn: ['each'],
        injectContext: false,
      },
    });
    expect(sent.map((text) => text.split('\n').at(-1))).toEqual(['Do item x', 'round 1', 'round 2']);
  });

  it('keep braces that are written with a backslash', async () => {
    const [sent] = await sentIn({ a: { description: '{{v}}', variables: { v: '\\{{name}}' } } });
    expect(sent).toMatch(/\n\{\{name}}$/);
  });

  it('fail the task that has one of which nothing is there', async () => {
    const world = createWorld({ answer: () => '{"a": 1}' });
    const plan = planOf({ a: {}, b: { variables: { v: '{{a.output.b}}' }, dependsOn: ['a'] } });
    expect(await world.run(plan)).toBe('failed');
    expect(JSON.stringify(world.log.events)).toContain('Missing required input: a.output.b');
  });

  it('are not templates where a person gave them for a run', () => {
    const document = overrideVariables(
      { ...emptyDocument, variables: { base: 'x', v: 1 } },
      { v: '{{base}} {{other}}', w: [{ k: '{{base}}' }] },
    );
    expect(fillVariables(document.variables as JsonObject)).toEqual({
      base: 'x',
      v: '{{base}} {{other}}',
      w: [{ k: '{{base}}' }],
    });
  });

  it('are ordered by what they name, and a circle is found', () => {
    expect(orderVariables({ c: '{{b}}', a: 'x', b: ['{{a}}'] })).toEqual({ names: ['b', 'c'] });
    expect(orderVariables({ x: '{{a}}', a: '{{b}}', b: '{{c.d}}', c: '{{a}}' }).circle).toEqual(['a', 'b', 'c']);
  });
});
