import { describe, expect, it } from 'vitest';
import { checkText } from '@/formats/check-text';
import { documentOf } from '@/plan/plan.testing';
import type { WorkflowDocument } from '@/workflow/document';
import { createScriptedModels } from '../testing/scripted-models.testing';
import { createVirtualClock } from '../testing/virtual-clock.testing';
import { draftWorkflow } from './draft-workflow';

const model = { provider: 'sim', model: 'echo' };

/** Drafts with a model that gives these replies and then repeats the last one. */
function drafting(replies: readonly string[], document?: WorkflowDocument) {
  const clock = createVirtualClock();
  const models = createScriptedModels(clock, () => replies[Math.min(models.requests.length, replies.length) - 1] ?? '');
  let text = '';
  const work = draftWorkflow({
    sentence: 'Fetch the news and sum them up',
    ...(document === undefined ? {} : { document }),
    model,
    facts: { maxOutput: 9000 },
    known: [],
    models,
    signal: new AbortController().signal,
    onText: (delta) => {
      text += delta;
    },
  });
  return { draft: clock.runUntil(work), models, text: () => text };
}

const group = `Sure! Here is your workflow:
\`\`\`xml
<task type="group"><description>News</description><subtasks>
  <task id="fetch"><description>Fetch the news</description></task>
  <task id="sum"><description>Sum up {{fetch}}</description></task>
</subtasks></task>
\`\`\``;

describe('drafting a workflow', () => {
  it('turns what a model writes into a workflow that can run', async () => {
    const { draft, models, text } = drafting([group]);
    const { yaml, document } = await draft;
    expect(models.requests[0]?.maxOutputTokens).toBe(9000);
    expect(Object.keys(document.tasks)).toEqual(['fetch', 'sum']);
    expect(document.tasks).toMatchObject({ sum: { dependsOn: ['fetch'] } });
    expect(document.defaultModel).toBe('sim:echo');
    expect(document.name).toBe('Fetch the news and sum them up');
    expect(checkText(yaml, [], 'yaml').diagnostics).toEqual([]);
    expect(text()).toBe(group);
  });

  it('shows the model the sentence, and the workflow that is open', async () => {
    const open = documentOf({ old: { description: 'Do the old thing' } }, { variables: { LANG: 'en' } });
    const { draft, models } = drafting([group], open);
    const { document } = await draft;
    const prompt = models.requests[0]?.messages.map(({ content }) => content).join('\n');
    expect(prompt).toContain('Fetch the news and sum them up');
    expect(prompt).toContain('Do the old thing');
    expect(prompt).toContain('LANG (variable)');
    expect(document).toMatchObject({ variables: { LANG: 'en' }, defaultModel: 'sim:echo' });
    expect(Object.keys(document.tasks)).toEqual(['fetch', 'sum']);
  });

  it('tells the model once what is wrong', async () => {
    const wrong = '<task id="a"><description>{{nowhere}}</description></task>';
    const { draft, models } = drafting([wrong, group]);
    expect(Object.keys((await draft).document.tasks)).toEqual(['fetch', 'sum']);
    expect(models.requests).toHaveLength(2);
    expect(models.requests[1]?.messages.at(-1)?.content).toMatch(/tasks\.a\.description: .*nowhere/);
  });

  it('gives a draft with problems to the person, who is told of them', async () => {
    const wrong = '<task id="a"><description>{{nowhere}}</description></task>';
    const { warnings, yaml } = await drafting([wrong]).draft;
    expect(yaml).toContain('{{nowhere}}');
    expect(warnings.join()).toContain('nowhere');
  });

  it('fails with the text of the model if there is no workflow in it', async () => {
    const { draft, models } = drafting(['I <3 workflows & tags <b>']);
    await expect(draft).rejects.toMatchObject({
      code: 'XML_PARSE_ERROR',
      details: { text: 'I <3 workflows & tags <b>', location: expect.stringMatching(/^line 1, column \d+$/) },
    });
    expect(models.requests).toHaveLength(2);
  });

  it('saves what can be saved of broken XML, and says what was repaired', async () => {
    const broken = '<task id="a"><description>Do A & more</description><task id="b"><description>Do B';
    const { document, warnings } = await drafting([broken]).draft;
    expect(Object.keys(document.tasks).length).toBeGreaterThan(0);
    expect(warnings.length).toBeGreaterThan(0);
  });
});
