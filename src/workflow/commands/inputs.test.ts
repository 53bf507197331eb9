import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '../document';
import { documentSchema } from '../document-schema';
import { validateDocument } from '../validate/validate';
import { addInput, changeInput, removeInput } from './edit-inputs';
import { renameInput } from './rename/rename-input';

const document = documentSchema.parse({
  variables: { greeting: 'Dear {{mail.from}}', other: 1 },
  inputs: { mail: { type: 'json' }, language: { type: 'choice', options: ['en'] } },
  agents: { w: { model: 'sim:echo', system: 'Write {{language}} for {{mail.from}}.' } },
  tools: {
    t: {
      http: { url: 'https://x.org/?a={{q}}&b={{mail.from}}' },
      parameters: { type: 'object', properties: { q: {} } },
    },
  },
  library: { f: { task: { type: 'atomic', description: '{{mail}}', agent: 'w' } } },
  tasks: {
    a: {
      type: 'atomic',
      agent: 'w',
      description: '{{mail.subject}} {{language}}',
      inputs: { x: { from: 'mail.from' }, y: { from: 'other' } },
      condition: 'inputs.mail.x == 1 && variables["mail"] != null && variables.other == 1',
    },
    hidden: {
      type: 'atomic',
      agent: 'w',
      description: '{{mail}}',
      inputs: { mail: 1 },
      condition: 'variables.mail != 1',
    },
  },
}) as WorkflowDocument;

const unwrap = (result: ReturnType<typeof addInput>): WorkflowDocument => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe('renaming an input', () => {
  it('renames it wherever a text names it, and nowhere else', () => {
    const next = unwrap(renameInput(document, { name: 'mail', newName: 'letter' }));
    expect(Object.keys(next.inputs ?? {})).toEqual(['letter', 'language']);
    expect(next.variables).toEqual({ greeting: 'Dear {{letter.from}}', other: 1 });
    expect(next.agents).toMatchObject({ w: { system: 'Write {{language}} for {{letter.from}}.' } });
    expect(next.tools).toMatchObject({ t: { http: { url: 'https://x.org/?a={{q}}&b={{letter.from}}' } } });
    expect(next.library).toMatchObject({ f: { task: { description: '{{letter}}' } } });
    expect(next.tasks).toMatchObject({
      a: {
        description: '{{letter.subject}} {{language}}',
        inputs: { x: { from: 'letter.from' }, y: { from: 'other' } },
        condition: 'inputs.letter.x == 1 && variables.letter != null && variables.other == 1',
      },
      hidden: { description: '{{mail}}', condition: 'variables.letter != 1' },
    });
    expect(validateDocument(next, []).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(unwrap(renameInput(next, { name: 'letter', newName: 'mail' }))).toMatchObject({
      variables: document.variables,
      agents: document.agents,
      tools: document.tools,
    });
  });

  it.each([
    ['language', 'There is an input “language” already. Choose another name.'],
    ['other', '“other” is a variable of the workflow. Choose another name.'],
    ['a b', 'A name starts with a letter or _, followed by letters, digits, _ . -'],
    ['hidden', 'A text in “a” reads the input, and “hidden” is another value there. Choose another name.'],
  ])('refuses the name %s', (newName, message) => {
    expect(renameInput(document, { name: 'mail', newName })).toMatchObject({ ok: false, error: { message } });
  });
});

describe('editing inputs', () => {
  it('adds, changes and removes one', () => {
    const added = unwrap(addInput(document, { name: 'more', input: { type: 'number', min: 1 } }));
    const changed = unwrap(changeInput(added, { name: 'more', patch: { min: undefined, max: 3 } }));
    expect(changed.inputs?.['more']).toEqual({ type: 'number', max: 3 });
    expect(unwrap(removeInput(changed, { name: 'more' })).inputs).toEqual(document.inputs);
    const last = { ...document, inputs: { one: {} } };
    expect(unwrap(removeInput(last, { name: 'one' }))).not.toHaveProperty('inputs');
  });

  it('refuses what would not be valid', () => {
    expect(addInput(document, { name: 'mail', input: {} }).ok).toBe(false);
    expect(changeInput(document, { name: 'mail', patch: { maxLength: -1 } }).ok).toBe(false);
    expect(changeInput(document, { name: 'gone', patch: {} }).ok).toBe(false);
    expect(removeInput(document, { name: 'gone' }).ok).toBe(false);
  });
});
