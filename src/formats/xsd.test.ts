import { expect, it } from 'vitest';
import { documentXsd } from './xsd';

it('is the file that ships with the app (update it with npm run schemas)', async () => {
  await expect(documentXsd()).toMatchFileSnapshot('../../public/schemas/heddle-1.xsd');
});
