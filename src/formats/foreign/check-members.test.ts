import { expect, it } from 'vitest';
import { checkMembers, packageLimits } from './check-members';

const file = (name: string, size = 1, isOdd = false) => ({ name, size, isOdd, read: async () => new Uint8Array(size) });
const listProblem = (...files: readonly ReturnType<typeof file>[]) => {
  const checked = checkMembers(files);
  return checked.ok ? [...checked.value.keys()] : checked.error;
};

it('nothing of an archive that lies is unpacked', () => {
  expect(listProblem(file('manifest.yaml'), file('apps/a.yaml'))).toEqual(['manifest.yaml', 'apps/a.yaml']);
  for (const name of ['../a', 'a/../../b', '/etc/passwd', 'a//b', 'a\\b', 'a\u0000', './a', '', 'a/'])
    expect(listProblem(file(name))).toMatch(/leads elsewhere/);
  expect(listProblem(file('a.yaml'), file('A.YAML'))).toMatch(/Two files in it are called/);
  expect(listProblem(file('a', 1, true))).toMatch(/is a link, or has a password/);
  expect(listProblem(file('a', packageLimits.bytes), file('b'))).toBe('Unpacked it is larger than 50 MB.');
  expect(listProblem(file('a', Number.NaN))).toBe('Unpacked it is larger than 50 MB.');
  expect(listProblem(...Array.from({ length: 501 }, (_, index) => file(`${index}`)))).toMatch(/more than 500 files/);
});
