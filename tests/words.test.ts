import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { styleRules } from '../scripts/style-rules.mjs';
import { exportedNames } from './support/exported-names';
import { filesIn } from './support/files-in';

/** What the view knows and what draws it, and functions that are the same of two stores. */
const twins = [
  ...['Drawer', 'Viewport'],
  ...[
    'createBlobUpload',
    'createDefinitionRepository',
    'createFileRepository',
    'createRunUpkeep',
    'createWorkflowRepository',
    'cutLog',
  ],
  ...['listCheckpoints', 'readLog'],
  // The stores in IndexedDB and in PostgreSQL.
  ...[
    'Migration',
    'createLogBlocks',
    'createBlobStore',
    'createCallIndex',
    'createEventStore',
    'createExecutionStore',
    'createIterationStore',
  ],
  ...['createRunCheckpoints', 'migrations', 'openDatabase'],
  ...['openStores', 'partsOfRun', 'readBlob', 'readPage', 'convertStorageError', 'transact'],
];

describe('the words of the code', () => {
  it('give each exported thing a name of its own, but for twins by design', () => {
    const files = new Map<string, Set<string>>();
    for (const { name, file } of exportedNames()) files.set(name, (files.get(name) ?? new Set()).add(file));
    expect(
      [...files]
        .filter(([, named]) => named.size > 1)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(twins.toSorted());
  });

  it('have no line of a comment over 120 columns', () => {
    const sources = ['src', 'e2e', 'tests', 'bench', 'scripts']
      .flatMap(filesIn)
      .filter((file) => /\.(tsx?|mjs|css)$/.test(file));
    const long = sources.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > 120 && /^\s*(\/?\*|\/\/)/.test(line) ? [`${file}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });
});

describe('the words of the documents', () => {
  it('keep ARCHITECTURE one page, and the note of each folder short', () => {
    expect(readFileSync('docs/ARCHITECTURE.md', 'utf8').split(/\s+/).length).toBeLessThan(1200);
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const notes = folders.map(({ name }) => `src/${name}/README.md`);
    expect(notes.filter((file) => !existsSync(file))).toEqual([]);
    expect(notes.filter((file) => readFileSync(file, 'utf8').trim().split('\n').length > 40)).toEqual([]);
  });
});

describe('the rules of style for texts of the screen', () => {
  it.each([
    'Told of rounds',
    'It goes on once the key is there.',
    'Mend it first.',
    'Kept apart',
    'The task could not be taken apart',
    'The key "a" stands twice.',
    'This is no number.',
    'Most retries',
    'Weighing what is stored.',
    'Context of the holder',
    'The behavior of a task',
    'No files were added. Choose a folder or a file',
  ])('object to “%s”', (text) => {
    expect(styleRules.some(({ found }) => found.test(text))).toBe(true);
  });

  it.each(['No matching runs.', 'There is no task “a”.', 'Earlier rounds in the prompt', 'Cancel', 'Resume here'])(
    'let pass “%s”',
    (text) => {
      expect(styleRules.filter(({ found }) => found.test(text))).toEqual([]);
    },
  );
});
