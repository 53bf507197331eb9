import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '@/cli/memory-io.testing';
import type { ImportReport } from '@/formats/foreign/import-report';

/** Files that others made; they are beside the checkout, where they are at all. */
const samples =
  ['../../shared/samples', '../../../shared/samples'].map((at) => join(import.meta.dirname, at)).find(existsSync) ?? '';
const own = join(import.meta.dirname, 'fixtures');

const listFiles = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((name) => (/\.(ya?ml|json)$/.test(name) ? [join(folder, name)] : []))
    : [];

/** A file by the command line: its report, and the workflow that was written. */
async function importFile(text: string) {
  const { code, out, files, err } = await run('import app.yml --report json --out app.yaml', {
    files: { 'app.yml': text },
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return { report: JSON.parse(out) as ImportReport, workflow: files['app.yaml'] ?? '', out };
}

/** The ids of what is drawn, and what has to have a line. */
const listDrawn = (text: string): readonly string[] =>
  text.startsWith('{')
    ? (JSON.parse(text) as { nodes: { id: string }[] }).nodes.map(({ id }) => id)
    : [...text.matchAll(/^ {6}- (?:\{ )?id: "?([\w-]+)"?/gm)]
        .map(([, id = '']) => id)
        .filter((id) => !/^[a-o]$/.test(id));

describe.each(['dify', 'flowise'])('apps of %s', (format) => {
  const fixtures = listFiles(join(own, format));
  const others = listFiles(join(samples, format));
  let nodes = 0;
  let kept = 0;

  it.each([...fixtures, ...others].map((file) => [file.split('/').slice(-2).join('/'), file]))(
    '%s is drawn, each node has a line, and it validates and runs dry',
    async (_, file) => {
      const { report, workflow } = await importFile(readFileSync(file, 'utf8'));
      const { counts, dryRun } = report;
      nodes += counts.exact + counts.adapted + counts.dropped;
      kept += counts.exact + counts.adapted;
      expect({ failed: dryRun?.failed, problems: dryRun?.problems }).toEqual({ failed: 0, problems: [] });
      expect(report.lines.every(({ why, old }) => why !== '' && old !== '')).toBe(true);
      const places = report.lines.map(({ place }) => place);
      expect(places).toEqual([...new Set(places)]);
      const validated = await run('validate a.yaml', { files: { 'a.yaml': workflow } });
      expect({ code: validated.code, out: validated.out }).toMatchObject({ code: 0 });
    },
  );

  it('keeps nine nodes of ten', () => {
    expect(nodes).toBeGreaterThan(0);
    expect(kept / nodes).toBeGreaterThanOrEqual(0.9);
  });

  it.skipIf(others.length > 0)('is not tried with the files of others: there are none beside the checkout', () => {});
});

it('a line for every node of a file', async () => {
  for (const file of [...listFiles(join(own, 'dify')), ...listFiles(join(own, 'flowise'))]) {
    const text = readFileSync(file, 'utf8');
    const { report } = await importFile(text);
    const places = new Set(report.lines.map(({ place }) => place));
    for (const id of listDrawn(text)) {
      expect({ file, id, has: places.has(`node:${id}`) || places.has(`note:${id}`) }).toEqual({ file, id, has: true });
    }
  }
});

it('no key of a file is in what comes of it', async () => {
  for (const name of ['dify/support-0.3.0.yml', 'dify/loop-0.4.0.yml', 'flowise/support.json']) {
    const { out, workflow, report } = await importFile(readFileSync(join(own, name), 'utf8'));
    expect(`${out}${workflow}`).not.toMatch(/planted/);
    expect(report.secrets.length).toBeGreaterThan(0);
  }
});
