import { describe, expect, it } from 'vitest';
import { run } from '../memory-io.testing';
import { findNamedStore } from './store-place';

const password = 'planted-word-0123';
const address = `postgres://ada:${password}@db.example.org/flows?sslmode=require&schema=team`;
const shown = 'postgres://ada@db.example.org/flows?sslmode=require&schema=team';
const machine = { env: {}, folder: '/here' };
const own = '/here/.heddle/runs';

describe('where runs are', () => {
  it.each([
    [{}, {}, '/flows/.heddle/runs', ['--journal', '../flows/.heddle/runs']],
    [{ journal: 'kept' }, {}, '/here/kept', ['--journal', 'kept']],
    [{ store: 'kept' }, {}, '/here/kept', ['--journal', 'kept']],
    [{ journal: '.heddle/runs' }, {}, own, []],
    [{}, { HEDDLE_STORE: '/srv/runs' }, '/srv/runs', []],
    [{}, { HEDDLE_STORE: '' }, '/flows/.heddle/runs', ['--journal', '../flows/.heddle/runs']],
    // The environment would lead elsewhere.
    [{ journal: '.heddle/runs' }, { HEDDLE_STORE: address }, own, ['--journal', '.heddle/runs']],
  ])('%j with %j: a folder', (flags, env, folder, options) => {
    const named = findNamedStore({ ...machine, env }, flags, '/flows/.heddle/runs', own);
    expect(named).toEqual({ address: folder, place: { name: folder, folder, options } });
  });

  it.each([
    [{ store: address }, {}, ['--store', shown]],
    [{ store: address }, { HEDDLE_STORE: 'postgres://other/flows' }, ['--store', shown]],
    [{}, { HEDDLE_STORE: address }, []],
  ])('a database: its password is in nothing that is shown', (flags, env, options) => {
    const named = findNamedStore({ ...machine, env }, flags, own, own);
    expect(named).toEqual({ address, place: { name: shown, folder: undefined, options } });
  });

  it.each([
    [{ journal: 'a', store: 'b' }, /--store and --journal/],
    [{ journal: address }, /--journal takes a folder/],
    [{ store: `mysql://ada:${password}@db/flows` }, /does not know/],
    [{ store: 'postgres://ada:pass@[db/flows' }, /cannot be read/],
  ])('%j is refused, and not repeated', (flags, message) => {
    const refused = () => findNamedStore(machine, flags, own, own);
    expect(refused).toThrow(message);
    expect(refused).not.toThrow(/planted|pass@/);
  });
});

describe('a command with the address of a database', () => {
  const asking = 'tasks:\n  ask: { type: ask, message: Which?, form: { word: { type: text, required: true } } }\n';
  const files = { 'ask.yaml': asking };

  it('prints the commands that go on with its run without the password', async () => {
    const { code, err } = await run(['run', 'ask.yaml', '--store', address], { files });
    expect(code).toBe(3);
    expect(err).toMatch(/Resume it with: heddle run --resume \S+ --store '/);
    expect(err).toContain(`--store '${shown}'`);
    expect(err).not.toContain(password);
    const inherited = await run('run ask.yaml', { files, env: { HEDDLE_STORE: address } });
    expect(inherited.err).toMatch(/Resume it with: heddle run --resume \S+\n/);
  });

  it.each([
    ...['run FILE', 'runs FILE', 'log FILE', 'serve FILE', 'mcp FILE', 'validate FILE', 'clean FILE', 'import FILE'],
    ...['run ask.yaml --journal FILE', 'run ask.yaml --stor FILE', 'runs --store FILE --journal a', 'remove FILE'],
  ])('%s: an address in the wrong place is refused, and not repeated', async (line) => {
    const { code, out, err } = await run(line.replace('FILE', address), { files });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/--store|--stor'/);
    expect(err).not.toContain(password);
  });

  it('a dry run is kept only where an option says so', async () => {
    const { err } = await run('dry-run ask.yaml', { files, env: { HEDDLE_STORE: address } });
    expect(err).not.toContain('db.example.org');
  });
});
