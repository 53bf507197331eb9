import { z } from 'zod';
import { AppError } from '@/base/errors';

type Method = (...args: never[]) => unknown;

/** A schema for each argument; that of an optional argument also accepts undefined. */
type Arguments<A extends readonly unknown[]> = { readonly [I in keyof A]-?: z.ZodType<A[I]> };

/** The arguments of an API: the schemas for each method, with nested groups. */
export type ArgumentTable<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => unknown ? Arguments<A> : ArgumentTable<T[K]>;
};

/** The implementation of an API: its methods may also return synchronously. */
export type Implementation<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R>
    ? (...args: A) => R | Promise<R>
    : Implementation<T[K]>;
};

/**
 * An API that parses its arguments on arrival, by a table that names each of its methods: nothing else of the
 * implementation can be called. The method is called synchronously, so that calls take effect in order. A call with
 * invalid arguments rejects with `INTERNAL`, which names the method; an `AppError` thrown by a schema is passed on.
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
