import { type ExecFileException, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startAimock } from '../e2e/servers/aimock';

const root = resolve(import.meta.dirname, '..');
/** Ten minutes: a build, on a machine that has other things to do. */
const patience = 600_000;

/** `HEDDLE_TEST_PACKAGE` names one that is packed already: to build it takes minutes. */
let packed: string;
let installed: string;

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a line of a shell as a CI does: what fails ends it. */
function shell(line: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'], HEDDLE_HOME: join(cwd, '.home'), ...env };
  return new Promise((done) => {
    execFile(
      'bash',
      ['-e', '-c', line],
      { cwd, env: own, maxBuffer: 2 ** 26 },
      (error: ExecFileException | null, out, err) =>
        done({ code: error === null ? 0 : Number(error.code ?? -1), out, err }),
    );
  });
}

async function succeeds(line: string, cwd: string, env?: Readonly<Record<string, string>>): Promise<string> {
  const { code, out, err } = await shell(line, cwd, env);
  if (code !== 0) throw new Error(`${line}: ${code}\n${out}\n${err}`);
  return out;
}

const emptyFolder = () => mkdtempSync(join(tmpdir(), 'heddle-package-'));

/** A block of code of a page of the guide, by its first line. */
function blockOf(page: string, first: string): string {
  const blocks = [...readFileSync(join(root, 'docs/guide', page), 'utf8').matchAll(/^```\w+\n(.*?)^```/gms)];
  const found = blocks.map(([, block = '']) => block).find((block) => block.startsWith(`${first}\n`));
  if (found === undefined) throw new Error(`${page} has no block that begins with ${first}`);
  return found;
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

beforeAll(async () => {
  installed = emptyFolder();
  const given = process.env['HEDDLE_TEST_PACKAGE'];
  packed = given === undefined ? await pack() : resolve(given);
  await succeeds(`npm install --offline --no-audit --no-fund ${packed}`, installed);
}, patience);

/** Packs what is in git, as it is now, so that the build of somebody who works here stays as it is. */
async function pack(): Promise<string> {
  const clone = emptyFolder();
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of tracked.toString().split('\0').filter(Boolean)) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(clone, file));
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  await succeeds('npm pack --loglevel error', clone);
  return join(clone, 'heddle-0.2.0.tgz');
}

