import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Makers, startMakers } from '../e2e/servers/makers/server';
import { runHere } from './support/run-here';

const folder = mkdtempSync(join(tmpdir(), 'heddle-maker-tools-'));
let makers: Makers;

const workflow = (model: string) => `default_model: ${model}
tasks:
  ask:
    description: "When does it ebb? [search:tides of Emden][reply:At noon.]"
    tools:
      - { type: provider, name: web_search }
`;

function heddle(line: string) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ANTHROPIC_BASE_URL: makers.base.anthropic,
    ANTHROPIC_API_KEY: 'sk-ant-test',
    OLLAMA_BASE_URL: makers.base.plain,
  };
  return runHere(line.split(' '), { folder, env });
}

beforeAll(async () => {
  makers = await startMakers();
});
beforeEach(() => makers.reset());
afterAll(async () => {
  await makers.close();
});

it('searches at the maker of the model, and counts that', async () => {
  writeFileSync(join(folder, 'tides.yaml'), workflow('anthropic:claude-sonnet-5'));
  const ran = await heddle('run tides.yaml');
  expect([ran.code, ran.out.trim()]).toEqual([0, 'At noon.']);
  expect(makers.refused()).toEqual([]);
  expect(ran.err).toContain('tools of the provider: 1 call');
  // The run is replayed from its log, without any request.
  const id = /[0-9a-f-]{20,}|run \S+/i.exec((await heddle('runs')).out)?.[0] ?? '';
  expect(id).not.toBe('');
  expect(makers.requests).toHaveLength(1);
});

it('refuses a workflow before the run whose provider has no such tool, with the place', async () => {
  writeFileSync(join(folder, 'local.yaml'), workflow('ollama:llama3.1'));
  const ran = await heddle('run local.yaml');
  expect(ran.code).not.toBe(0);
  expect(ran.err).toMatch(/local\.yaml:6:\d+: error HED319: ollama:llama3\.1 is called by chat completions/);
  expect(makers.requests).toEqual([]);
});
