import { expect, it } from 'vitest';
import { readYaml } from './read-yaml';
import { templateText } from './template-text';

it('leaves out layout and debugging aids, and keeps the rest to the letter', () => {
  const text = `# How we review
name: Review
tasks:
  fetch: # the change
    description: Fetch
    disabled: true
  review:
    breakpoint: true
    description: "Review {{fetch}}"
    depends_on: [ fetch ]
layout:
  tasks:
    fetch: [0, 0]
`;
  const { source, document } = readYaml(text);
  expect(templateText(source, document as NonNullable<typeof document>)).toBe(`# How we review
name: Review
tasks:
  fetch: # the change
    description: Fetch
  review:
    description: "Review {{fetch}}"
    depends_on: [ fetch ]
`);
});
