import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { builtCli } from '../support/built-cli';
import { lookTool, makerCases } from './lab';

const base = mkdtempSync(join(tmpdir(), 'heddle-makers-'));
let program: string;
let makers: Makers;
beforeAll(async () => {
  [program, makers] = await Promise.all([builtCli(), startMakers()]);
});
afterAll(async () => {
  await makers.close();
});

/**
 * The addresses of the providers, as a person sets them in the environment: the tools of Anthropic and Google omit the
 * version.
 */
const environment = () => ({
  PATH: process.env['PATH'] ?? '',
  OPENAI_BASE_URL: makers.base.openai,
  ANTHROPIC_BASE_URL: makers.base.anthropic.replace(/\/v1$/, ''),
  GOOGLE_BASE_URL: makers.base.google.replace(/\/v1beta$/, ''),
  OLLAMA_BASE_URL: makers.base.plain,
  OPENAI_API_KEY: 'k',
  ANTHROPIC_API_KEY: 'k',
  GOOGLE_API_KEY: 'k',
});

test.each(makerCases)(
  '$maker: killed in the fourth turn of five with tools, taken up, and nothing refused or paid twice',
  async ({ maker, model }) => {
    const folder = mkdtempSync(join(base, 'run-'));
    const prompt = 'Look around. [tools:5][hold@4][think:Deep thought][reasoning-content]';
    const provider = maker === 'plain' ? 'ollama' : maker;
    const text = `default_model: "${provider}:${model}"\n${lookTool}tasks:\n  ask: { description: "${prompt}" }\n`;
    writeFileSync(join(folder, 'flow.yaml'), text);
    const start = (more: readonly string[]) => {
      const line = ['run', 'flow.yaml', '--allow-scripts', '--journal', 'runs', ...more];
      const child = spawn(program, line, { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
      return { child, said: () => said, ended: new Promise((resolve) => child.on('close', resolve)) };
    };
    makers.reset();
    const first = start([]);
    await expect.poll(() => makers.requests.at(-1)?.turn ?? first.said()).toBe(4);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start(['--resume']);
    expect([await second.ended, second.said()]).toEqual([0, expect.stringContaining('Done after 5 results')]);
    expect(makers.requests.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 4, 5, 6]);
    expect(makers.refused()).toEqual([]);

    const journal = openRunJournal(join(folder, 'runs'), () => undefined);
    const events = await journal.events.read(
      readdirSync(join(folder, 'runs')).find((name) => !name.startsWith('.')) ?? '',
    );
    journal.close();
    const replies = events.filter((event) => event.kind === 'model.replied');
    expect(replies.map(({ data }) => data.reasoning?.text)).toEqual(Array(6).fill('Deep thought'));
    expect(replies.every(({ data }) => (data.usage.reasoningTokens ?? 0) > 0)).toBe(true);
  },
);
