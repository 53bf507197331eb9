/** An object as it is without its members that are undefined: these may be missing, and are never undefined. */
export type Defined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The members that are not undefined, in their order: `{ id, ...defined({ name, model }) }`. */
export function defined<const T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** A list that has something in it; undefined: it is empty. For a member that an empty list would only lengthen. */
export function omitEmpty<T extends readonly unknown[]>(list: T): T | undefined {
  return list.length === 0 ? undefined : list;
}