describe('the package', () => {
  it('is installed offline in an empty folder, alone', () => {
    expect(readdirSync(join(installed, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['heddle']);
  });

  it('is small, and holds what it needs and no more', () => {
    const folder = join(installed, 'node_modules/heddle');
    const files = filesOf(folder);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/licences.md', 'dist/cli/licences.md']));
    expect(files.filter((file) => /\.(map|tsx?|test\.\w+)$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
    expect(files.filter((file) => !/^(dist\/|LICENSE$|README\.md$|package\.json$)/.test(file))).toEqual([]);
    expect(readFileSync(packed).length).toBeLessThan(11_000_000);
    // What the page keeps for working offline holds all that starts it, and is there: if one is missing, it keeps
    // nothing.
    const kept = readFileSync(join(folder, 'dist/service-worker.js'), 'utf8');
    const urls = [...kept.matchAll(/"?url"?:\s*[`"']([^`"']+)[`"']/g)].map(([, url = '']) => url);
    const started = [...readFileSync(join(folder, 'dist/index.html'), 'utf8').matchAll(/(?:src|href)="\.\/([^"]+)"/g)];
    expect(started).not.toEqual([]);
    expect(urls).toEqual(expect.arrayContaining(['index.html', 'guide/pages.json', ...started.map(([, url]) => url)]));
    for (const name of ['start-engine', 'start-documents', 'start-javascript', 'start-bash', 'editors', 'o200k_base']) {
      expect(urls).toContainEqual(expect.stringMatching(new RegExp(`^assets/(worker-)?${name}-[\\w-]{8}\\.js$`)));
    }
    expect(urls.filter((url) => !existsSync(join(folder, 'dist', url)))).toEqual([]);
  });

  it('has the licences of what is built in: libraries, those of workers only, and fonts', () => {
    const [page = '', program = ''] = ['', 'cli/'].map((place) =>
      readFileSync(join(installed, 'node_modules/heddle/dist', place, 'licences.md'), 'utf8'),
    );
    for (const name of [
      'react',
      'quickjs-emscripten-core',
      'libxml2-wasm',
      'workbox-core',
      '@fontsource-variable/inter',
    ]) {
      expect(page).toContain(`## ${name} `);
    }
    for (const name of ['hono', 'pino', 'just-bash', 'zod']) expect(program).toContain(`## ${name} `);
  });

  it('has a command line that validates, and runs', async () => {
    cpSync(join(root, 'public/examples/map.yaml'), join(installed, 'map.yaml'));
    expect(await succeeds('npx heddle --help', installed)).toContain('heddle run');
    expect((await shell('npx heddle validate map.yaml', installed)).err).toBe('1 file: no problems.\n');
    expect(await succeeds('npx heddle dry-run map.yaml', installed)).not.toBe('');
    expect(await succeeds('npx heddle run map.yaml --model sim:default', installed)).not.toBe('');
    expect(await succeeds('npx heddle runs', installed)).toContain('completed');
  });

  it('serves the page and the workflows', async () => {
    const child = spawn(join(installed, 'node_modules/.bin/heddle'), ['serve', '.', '--port', '0'], { cwd: installed });
    const ended = once(child, 'close');
    try {
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const url = /http:\S+/.exec(line.toString())?.[0] ?? '';
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      const page = await (await fetch(`${url}/`)).text();
      const script = /<script type="module"[^>]* src="\.\/([^"]+)"/.exec(page)?.[1];
      expect((await fetch(`${url}/${script}`)).status).toBe(200);
      expect((await fetch(`${url}/guide/embedding.html`)).status).toBe(200);
      const result = await fetch(`${url}/api/v1/workflows/map/result`, { method: 'POST' });
      expect(await result.json()).toMatchObject({ run: { status: 'completed' } });
    } finally {
      child.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);
    }
  });

  it('runs scripts of a program in sandboxes', async () => {
    const flow = {
      tasks: {
        bash: { type: 'script', script: { content: 'cat /etc/hostname 2>/dev/null; echo nothing' } },
        js: {
          type: 'script',
          depends_on: ['bash'],
          script: { language: 'javascript', content: "console.log('a' + 1)" },
        },
      },
    };
    const program = [
      "import { createRunHost, readWorkflow } from 'heddle';",
      'const host = await createRunHost();',
      `const run = await host.start(readWorkflow(${JSON.stringify(JSON.stringify(flow))}));`,
      'console.log(JSON.stringify(await run.outcome()), String(Buffer.from(await run.output("bash"))));',
      'await host.close();',
    ];
    write(installed, 'scripts.mjs', program.join('\n'));
    expect(await shell('node scripts.mjs', installed)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\{"status":"completed","result":"a1(\\n)?",.*\} nothing\n/),
      err: '',
    });
  });

  it('says what a store in PostgreSQL needs', async () => {
    const program =
      "import { createRunHost } from 'heddle';\nawait createRunHost({ store: 'postgres://127.0.0.1:1/x' });\n";
    write(installed, 'pg.mjs', program);
    const { code, err } = await shell('node pg.mjs', installed);
    expect(code).toBe(1);
    expect(err).toContain('npm install pg');
  });
});

describe('the example of the guide', () => {
  const program = blockOf('embedding.md', '// notes.mjs');

  beforeAll(() => {
    write(installed, 'notes.yaml', blockOf('embedding.md', '# notes.yaml'));
    write(installed, 'notes.mjs', program);
    write(installed, 'notes.mts', program);
  });

  it('runs as it is written', async () => {
    const { code, out, err } = await shell('node notes.mjs', installed);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^At most 2 calls and 0 US dollars$/);
    expect(lines).toContain('1 run.started ');
    expect(out).toContain('Send this?');
    expect(lines.findLast((line) => /^\d+ run\.completed $/.test(line))).toBeDefined();
    expect(out).toMatch(/\ncompleted \S/);
    expect(await succeeds('npx heddle runs --journal runs', installed)).toContain('completed');
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])('has types, resolved as %s', async (resolution, kind) => {
    const types = join(root, 'node_modules/@types');
    const options = `--noEmit --strict --exactOptionalPropertyTypes --target es2023 --module ${kind} --moduleResolution ${resolution}`;
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const line = `node ${compiler} ${options} --typeRoots ${types} --types node`;
    write(
      installed,
      'wrong.mts',
      "import { readWorkflow } from 'heddle';\nexport const wrong: number = readWorkflow('').title;\n",
    );
    write(
      installed,
      'ranked.mts',
      "import { type RankedDefinition, rankDefinitions, readWorkflow } from 'heddle';\nexport const best: RankedDefinition | undefined = rankDefinitions(readWorkflow(''), 'a poem')[0];\n",
    );
    expect((await shell(`${line} notes.mts`, installed)).out).toBe('');
    expect((await shell(`${line} ranked.mts`, installed)).out).toBe('');
    expect((await shell(`${line} wrong.mts`, installed)).out).toMatch(/^wrong\.mts.*TS2322/);
  });

  it('has declarations that promise nothing but what they say', () => {
    const folder = join(installed, 'node_modules/heddle/dist/cli');
    const names = readdirSync(folder).filter((name) => name.endsWith('.d.ts'));
    const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'));
    const targets = texts.flatMap((text) =>
      [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, target]) => target),
    );
    expect(names).toHaveLength(4);
    expect([...new Set(targets)].sort()).toEqual(['./embedded-host.js', './embedded-workflow.js', './public-types.js']);
    expect(texts.join('')).not.toMatch(/@\/|\bany\b.*;$/);
  });
});

