// Writes the declarations of the package to `dist/cli`: what `src/embed/index.ts` exports, and nothing from elsewhere
// in `src`. Part of `npm run build`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const made = mkdtempSync(join(tmpdir(), 'heddle-declarations-'));
try {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--noCheck', '--outDir', made];
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.package.json', ...options], { stdio: 'inherit' });
  for (const [name, text] of reached('index')) writeFileSync(join('dist', 'cli', `${name}.d.ts`), text);
} finally {
  rmSync(made, { recursive: true, force: true });
}

/**
 * The declarations that one reaches, by their names. Their imports name files, as Node resolves them.
 * @param {string} first
 * @returns {Map<string, string>}
 */
function reached(first) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const left = [first]; left.length > 0; ) {
    const name = left.pop() ?? '';
    if (found.has(name)) continue;
    const text = readFileSync(join(made, 'embed', `${name}.d.ts`), 'utf8');
    const named = text.replaceAll(/(\bfrom |\bimport\()'([^']+)'/g, (_whole, before, target) => {
      if (`./${basename(target)}` !== target) throw new Error(`src/embed/${name}.ts promises a type of ${target}.`);
      left.push(basename(target));
      return `${before}'${target}.js'`;
    });
    found.set(name, named);
  }
  return found;
}
