import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '@/base/errors';
import { maxNesting } from '@/base/json';
import { actions } from '@/editor/actions/actions';
import { giveLimits } from '@/editor/files/collect-files';
import { maxDiagnostics, maxWorkflowBytes } from '@/formats/limits';
import { attachmentLimits } from '@/plan/attachments/attached-file';
import {
  defaultLimits,
  defaultMaxConcurrency,
  defaultMaxIterations,
  defaultRetention,
  defaultRetry,
} from '@/plan/limits';
import { annotationLimits } from '@/run/annotations';
import { runEventSchema } from '@/run/events';
import { defaultServeLimits } from '@/serve/serve-limits';
import { historyLimits } from '@/storage/bound-history';
import { maxHttpAnswerBytes } from '@/tools/http';
import { maxMcpAnswerBytes } from '@/tools/mcp/mcp-fetch';
import { maxToolFileBytes } from '@/tools/tool-file';
import { maxAnswerLength } from '@/workflow/ask-form';
import { diagnosticCodes } from '@/workflow/diagnostic';
import { maxPathLength } from '@/workflow/file-path';
import { fileLimits } from '@/workflow/file-repository';
import { serveHere } from './serve/served';
import { buildHttpApiPage, buildNodeApiPage } from './support/api-pages';
import { filesIn } from './support/files-in';
import { buildCommandsPage, buildKeysPage, updateEventsPage } from './support/reference-pages';

const readPage = (name: string) => readFileSync(`docs/guide/${name}.md`, 'utf8');

describe('what the guide lists is what the source has (npm run reference)', () => {
  it('the commands', async () => {
    await expect(buildCommandsPage()).toMatchFileSnapshot('../docs/guide/commands.md');
  });

  it('the keys', async () => {
    await expect(buildKeysPage(actions)).toMatchFileSnapshot('../docs/guide/keys.md');
  });

  it('the requests of the HTTP API', async () => {
    await expect(buildHttpApiPage(serveHere({}).app.description())).toMatchFileSnapshot('../docs/guide/http-api.md');
  });

  it('the functions and types of the package for programs', async () => {
    await expect(buildNodeApiPage()).toMatchFileSnapshot('../docs/guide/node-api.md');
  });

  it('the events with their fields', async () => {
    await expect(updateEventsPage(readPage('events'))).toMatchFileSnapshot('../docs/guide/events.md');
  });

  it('says of each event and each of its fields what it is', () => {
    const page = readPage('events');
    expect(page.match(/^\| `.*\| {1,2}\|$/gm)).toBeNull();
    const [, ...sections] = page.split(/^### /m);
    expect(sections.filter((section) => !/^\S+\n\n[A-Z]/.test(section))).toEqual([]);
  });

  it('names the fields that every event may have', () => {
    const fields = new Set(runEventSchema.options.flatMap(({ shape }) => Object.keys(shape)));
    const [intro = ''] = readPage('events').split('## Kinds');
    expect([...fields].filter((field) => !intro.includes(`\`${field}\``))).toEqual([]);
  });

  const sections = new Map(
    readPage('errors')
      .split(/^### /m)
      .slice(1)
      .map((section) => [/^\S+/.exec(section)?.[0], section.replace(/\s+/g, ' ')]),
  );

  it.each(Object.entries(diagnosticCodes))('has %s with its sentence, a cause and a fix', (code, sentence) => {
    expect(sections.get(code)).toContain(`**${sentence}** `);
    expect(sections.get(code)).toMatch(/\*\* \S.{20,}\*\*Fix:\*\* \S.{6,}/);
  });

  it('has every code of a failed run, and none that is gone', () => {
    expect([...sections.keys()]).toEqual([...Object.keys(diagnosticCodes).toSorted(), ...errorCodes]);
    for (const code of errorCodes) expect(sections.get(code)).toMatch(/ \S.{10,}\*\*Fix:\*\* \S/);
  });
});

