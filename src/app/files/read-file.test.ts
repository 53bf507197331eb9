import { expect, it } from 'vitest';
import { importFile } from '@/formats/import-file';
import { maxForeignBytes } from '@/formats/limits';
import { readWorkflowFile } from './read-file';

const file = (name: string, content: BlobPart, type = '') => new File([content], name, { type });
const read = (opened: File) => readWorkflowFile({ readFile: async (bytes, name) => importFile(bytes, name) }, opened);

it('reads a file of any notation, whatever it is called', async () => {
  expect(await read(file('a.yaml', '\uFEFFtasks: {}'))).toMatchObject({ status: 'sound', text: 'tasks: {}' });
  expect(await read(file('a.txt', '{ "tasks": {} }', 'text/plain'))).toMatchObject({
    status: 'sound',
    notation: 'json',
  });
});

it('refuses a picture, and a file over the limit, without reading it', async () => {
  const refused = { code: 'FILE_REFUSED', advice: expect.stringContaining('What is open was not changed.') };
  await expect(read(file('photo.yaml', 'x', 'image/png'))).rejects.toMatchObject(refused);
  const large = file('a.yaml', '');
  Object.defineProperty(large, 'size', { value: maxForeignBytes + 1 });
  await expect(read(large)).rejects.toMatchObject({ ...refused, message: '“a.yaml” is larger than 20 MB.' });
});

it('says what may be wrong with what cannot be read', async () => {
  const folder = file('folder', '');
  Object.defineProperty(folder, 'arrayBuffer', { value: () => Promise.reject(new DOMException('', 'NotFoundError')) });
  await expect(read(folder)).rejects.toMatchObject({ message: '“folder” could not be read.' });
});
