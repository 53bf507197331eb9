import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { run } from './memory-io.testing';
import { formatTerminalAdvice } from './terminal-advice';

const told = (advice: string, provider = 'lab') => formatTerminalAdvice({ advice, details: { provider } });

afterEach(() => void vi.unstubAllGlobals());

describe('advice on the command line', () => {
  it.each([
    ['Open Models and give a valid key for Lab.', 'Set LAB_API_KEY to a valid key.'],
    ['Check in Models that the key for Lab may use big-2.1.', 'Check that LAB_API_KEY may use big-2.1.'],
    ['Start Lab, and check its address in Models.', 'Start Lab, and check its address in LAB_BASE_URL.'],
    [
      'Check its base URL in Models (http://127.0.0.1/v1). It usually ends with /v1.',
      'Check its base URL in LAB_BASE_URL (http://127.0.0.1/v1). It usually ends with /v1.',
    ],
    ['Change the prompt, or choose another model.', 'Change the prompt, or choose another model.'],
  ])('says of “%s” what to do in a terminal', (advice, expected) => {
    expect(told(advice)).toBe(expected);
  });

  it('speaks of the page in none of the advices that the engine and the clients give', () => {
    const folders = ['engine', 'providers', 'tools', 'host', 'run', 'plan', 'storage/folder'];
    const texts = folders.flatMap((folder) => advices(join('src', folder)));
    expect(texts.length).toBeGreaterThan(10);
    const ofPage = texts.map((text) => told(text)).filter((text) => /\b(in|Open) (Models|Settings)\b/.test(text ?? ''));
    expect(ofPage).toEqual([]);
  });

  it('names the variable of a key that is refused', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: { message: 'no such key' } }, { status: 401 }));
    const { err } = await run('run a.yaml --provider lab', {
      files: { 'a.yaml': 'tasks: { a: { description: x, model: "lab:big" } }' },
      env: { LAB_BASE_URL: 'http://lab.example/v1', LAB_API_KEY: 'wrong' },
    });
    expect(err).toContain('a failed: lab refused the key (401). It says: no such key. Set LAB_API_KEY to a valid key.');
  });
});

/** The texts in a folder that speak of a screen of the page, with a word in the place of what is inserted. */
function advices(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => name.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(name))
    .flatMap(
      (name) =>
        readFileSync(join(folder, name), 'utf8').match(/(['`])[^'`\n]*\b(?:Models|Settings)\b[^'`\n]*\1/g) ?? [],
    )
    .map((text) => text.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, 'Lab'))
    .filter((text) => text.includes(' '));
}
