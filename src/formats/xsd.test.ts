import { expect, it } from 'vitest';
import { buildDocumentXsd } from './xsd';

it('is the file that ships with the app (update it with npm run schemas)', async () => {
  await expect(buildDocumentXsd()).toMatchFileSnapshot('../../public/schemas/heddle-1.xsd');
});
