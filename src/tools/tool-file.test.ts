import { expect, it } from 'vitest';
import { createToolFile, formatFileMark, isFileType, stripType } from './tool-file';

it.each([
  ['image/png', true],
  ['audio/x-odd', true],
  ['application/pdf', true],
  ['image/svg+xml', false],
  ['application/pdf+x', false],
  ['text/plain', false],
  ['x-image/png', false],
  ['', false],
])('%s is the type of a file: %s', (type, isFile) => {
  expect(isFileType(type)).toBe(isFile);
});

it.each([
  ['image/png', 'image/png'],
  [' Image/PNG ; charset=x', 'image/png'],
  ['image/svg+xml', 'image/svg+xml'],
  ['image/png"><b>', 'image/pngb'],
  [`text/${'x'.repeat(80)}`, `text/${'x'.repeat(55)}`],
  ['', ''],
])('%j is the plain type %j', (type, plain) => {
  expect(stripType(type)).toBe(plain);
});

it.each([
  ['/charts/one', 'image/png', 'one.png'],
  ['/charts/one.png', 'image/png', 'one.png'],
  ['/charts/ONE.PNG', 'image/png', 'ONE.PNG'],
  ['/charts/one.png/', 'image/jpeg', 'one.png.jpg'],
  ['file:///a/b?c=/d', 'audio/mpeg', 'b.mp3'],
  ['a#/b', 'audio/wav', 'a.wav'],
  ['/a b&c', 'application/pdf', 'a_b_c.pdf'],
  ['/', 'image/gif', 'file.gif'],
  ['', 'text/odd', 'file'],
  ['x'.repeat(90), 'image/webp', `${'x'.repeat(80)}.webp`],
])('a file of %s with the type %s is named %s', (from, type, name) => {
  const bytes = new Uint8Array(1500);
  expect(createToolFile(from, type, bytes)).toMatchObject({ name, bytes, mark: expect.stringContaining('1.5 kB') });
});

it.each([
  ['application/pdf', '[PDF: application/pdf, more]'],
  ['image/png', '[image: image/png, more]'],
  ['audio/wav', '[audio: audio/wav, more]'],
  ['video/mp4', '[file: video/mp4, more]'],
  ['', '[file: of no known type, more]'],
])('the mark of the type %j is %s', (type, mark) => {
  expect(formatFileMark(type, 'more')).toBe(mark);
});
