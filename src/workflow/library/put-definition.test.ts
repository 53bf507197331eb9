import { describe, expect, it } from 'vitest';
import { documentOf } from '../sample.testing';
import { collectDefinition } from './collect-definition';
import { readOrigin, writeOrigin } from './origin';
import { putDefinition, updateDefinition } from './put-definition';

const say = (description: string, more: object = {}) => ({ type: 'atomic' as const, description, ...more });
const call = (ref: string) => ({ type: 'call' as const, ref });
const source = documentOf({}, {
  agents: { writer: { model: 'sim:echo', tools: ['search'] }, other: { model: 'sim:echo' } },
  tools: { search: { builtin: 'recall' }, unused: { builtin: 'remember' } },
  library: {
    report: { task: { type: 'sequential', steps: [say('Write', { agent: 'writer' }), call('shorten')] } },
    shorten: { origin: 'shorten@2', task: say('Shorten') },
    apart: { task: say('Apart') },
  },
} as never);
const saved = (version = 1, document = collectDefinition(source, 'report')) => ({
  name: 'report',
  version,
  document: document as never,
});
const libraryOf = (result: ReturnType<typeof putDefinition>) => (result.ok ? result.value.library : result.error);

describe('a definition that is saved', () => {
  it('has all that it uses with it, and nothing else', () => {
    expect(collectDefinition(source, 'report')).toEqual({
      tasks: {},
      library: { report: source.library?.['report'], shorten: { task: say('Shorten') } },
      agents: { writer: source.agents?.['writer'] },
      tools: { search: { builtin: 'recall' } },
    });
    expect(collectDefinition(source, 'nowhere')).toBeUndefined();
  });

  it('ends although definitions call each other', () => {
    const loop = documentOf({}, { library: { a: { task: call('b') }, b: { task: call('a') } } } as never);
    expect(Object.keys(collectDefinition(loop, 'a')?.library ?? {})).toEqual(['a', 'b']);
  });
});

describe('a definition that is put into a document', () => {
  it('says which version it is, or nothing', () => {
    const empty = documentOf({}, {});
    const linked = putDefinition(empty, { saved: saved(3), keepsOrigin: true });
    expect(libraryOf(linked)).toMatchObject({ report: { origin: 'report@3' }, shorten: { task: say('Shorten') } });
    expect(linked.ok && linked.value.agents).toEqual({ writer: source.agents?.['writer'] });
    expect(libraryOf(putDefinition(empty, { saved: saved(), keepsOrigin: false }))).toEqual({
      report: source.library?.['report'],
      shorten: { task: say('Shorten') },
    });
  });

  it('leaves what the document has, and follows its own references', () => {
    const own = { report: { task: say('Mine') }, shorten: { task: say('Mine, too') } };
    const agents = { writer: { model: 'sim:fast' } };
    const result = putDefinition(documentOf({}, { library: own, agents } as never), {
      saved: saved(),
      keepsOrigin: true,
    });
    expect(libraryOf(result)).toEqual({
      ...own,
      report_2: {
        origin: 'report@1',
        task: { type: 'sequential', steps: [say('Write', { agent: 'writer' }), call('shorten_2')] },
      },
      shorten_2: { task: say('Shorten') },
    });
    expect(result.ok && result.value.agents).toEqual(agents);
  });

  it('shares what means the same', () => {
    const own = { shorten: { task: say('Shorten') } };
    expect(
      Object.keys(
        libraryOf(putDefinition(documentOf({}, { library: own } as never), { saved: saved(), keepsOrigin: true })) ??
          {},
      ),
    ).toEqual(['shorten', 'report']);
  });
});

describe('an update', () => {
  const next = documentOf({}, {
    library: { report: { task: call('shorten') }, shorten: { task: say('Cut') } },
  } as never);
  const before = documentOf({ t: call('summary') }, {
    library: {
      summary: { ...source.library?.['report'], origin: 'report@1' },
      shorten: { task: say('Shorten') },
      apart: { task: say('Apart') },
    },
  } as never);

  it('replaces the copy under its name here, and what only it uses', () => {
    const result = updateDefinition(before, { name: 'summary', saved: saved(2, next) });
    expect(libraryOf(result)).toEqual({
      apart: { task: say('Apart') },
      summary: { origin: 'report@2', task: call('shorten') },
      shorten: { task: say('Cut') },
    });
  });

  it('keeps what others use, too', () => {
    const shared = { ...before, tasks: { ...before.tasks, u: call('shorten') } } as never;
    const result = updateDefinition(shared, { name: 'summary', saved: saved(2, next) });
    expect(libraryOf(result)).toMatchObject({
      shorten: { task: say('Shorten') },
      summary: { task: call('shorten_2') },
      shorten_2: { task: say('Cut') },
    });
  });

  it('is refused for what is no copy of it', () => {
    expect(updateDefinition(before, { name: 'apart', saved: saved(2, next) }).ok).toBe(false);
  });
});

it('reads back what it writes as the origin, and nothing else', () => {
  expect(readOrigin(writeOrigin({ name: 'a-b.c', version: 12 }))).toEqual({ name: 'a-b.c', version: 12 });
  for (const bad of [undefined, 'a', 'a@', 'a@0', 'a@1.5', '@1', 'a@1@2', 'a b@1'])
    expect(readOrigin(bad)).toBeUndefined();
});
