import { expect, it } from 'vitest';
import { maxFileBytes } from '@/formats/limits';
import { readWorkflowFile } from './read-file';

const file = (name: string, content: BlobPart, type = '') => new File([content], name, { type });
const refused = { code: 'FILE_REFUSED' };

it('reads the text of a YAML or JSON file, without a byte order mark', async () => {
  expect(await readWorkflowFile(file('a.yaml', '\uFEFFtasks: {}'))).toBe('tasks: {}');
  expect(await readWorkflowFile(file('A.YML', 'name: Übersicht'))).toBe('name: Übersicht');
  expect(await readWorkflowFile(file('a.json', '{}', 'application/json'))).toBe('{}');
});

it('lets a text with errors through, for the code view to mark them', async () => {
  expect(await readWorkflowFile(file('a.yaml', 'tasks: ['))).toBe('tasks: [');
});

it('refuses what is no workflow file and says what to do', async () => {
  await expect(readWorkflowFile(file('photo.png', 'x', 'image/png'))).rejects.toMatchObject(refused);
  await expect(readWorkflowFile(file('photo.yaml', 'x', 'image/png'))).rejects.toMatchObject(refused);
  await expect(readWorkflowFile(file('a.yaml', new Uint8Array([0xff, 0xfe, 0x00])))).rejects.toMatchObject(refused);
  await expect(readWorkflowFile(file('a.yaml', 'a\0b'))).rejects.toMatchObject(refused);
  await expect(readWorkflowFile(file('a.yaml', ' \n'))).rejects.toMatchObject({
    message: '“a.yaml” is empty.',
    advice: expect.stringContaining('What is open was not changed.'),
  });
});

it('refuses a file over the limit without reading it', async () => {
  const large = file('a.yaml', '');
  Object.defineProperty(large, 'size', { value: maxFileBytes + 1 });
  await expect(readWorkflowFile(large)).rejects.toMatchObject({ message: '“a.yaml” is larger than 5 MB.' });
});

it('refuses a file of a newer version of the language, and takes none for newer that is not', async () => {
  const newer = { code: 'NEWER_VERSION', message: '“a.yaml” is of version 9 of the Heddle language.' };
  await expect(readWorkflowFile(file('a.yaml', '# from tomorrow\nheddle: 9\ntasks: {}'))).rejects.toMatchObject(newer);
  await expect(readWorkflowFile(file('a.yaml', '{ "name": "x", "heddle": 9 }'))).rejects.toMatchObject(newer);
  const sound = 'heddle: 1\nvariables:\n  heddle: 9\ntasks: {}';
  expect(await readWorkflowFile(file('a.yaml', sound))).toBe(sound);
});
