import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readYaml } from '@/formats/yaml/read-yaml';
import { exampleFiles } from '../workflows/templates';
import { namesOfTemplates } from './template-items';

it('names each template as its file does', () => {
  const written = exampleFiles.map((file) => {
    const { document } = readYaml(readFileSync(`public/examples/${file}.yaml`, 'utf8'));
    return [file, document?.name];
  });
  expect(exampleFiles.map((file) => [file, namesOfTemplates[file]])).toEqual(written);
});
