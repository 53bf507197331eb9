import { extensions } from '../extensions/all-extensions';

/** At the end of a name under which a function is registered. No function that an author writes is taken for one. */
const mark = '__';

/** Functions that are registered under a private name, by the name that is written: `int`, `.trim`, `math.ceil`. */
const privateNames: ReadonlyMap<string, string> = new Map(
  extensions.flatMap(({ namespace, functions, replaces = [] }): (readonly [string, string])[] =>
    namespace === undefined
      ? replaces.map((name) => [name, `${name.replace('.', '')}${mark}`])
      : functions.map(({ signature }) => {
          const name = signature.slice(namespace.length + 1, signature.indexOf('('));
          return [`${namespace}.${name}`, `${namespace}_${name}${mark}`];
        }),
  ),
);

const writtenNames: ReadonlyMap<string, string> = new Map(
  [...privateNames].map(([written, name]) => [name, written.replace(/^\./, '')]),
);

/** The name under which a function is registered; the written one if it is not a private one. */
export function registeredName(written: string): string {
  const name = privateNames.get(written);
  if (name !== undefined) return name;
  const bare = written.replace(/^\./, '');
  return bare.endsWith(mark) ? `${bare}${mark}` : bare;
}

/** The name that an author writes for a function that is registered. */
export function writtenName(registered: string): string {
  return writtenNames.get(registered) ?? (registered.endsWith(mark) ? registered.slice(0, -mark.length) : registered);
}

/** Whether functions are called on a name: `math` of `math.ceil(x)`. */
export function isNamespace(name: string): boolean {
  return extensions.some(({ namespace }) => namespace === name);
}
