import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { importRules, importsInWords, importTable } from '../scripts/import-table.mjs';

const root = resolve(import.meta.dirname, '..');
const planted: string[] = [];

/** A folder with the project's configuration and nothing but these files in it. */
function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-planted-'));
  planted.push(folder);
  for (const name of ['biome.json', 'biome.imports.json', 'tsconfig.base.json', 'tsconfig.core.json', 'package.json']) {
    writeFileSync(join(folder, name), readFileSync(join(root, name)));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function run(
  folder: string,
  command: string,
  ...args: string[]
): { readonly status: number | null; readonly output: string } {
  const done = spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: folder, encoding: 'utf8' });
  return { status: done.status, output: done.stdout + done.stderr };
}

const lint = (folder: string) => run(folder, 'biome', 'lint', '--vcs-enabled=false', 'src');

/** Every source file of the project, relative to its root. */
function sources(): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** The file of an import as it is written in another file; a package is its name. */
function resolveImport(file: string, target: string): string {
  const path = target.startsWith('@/') ? join('src', target.slice(2)) : join(dirname(file), target);
  if (!/^[.@]\//.test(target) && !target.startsWith('../')) return target;
  return [`${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].find((name) => existsSync(join(root, name))) ?? path;
}

/** Every file and package that loads with these files: what they import, but for types and what loads on demand. */
function listLoaded(files: readonly string[]): readonly string[] {
  const loaded = new Set(files);
  for (const file of loaded) {
    if (!file.startsWith('src/')) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const imports = text.matchAll(/^(?:import|export) (?!type )(?:[^;'"]*? from )?'([^']+)';/gm);
    for (const [, target = ''] of imports) loaded.add(resolveImport(file, target));
  }
  return [...loaded];
}

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the checker is alive', () => {
  it('reports an import against the table, type imports included', () => {
    const folder = plant({
      'src/plan/plan.ts': 'export interface Plan {\n  readonly a: 1;\n}\n',
      'src/workflow/planted.ts': "import type { Plan } from '@/plan/plan';\n\nexport type Planted = Plan;\n",
    });
    const { status, output } = lint(folder);
    expect(output).toContain('src/workflow may import only from: base');
    expect(status).not.toBe(0);
  });

  it('reports a command line that reaches for the browser, and one that is imported', () => {
    const folder = plant({
      'src/storage/idb/open.ts': 'export const a = 1;\n',
      'src/cli/planted.ts': "import { a } from '@/storage/idb/open';\n\nexport const b = a;\n",
      'src/app/planted.ts': "import { b } from '@/cli/planted';\n\nexport const c = b;\n",
    });
    const { status, output } = lint(folder);
    expect(output).toContain('storage but storage/idb');
    expect(output).toContain('everything but cli');
    expect(status).not.toBe(0);
  });

  it('lets an import pass that the table allows', () => {
    const folder = plant({
      'src/base/a.ts': 'export type A = 1;\n',
      'src/workflow/planted.ts': "import type { A } from '@/base/a';\n\nexport type Planted = A;\n",
    });
    expect(lint(folder)).toMatchObject({ status: 0 });
  });

  it('reports a cycle of imports, type imports included', () => {
    const folder = plant({
      'src/base/a.ts': "import type { B } from './b';\n\nexport type A = B | 1;\n",
      'src/base/b.ts': "import type { A } from './a';\n\nexport type B = A | 2;\n",
    });
    const { status, output } = lint(folder);
    expect(output).toContain('noImportCycles');
    expect(status).not.toBe(0);
  });

  it.each(['engine', 'host'])('reports a clock in the %s', (top) => {
    const { status, output } = lint(plant({ [`src/${top}/planted.ts`]: 'export const now = Date.now();\n' }));
    expect(output).toContain('only through their ports');
    expect(status).not.toBe(0);
  });

  it('does not compile DOM in a core folder', () => {
    const folder = plant({ 'src/workflow/planted.ts': 'export const title = window.document.title;\n' });
    const { status, output } = run(folder, 'tsc', '-p', 'tsconfig.core.json');
    expect(output).toContain("Cannot find name 'window'");
    expect(status).not.toBe(0);
  });
});

describe('the house', () => {
  it('has one import table: for every folder of src, in the rules of Biome as in the documentation', () => {
    expect(Object.keys(importTable).sort()).toEqual(readdirSync(join(root, 'src')).sort());
    const rules: unknown = JSON.parse(readFileSync(join(root, 'biome.imports.json'), 'utf8'));
    expect(rules, 'npm run imports writes them').toEqual(importRules());
    const told = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8').matchAll(/^\| `(\w+)\/` \|.*\| (.*) \|$/gm);
    expect([...told].map(([, folder = '', imports]) => [folder, imports])).toEqual(
      Object.keys(importTable).map((folder) => [folder, importsInWords(folder)]),
    );
  });

  it('makes no id by what a page over plain http lacks', () => {
    expect(sources().filter((file) => readFileSync(file, 'utf8').includes('crypto.randomUUID'))).toEqual([
      'src/base/create-id.ts',
    ]);
  });

  it('loads next to nothing before a command is known: no schema, no notation, no store', () => {
    const loaded = listLoaded(['src/cli/heddle.ts']);
    expect(loaded).toContain('src/cli/commands.ts');
    expect(loaded.filter((name) => !name.startsWith('src/') && !name.startsWith('node:'))).toEqual([]);
    // Which notations there are, and what the address of a store and the id of a run look like.
    expect(loaded.filter((name) => /^src\/(storage|formats|engine|host|run)\//.test(name)).toSorted()).toEqual([
      'src/formats/notation.ts',
      'src/run/run-id-form.ts',
      'src/storage/postgres/postgres-address.ts',
    ]);
  });

  it('opens no stores, and counts no tokens, to check a file', () => {
    const loaded = listLoaded(['src/cli/commands/validate.ts', 'src/cli/node-machine.ts']);
    expect(loaded).toContain('yaml');
    expect(loaded.filter((name) => /open-stores|token-counter|event-files|@\/engine\/run/.test(name))).toEqual([]);
  });

  it('has no relative import that leaves its top folder, past the rules', () => {
    const leaving = sources().flatMap((file) => {
      const [, top = ''] = file.split('/');
      const imports = readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']*)'/g);
      return [...imports]
        .map(([, target = '']) => relative(root, resolve(root, dirname(file), target)))
        .filter((target) => !target.startsWith(`src/${top}/`))
        .map((target) => `${file} -> ${target}`);
    });
    expect(leaving).toEqual([]);
  });

  it('keeps each request to a server within one origin, but for what is downloaded without a secret', () => {
    const downloads = [
      ...[
        'app/files/fetch-file.ts',
        'app/command-menu/guide-items.ts',
        'app/gallery/load-gallery.ts',
        'app/runs/share-run.ts',
        'app/workflows/templates.ts',
      ],
    ];
    // These only hand on the fetch of the machine to what is kept within one origin.
    const roots = [
      ...['cli/node-machine.ts', 'cli/run/whole-fetch.ts'],
      ...['providers/create-model-client.ts', 'worker/engine-host.ts'],
    ];
    const open = sources()
      .filter((file) => !/\.(test|testing)\.tsx?$/.test(file))
      .filter((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        return (
          /(?<![.\w])fetch\(|globalThis\.fetch\(/.test(text) && !/createOriginFetch\(|redirect: 'error'/.test(text)
        );
      });
    expect(open.map((file) => file.slice('src/'.length)).toSorted()).toEqual([...downloads, ...roots].toSorted());
  });
});
