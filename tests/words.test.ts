import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exportedNames } from './support/exported-names';
import { filesIn } from './support/files-in';

/** Components that stand for their lazily loaded selves, and functions that are the same of two stores. */
const twins = [
  ...['AgentFields', 'CompactionFields', 'DefinitionFields', 'HooksFields', 'KeepingFields', 'ManyTasks', 'MoreLimits'],
  ...['OrderFields', 'TaskFields', 'TaskFoot', 'TaskOutput', 'ToastList', 'ToolFields', 'TypeList', 'WorkflowSettings'],
  ...['createBlobUpload', 'createFileRepository', 'createRunUpkeep', 'createWorkflowRepository', 'cutLog'],
  ...['listCheckpoints', 'readLog'],
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
