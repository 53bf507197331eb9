import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { taskTypes } from '@/workflow/tasks';
import { findFieldHelp } from './field-help';
import { findHelpPage } from './help-page';

describe('the page of the guide on what is open', () => {
  const editor = {
    screen: { at: 'editor' },
    preferences: { mode: 'canvas', panels: { left: true, right: true, drawer: true } },
    sides: { left: 'tasks' },
  };
  const on = (view: object, type?: (typeof taskTypes)[number]) => findHelpPage({ ...editor, ...view } as never, type);

  it.each([
    [{}, 'canvas'],
    [{ preferences: { ...editor.preferences, mode: 'code' } }, 'code'],
    [{ sides: { left: 'runs' } }, 'runs'],
    [{ sides: { left: 'files' } }, 'memory'],
    [{ sides: { left: 'library' } }, 'library'],
    [{ screen: { at: 'start' } }, 'first-minute'],
    [{ screen: { at: 'plan' } }, 'runs'],
    [{ screen: { at: 'models' } }, 'models'],
  ])('is, where %j is shown, %s', (view, page) => {
    expect(on(view)).toBe(page);
  });

  it('is there for every task type', () => {
    for (const type of taskTypes) expect(existsSync(`docs/guide/${on({}, type)}.md`)).toBe(true);
  });
});

describe('what the guide says of a field', () => {
  it.each([
    [['voting', 'k'], 'atomic', 'votes that the winner must be ahead'],
    [['maxConcurrency'], 'map', 'of a map: most items at once'],
    [['dependsOn'], 'atomic', 'tasks of the same scope that must have ended'],
    [['script', 'timeoutMs'], 'script', 'most milliseconds'],
    [['limits', 'maxTurns'], 'atomic', 'turns of one conversation'],
    [['errorHandling', 'maxRetries'], 'group', 'retries after the first attempt, 0 to 100'],
    [['agents', 'pilot', 'tier'], undefined, 'which subtasks it can start'],
    [['retention', 'keepDays'], undefined, 'days that a run is kept after it ended'],
    [['defaultModel'], undefined, 'model of tasks without one, as `provider:name`'],
  ])('%j of %s: %s', (path, type, sentence) => {
    expect(findFieldHelp(path, type)?.sentence).toContain(sentence);
  });

  it('leads to a heading of the page', () => {
    const { page, anchor } = findFieldHelp(['voting', 'k'], 'atomic') ?? {};
    const headings = [...readFileSync(`docs/guide/${page}.md`, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    );
    expect(headings).toContain(anchor);
  });

  it('is nothing of what it does not have', () => {
    expect(findFieldHelp(['x-mine'], 'atomic')).toBeUndefined();
  });
});
