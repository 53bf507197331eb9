import { expect, it, vi } from 'vitest';
import { readYaml } from '@/formats/yaml/read-yaml';
import type { AppStores } from '@/state/context';
import { getTestMarks } from '@/state/test-marks';
import { bindVerdicts } from './bind-verdicts';
import type { monaco } from './monaco';
import { findPathOffset } from './offset-of-path';

vi.mock('./monaco', () => ({
  monaco: {
    Range: class {
      constructor(readonly startLineNumber: number) {}
    },
    editor: { InjectedTextCursorStops: { None: 3 } },
  },
}));

const text = `tasks: { a: { description: "Answer {{mail}}" } }
tests:
  refund:
    inputs:
      mail: About A-20418
  mail: { inputs: { mail: Another } }
  later: { disabled: true }
`;
const inBraces = `tests: { refund: { inputs: { mail: "a, mail: {" } }, 'mail': {} } # mail: x\n`;
const openText = (text: string) => {
  const { blocks } = readYaml(text).source;
  return {
    getState: () => ({ text, id: 'w1', document: {} }),
    actions: { linesOf: async (key: string) => blocks.find((block) => block.key === key) },
  };
};

it('says behind the name of each test how it stands, until the editor goes', async () => {
  let shown: readonly string[] = [];
  const show = (found: readonly monaco.editor.IModelDeltaDecoration[]) => {
    shown = found.map(
      ({ range, options }) => `${text.split('\n')[range.startLineNumber - 1]}${options.after?.content}`,
    );
  };
  const editor = { createDecorationsCollection: () => ({ set: show, clear: () => show([]) }) };
  const model = {
    getPositionAt: (offset: number) => ({ lineNumber: text.slice(0, offset).split('\n').length, column: 1 }),
    getLineContent: () => '',
    getLineMaxColumn: () => 1,
  };
  const stores = { document: openText(text) } as unknown as AppStores;
  const stop = bindVerdicts(
    editor as unknown as monaco.editor.IStandaloneCodeEditor,
    model as unknown as monaco.editor.ITextModel,
    stores,
  );
  getTestMarks(stores).setState({
    verdicts: new Map([
      ['refund', { tone: 'passed', said: 'passed' }],
      ['mail', { tone: 'failed', said: '2 passed, 1 failed' }],
      ['later', { tone: 'open', said: 'not run' }],
    ]),
  });
  await vi.waitFor(() =>
    expect(shown).toEqual([
      '  refund:  ✓ passed',
      '  mail: { inputs: { mail: Another } }  ✗ 2 passed, 1 failed',
      '  later: { disabled: true }  – not run',
    ]),
  );
  stop();
  expect(shown).toEqual([]);
});

it('a test in braces is found at its own name', async () => {
  const code = openText(inBraces) as unknown as AppStores['document'];
  const at = async (testId: string) => inBraces.slice(await findPathOffset(code, ['tests', testId]));
  expect(await at('refund')).toMatch(/^refund: /);
  expect(await at('mail')).toMatch(/^'mail': /);
  expect(await at('none')).toBe(inBraces);
});
