import { describe, expect, it } from 'vitest';
import { findWorkflow } from './workflow-in-prose';

const isKey = (key: string): boolean => ['heddle', 'tasks', 'description'].includes(key);

/** What is found, as its text and the rest of what is told of it. */
function find(text: string) {
  const found = findWorkflow(text, isKey);
  return (
    found && {
      text: text.slice(...found.span),
      lead: found.lead,
      isFenced: found.isFenced,
      others: found.others,
    }
  );
}

const workflow = 'tasks:\n  a: {}\n';
const fenced = (text: string, marks = '```', lead = ''): string => `${lead}${marks}yaml\n${text}${lead}${marks}\n`;
const amid = { lead: '', isFenced: false, others: 0 };
const inFence = { lead: '', isFenced: true, others: 0 };

describe('a workflow in a text from a chat', () => {
  it.each<[string, string, ReturnType<typeof find>]>([
    ['after a sentence that ends', `Here it is for you.\n${workflow}`, { text: workflow, ...amid }],
    ['after a colon in bold', `**Here is your workflow:**\n${workflow}`, { text: workflow, ...amid }],
    ['after a blank line', `Here is your workflow\n\n${workflow}`, { text: workflow, ...amid }],
    ['not after a line that is broken', `Here is a sentence. And more of\nthese words go on\n${workflow}`, undefined],
    [
      'not after a broken line, whatever it says itself',
      `Here it is for\n${workflow}\nThat is all of it.\n`,
      undefined,
    ],
    ['not after a comment alone', `# Here it is for you.\n${workflow}`, undefined],
    ['not after a single word', `Workflow.\n${workflow}`, undefined],
    ['not after two words', `The workflow.\n${workflow}`, undefined],
    ['not after a key', `note: here it is for you.\n${workflow}`, undefined],
    ['up to the prose after it', `Here it is now.\n${workflow}I hope it helps you.\n`, { text: workflow, ...amid }],
    [
      'with its blank lines and comments',
      `Here it is now.\n${workflow}\n# x\n`,
      { text: `${workflow}\n# x\n`, ...amid },
    ],
    [
      'indented',
      'Here it is now.\n  tasks:\n    a: {}\nBye for now.',
      { text: '  tasks:\n    a: {}\n', ...amid, lead: '  ' },
    ],
    ['not if all prose is behind it', `${workflow}That is all of it.\n`, undefined],
    ['not by a key that is behind it', 'Here it is now.\nheddle: 1\nBye for now.\ntype: x\n', undefined],
    [
      'with the words of its texts',
      'Here it is now.\ntasks:\n  a: |\n    These are words.\nBye for now.',
      { text: 'tasks:\n  a: |\n    These are words.\n', ...amid },
    ],
    [
      'indented, up to prose that is indented too',
      'Here it is now.\n  tasks:\n    a: {}\n  Bye for now.',
      { text: '  tasks:\n    a: {}\n', ...amid, lead: '  ' },
    ],
    ['in braces', 'Here it is now.\n{\n"tasks": {}\n}\nBye.', { text: '{\n"tasks": {}\n}\n', ...amid }],
    ['not without a key of one', 'Here it is now.\nheddle: 1\n', undefined],
    ['not if there is none', 'Here it is not.\n', undefined],
    ['not if it is all of the text', workflow, undefined],
    ['in a fence', fenced(workflow), { text: workflow, ...inFence }],
    [
      'in a fence that is indented',
      `Here:\n${fenced(`  ${workflow}`, '```', '  ')}`,
      { text: `  ${workflow}`, ...inFence, lead: '  ' },
    ],
    ['in a fence that is not closed', `Here:\n\`\`\`\n${workflow}`, { text: workflow, ...inFence }],
    ['in a fence of other marks', fenced(`${workflow}\`\`\`\n`, '~~~'), { text: `${workflow}\`\`\`\n`, ...inFence }],
    ['in a fence of four marks', fenced(`${workflow}\`\`\`\n`, '````'), { text: `${workflow}\`\`\`\n`, ...inFence }],
    ['to the fence that is no deeper', fenced(`${workflow}  \`\`\`\n`), { text: `${workflow}  \`\`\`\n`, ...inFence }],
    ['to the fence that says nothing', fenced(`${workflow}\`\`\`js\n`), { text: `${workflow}\`\`\`js\n`, ...inFence }],
    ['in the fence that has one', `${fenced('echo\n')}${fenced(workflow)}`, { text: workflow, ...inFence }],
    [
      'in the longest fence, with how many others there are',
      fenced('type: llm\n') + fenced(workflow) + fenced('type: a\n'),
      { text: workflow, ...inFence, others: 2 },
    ],
    ['not in a fence of a prompt in a workflow', `${workflow}x: |\n${fenced(workflow)}`, undefined],
  ])('is found %s', (_, text, found) => {
    expect(find(text)).toEqual(found);
  });

  it('is found by the start of each line, and in no more lines than can be searched', () => {
    const long = `Here it is now.\n${'a'.repeat(498)} b.\n`;
    expect(find(`${long}${workflow}`)).toBeUndefined();
    expect(find(`Here it is now${' '.repeat(600)}words\n${workflow}`)).toBeUndefined();
    const lines = (count: number) => `\`\`\`\n${workflow}${'#\n'.repeat(count - 3)}`;
    expect(find(lines(300_000))?.isFenced).toBe(true);
    expect(find(lines(300_001))).toBeUndefined();
  });
});
