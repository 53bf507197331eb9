import { describe, expect, it } from 'vitest';
import { getTypeWord } from './extensions/type-words';
import { functionList, functionNamespaces } from './function-list';
import { getBaseEnvironment } from './language/base-environment';
import { getWrittenName, isNamespace } from './language/private-names';

/** What is registered, as it is listed: `list.sort`, `math.ceil`, `has`. Optional values are switched off. */
const registered = new Set(
  getBaseEnvironment()
    .getDefinitions()
    .functions.flatMap(({ name, receiverType }) => {
      const written = getWrittenName(name);
      if (receiverType === null) return [written];
      if (/optional/i.test(receiverType)) return [];
      return [`${receiverType === 'CelNamespace' ? 'cel' : getTypeWord(receiverType).replace(/ .*/, '')}.${written}`];
    }),
);
/** What is registered for lists and goes over objects too: cel-js does not ask what such a function is called on. */
const overBoth = ['all', 'exists', 'existsOne', 'filter', 'map', 'transformList', 'transformMap'];
/** Functions that are not offered: of literals only, of Protocol Buffers, or parts of others. */
const unlisted = new Set(['object', 'uint', 'bytes.json', 'bytes.at', 'matches']);

describe('the list of functions', () => {
  const listed = new Set(functionList.map(({ on, name }) => (on === undefined ? name : `${on}.${name}`)));

  it('has no function that expressions lack', () => {
    const both = overBoth.map((name) => `object.${name}`);
    expect([...listed].filter((name) => !registered.has(name) && !both.includes(name))).toEqual([]);
  });

  it('has all functions that expressions have', () => {
    expect([...registered].filter((name) => !listed.has(name) && !unlisted.has(name))).toEqual([]);
  });

  it('has all namespaces', () => {
    expect(functionNamespaces.filter((name) => name !== 'cel' && !isNamespace(name))).toEqual([]);
  });
});
