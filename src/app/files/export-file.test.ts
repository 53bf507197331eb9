import { expect, it } from 'vitest';
import { exportName } from './export-file';

it.each([
  ['Release notes', 'yaml', 'release-notes.yaml'],
  ['  Übersicht: 2./3. Quartal ', 'xml', 'ubersicht-2-3-quartal.xml'],
  ['../../etc/passwd', 'json', 'etc-passwd.json'],
  ['評価', 'yaml', '評価.yaml'],
  ['…', 'yaml', 'workflow.yaml'],
  [undefined, 'xml', 'workflow.xml'],
] as const)('names the file of %j in %s', (name, notation, file) => expect(exportName(name, notation)).toBe(file));

it('keeps a long name short enough for every file system', () => {
  expect(exportName('x'.repeat(1000), 'yaml').length).toBeLessThan(120);
});