describe('the pages that are written by hand', () => {
  it('names every variable that the source reads', () => {
    const sources = filesIn('src').filter((file) => /(?<!\.(test|testing))\.ts$/.test(file));
    const named = sources.flatMap(
      (file) => readFileSync(file, 'utf8').match(/\b(HEDDLE_[A-Z]+(_[A-Z]+)*|NO_COLOR|XDG_CONFIG_HOME)\b/g) ?? [],
    );
    // The names of secrets are examples; the mark of its scripts is Heddle's own.
    const meant = new Set(named.map((name) => name.replace(/^HEDDLE_SECRET.*/, 'HEDDLE_SECRET_NAME')));
    meant.delete('HEDDLE_SCRIPT');
    expect(meant.size).toBeGreaterThan(5);
    expect([...meant].filter((name) => !readPage('environment').includes(`\`${name}\``))).toEqual([]);
  });

  const mb = (bytes: number) => `${Math.round(bytes / (bytes % 1_000_000 === 0 ? 1_000_000 : 2 ** 20))} MB`;
  const count = (number: number) => number.toLocaleString('en');
  it.each([
    ['a file', mb(maxWorkflowBytes)],
    ['levels of nesting', count(maxNesting)],
    ['a path of a file', `${maxPathLength} characters`],
    ['problems that are listed', count(maxDiagnostics)],
    ['the answer of a person to a question', `${count(maxAnswerLength)} characters`],
    ['time of a task', `${defaultLimits.timeoutMs / 60_000} minutes`],
    ['turns with tools', count(defaultLimits.maxTurns)],
    ["part of the model's window that is used", `${100 * defaultLimits.maxContextWindowFraction} %`],
    [
      'earlier outputs in a prompt',
      `${defaultLimits.maxContextTasks} outputs, ${defaultLimits.maxContextBytes / 1024} kB`,
    ],
    ['output of a script that templates see', mb(defaultLimits.maxStdoutBytes)],
    ['error output that they see', `${defaultLimits.maxStderrBytes / 1024} kB`],
    ['an output that is stored whole', mb(defaultLimits.maxStoredBytes)],
    ['model calls and scripts at once', count(defaultMaxConcurrency)],
    ['retries after a failure', count(defaultRetry.maxRetries)],
    ['rounds of a loop', count(defaultMaxIterations)],
    ['a file in the memory of a workflow', mb(fileLimits.bytes)],
    ['files of a workflow', count(fileLimits.count)],
    ['files that are added at once', `${count(giveLimits.count)}, and ${mb(giveLimits.bytes)}`],
    ['an image, PDF or sound that is sent to a model', mb(attachmentLimits.bytes)],
    ['a text that is attached', mb(attachmentLimits.textBytes)],
    ['one call to a model', `${attachmentLimits.count} files, and ${mb(attachmentLimits.callBytes)}`],
    ['edge of an image', `${count(attachmentLimits.edge)} pixels`],
    ['the text answer of an HTTP tool', mb(maxHttpAnswerBytes)],
    ['a file that a tool returns', mb(maxToolFileBytes)],
    ['an answer of an MCP server', mb(maxMcpAnswerBytes)],
    ['the body of a request', mb(defaultServeLimits.bodyBytes)],
    ['requests a minute of one token', count(defaultServeLimits.requestsPerMinute)],
    ['runs at once', count(defaultServeLimits.runs)],
    ['open streams of events', count(defaultServeLimits.streams)],
    [
      'ended runs',
      `${defaultRetention.keepLast} of a workflow, and those of the last ${defaultRetention.keepDays} days`,
    ],
    ['steps of undo', count(historyLimits.steps)],
    [
      'tags of a run',
      `${annotationLimits.tags} of ${annotationLimits.tag} characters; a note of ${count(annotationLimits.note)}`,
    ],
  ])('says of %s: %s', (what, most) => {
    const row = readPage('limits')
      .split('\n')
      .find((line) => line.startsWith(`| ${what} |`));
    expect(row?.split('|')[2]).toMatch(new RegExp(`(^| )${most}(;| |$)`));
  });
});