describe('the recipe for a CI', () => {
  it(
    'works as it is written, in an empty repository',
    async () => {
      const repository = emptyFolder();
      cpSync(packed, join(repository, 'heddle-0.2.0.tgz'));
      await succeeds('git init -q', repository);
      const page = 'command-line.md';
      const workflow = blockOf(page, '# .github/workflows/release-notes.yml');
      await succeeds(blockOf(page, 'npm init --yes'), repository);
      write(repository, 'flows/notes.yaml', blockOf(page, '# flows/notes.yaml'));
      write(repository, '.github/workflows/release-notes.yml', workflow);
      await succeeds('git add . && git -c user.name=a -c user.email=a@example.org commit -qm First', repository);

      const checkout = join(emptyFolder(), 'checkout');
      await succeeds(`git clone -q ${repository} ${checkout}`, repository);
      const { jobs } = parse(workflow) as { jobs: { notes: { steps: readonly { run?: string; env?: object }[] } } };
      const lines = jobs.notes.steps.flatMap(({ run, env }) => (run === undefined ? [] : [{ run, env }]));
      expect(lines).toHaveLength(4);
      const mock = await startAimock([{ match: 'v1.2', reply: 'All is new.', inputTokens: 9, outputTokens: 3 }]);
      try {
        const own = { TAG: 'v1.2 $(touch /tmp/never)', OPENAI_BASE_URL: `${mock.url}/v1` };
        for (const { run, env } of lines) {
          await succeeds(run, checkout, { ...own, ...(env === undefined ? {} : { OPENAI_API_KEY: 'k' }) });
        }
        expect(mock.bodies()).toHaveLength(1);
      } finally {
        await mock.close();
      }
      expect(readFileSync(join(checkout, 'notes.md'), 'utf8')).toBe('All is new.\n');
      expect(existsSync(join(checkout, 'run'))).toBe(true);
    },
    patience,
  );
});
