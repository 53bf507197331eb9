import { z } from 'zod';
import { AppError } from '@/base/errors';

type Method = (...args: never[]) => unknown;

/** A schema for each argument; of an optional one it is that of the value or undefined. */
type Arguments<A extends readonly unknown[]> = { readonly [I in keyof A]-?: z.ZodType<A[I]> };

/** What an API is called with: the schemas of the arguments of each method, groups within groups. */
export type ArgumentTable<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => unknown ? Arguments<A> : ArgumentTable<T[K]>;
};

/** An API as it is implemented: what the caller waits for may be there at once. */
export type Implementation<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R>
    ? (...args: A) => R | Promise<R>
    : Implementation<T[K]>;
};

/**
 * An API whose arguments are parsed on arrival, by a table that names each of its methods: nothing else of the
 * implementation can be called. A method is called at once, so that calls take effect in their order. A call with other
 * arguments rejects with `INTERNAL`, which names the method; an `AppError` of a schema stays what it is.
 */
export function checked<T>(api: Implementation<T>, table: ArgumentTable<T>): T {
  return checkedGroup(api, table, '') as T;
}

function checkedGroup(api: object, table: object, path: string): object {
  const group = api as Readonly<Record<string, Method & object>>;
  return Object.fromEntries(
    Object.entries(table).map(([name, part]: [string, object]) => {
      const own = `${path}${name}`;
      if (!Array.isArray(part)) return [name, checkedGroup(group[name] as object, part, `${own}.`)];
      const schemas = part as readonly z.ZodType[];
      return [name, async (...args: unknown[]) => group[name]?.(...(parsed(args, schemas, own) as never[]))];
    }),
  );
}

function parsed(args: readonly unknown[], schemas: readonly z.ZodType[], name: string): readonly unknown[] {
  return schemas.map((schema, index) => {
    try {
      return schema.parse(args[index]);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      const why = z.prettifyError(error);
      throw new AppError('INTERNAL', `Argument ${index + 1} of ${name} is not what it takes: ${why}`);
    }
  });
}
