import { extensions } from '../extensions/all-extensions';

/** At the end of a name under which a function is registered. No function that an author writes is taken for one. */
const mark = '__';

/** Names of functions, each by the other one. */
interface PrivateNames {
  /** Those under which functions are registered, by the name that is written: `int`, `.trim`, `math.ceil`. */
  readonly registered: ReadonlyMap<string, string>;
  readonly written: ReadonlyMap<string, string>;
}

let names: PrivateNames | undefined;

/** Lists the functions that are registered under a private name, for the first expression. */
function listPrivateNames(): PrivateNames {
  const registered = new Map(
    extensions.flatMap(({ namespace, functions, replaces = [] }): (readonly [string, string])[] =>
      namespace === undefined
        ? replaces.map((name) => [name, `${name.replace('.', '')}${mark}`])
        : functions.map(({ signature }) => {
            const name = signature.slice(namespace.length + 1, signature.indexOf('('));
            return [`${namespace}.${name}`, `${namespace}_${name}${mark}`];
          }),
    ),
  );
  return { registered, written: new Map([...registered].map(([written, name]) => [name, written.replace(/^\./, '')])) };
}

function getPrivateNames(): PrivateNames {
  names ??= listPrivateNames();
  return names;
}

/** The name under which a function is registered; the written one if it is not a private one. */
export function getRegisteredName(written: string): string {
  const name = getPrivateNames().registered.get(written);
  if (name !== undefined) return name;
  const bare = written.replace(/^\./, '');
  return bare.endsWith(mark) ? `${bare}${mark}` : bare;
}

/** The name that an author writes for a function that is registered. */
export function getWrittenName(registered: string): string {
  return (
    getPrivateNames().written.get(registered) ??
    (registered.endsWith(mark) ? registered.slice(0, -mark.length) : registered)
  );
}

/** Whether functions are called on a name: `math` of `math.ceil(x)`. */
export function isNamespace(name: string): boolean {
  return extensions.some(({ namespace }) => namespace === name);
}
