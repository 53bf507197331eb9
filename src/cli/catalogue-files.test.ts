import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import { createCatalogueFiles, findHomeFolder } from './catalogue-files';

let folder: string;
let warned: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-models-'));
  warned = [];
});

const open = (at = join(folder, 'home')) =>
  createCatalogue({ store: createCatalogueFiles(at, (message) => warned.push(message)), now: () => 0 });
const fact = (model: string) => ({
  model: { provider: 'lab', model },
  parameter: 'top_p',
  instead: 'left out',
  said: 'Unsupported.',
});

it('lies where the person wants it', () => {
  expect(findHomeFolder({ HEDDLE_HOME: '/a', XDG_CONFIG_HOME: '/b' })).toBe('/a');
  expect(findHomeFolder({ XDG_CONFIG_HOME: '/b' })).toBe('/b/heddle');
  expect(findHomeFolder({})).toMatch(/[\\/]\.config[\\/]heddle$/);
});

it('writes nothing where nothing was learned, and keeps what was for the next process', async () => {
  const catalogue = await open();
  expect(existsSync(join(folder, 'home'))).toBe(false);
  await catalogue.learn(fact('m'));
  expect((await open()).learned()).toHaveLength(1);
  expect(readdirSync(join(folder, 'home'))).toEqual(['models.json']);
  expect(warned).toEqual([]);
});

it.each([
  ['{"version":1,"learned":[', 'text that breaks off'],
  ['{"version":1,"learned":{},"own":[]}', 'another form'],
])('keeps a broken file aside, says so, and goes on: %s', async (text) => {
  writeFileSync(join(folder, 'models.json'), text);
  const catalogue = await open(folder);
  await catalogue.learn(fact('m'));
  expect(readFileSync(join(folder, 'models.json.broken'), 'utf8')).toBe(text);
  expect((await open(folder)).learned()).toHaveLength(1);
  expect(warned).toEqual([expect.stringContaining('models.json.broken')]);
});

it('leaves alone what a newer Heddle wrote', async () => {
  const newer = '{"version":2}';
  writeFileSync(join(folder, 'models.json'), newer);
  await (await open(folder)).learn(fact('m'));
  expect(readFileSync(join(folder, 'models.json'), 'utf8')).toBe(newer);
});

it('does not keep a run from going on where nothing can be written', async () => {
  writeFileSync(join(folder, 'file'), '');
  const catalogue = await open(join(folder, 'file'));
  await catalogue.learn(fact('m'));
  expect(catalogue.factsOf({ provider: 'lab', model: 'm' }).refuses).toEqual(['top_p']);
  expect(warned.length).toBeGreaterThan(0);
});
