import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { featureLabels, features } from '@/app/gallery/shown-features';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { describeWorkflow, eventsIn, readGalleryWorkflow } from './gallery/describe-gallery';
import { command, copyOf, galleryNames, record, recordingOf } from './gallery/record';

const indexFile = 'public/gallery/gallery.json';

/** With RECORD=1 the recordings and the list are made again; see `public/gallery/README.md`. */
const isRecording = process.env['RECORD'] === '1';

describe.runIf(isRecording)('what is recorded', () => {
  it.each(galleryNames)('%s', { timeout: 60_000 }, record);

  it('the list', () => {
    const entries = galleryNames.map(describeWorkflow);
    writeFileSync(indexFile, `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
  });
});

/** What the simulated model cannot give: figures that add up, and a function that passes tests. */
const beyondSimulation: Readonly<Record<string, RegExp>> = {
  'extract-invoice': /^extract failed: The output is not what was asked for/m,
  'test-driven-script': /^write failed: The evaluator did not accept the draft after 5 rounds/m,
};

describe('a workflow of the gallery', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('Something was fetched.')));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each(galleryNames)('%s has no problem, and is planned', async (name) => {
    expect(readGalleryWorkflow(name).description).toMatch(/^.{60,200}$/);
    const { code, err } = await command(['plan', join(copyOf(name), `${name}.heddle.yaml`), '--json']);
    expect([code, err]).toEqual([0, '']);
  });

  it.each(galleryNames)('%s ends in a dry run', { timeout: 60_000 }, async (name) => {
    const { code, err } = await command(['dry-run', join(copyOf(name), `${name}.heddle.yaml`)]);
    const limit = beyondSimulation[name];
    if (limit === undefined) expect(code, err).toBe(0);
    else expect(err).toMatch(limit);
  });

  it.each(galleryNames)('%s ends from its recording, without keys, scripts or a network', async (name) => {
    const folder = copyOf(name);
    const file = join(folder, `${name}.heddle.yaml`);
    const { code, out, err } = await command(['run', file, '--recording', recordingOf(name), '--json']);
    expect(code, err).toBe(0);
    const events = eventsIn(out);
    expect(events.map(({ kind }) => kind)).not.toContain('model.requested');
    const recorded = eventsIn(readFileSync(recordingOf(name), 'utf8'));
    const ends = (of: typeof events) =>
      of.flatMap((event) => (event.kind === 'task.completed' ? [[event.path, event.result ?? '']] : [])).sort();
    expect(ends(events)).toEqual(ends(recorded));
    expect(existsSync(join(folder, 'published'))).toBe(false);
    expect(reduceRun(emptyRun, events).totals.calls).toBe(0);
  });
});

describe('the gallery', () => {
  it('lists each workflow with its figures and its picture, as they are', () => {
    expect(JSON.parse(readFileSync(indexFile, 'utf8'))).toEqual(galleryNames.map(describeWorkflow));
  });

  it('shows each of the features that one can filter by, and at least twelve workflows', () => {
    const shown = new Set(galleryNames.flatMap((name) => describeWorkflow(name).shows));
    expect(features.filter((feature) => !shown.has(feature)).map((feature) => featureLabels[feature])).toEqual([]);
    expect(galleryNames.length).toBeGreaterThanOrEqual(12);
    const folders = readdirSync('public/gallery').filter((name) => !name.endsWith('.json'));
    expect([...galleryNames].sort()).toEqual(folders.sort());
  });

  it('weighs less than a megabyte', () => {
    const bytes = galleryNames.map((name) => readFileSync(recordingOf(name)).length);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(1_000_000);
    expect(readFileSync(indexFile).length).toBeLessThan(60_000);
  });
});
