import type * as sdk from '@restatedev/restate-sdk/node';
import type * as clients from '@restatedev/restate-sdk-clients';
import { AppError } from '@/base/errors';

/** The packages by which a machine and Restate reach each other. */
export interface Restate {
  readonly sdk: typeof sdk;
  readonly clients: typeof clients;
}

/**
 * Loads the packages of Restate, which only several machines need. Error `VALIDATION_ERROR` if they are not installed.
 */
export async function loadRestate(): Promise<Restate> {
  addWithResolvers();
  try {
    return {
      sdk: await import('@restatedev/restate-sdk/node'),
      clients: await import('@restatedev/restate-sdk-clients'),
    };
  } catch (cause) {
    throw new AppError('VALIDATION_ERROR', 'The packages of Restate are not installed.', {
      advice:
        'Install them where Heddle is installed: npm install @restatedev/restate-sdk @restatedev/restate-sdk-clients',
      cause,
    });
  }
}

/** The packages need what Node has from version 22 on. */
function addWithResolvers(): void {
  const target = Promise as PromiseConstructor & { withResolvers?: unknown };
  target.withResolvers ??= createWithResolvers;
}

function createWithResolvers<T>() {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
