import { listChildElements } from './group-fields';
import type { XmlElement } from './xml-node';
import type { XmlBlock } from './xml-text';

/** The ranges of the top-level tasks' elements, in the order of the text. Tasks without an id are left out. */
export function listTaskBlocks(root: XmlElement): readonly XmlBlock[] {
  const holder = root.name === 'workflow' ? listChildElements(root).filter(({ name }) => name === 'tasks') : [];
  const tasks = root.name === 'workflow' ? holder.flatMap(listChildElements) : [root];
  return tasks.flatMap(({ attributes, span: [from, to] }) => {
    const id = attributes.find(({ name }) => name === 'id')?.value;
    return id === undefined ? [] : [{ key: `tasks.${id}`, from, to }];
  });
}
