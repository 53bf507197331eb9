import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

/** An operation of the description. */
export interface Operation {
  readonly method: string;
  /** Its path as a template, with the address of the server before it. */
  readonly path: string;
  readonly scope: string | undefined;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: { readonly example?: unknown };
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

type DescribedOperation = Omit<Operation, 'method' | 'path' | 'scope' | 'parameters'> & {
  readonly 'x-scope'?: string;
  readonly parameters?: Operation['parameters'];
};

// biome-ignore lint/suspicious/noExplicitAny: The answer was held against its schema, and a test reads what it expects.
export type Answer = any;

/** An API whose answers are held against its description. */
export interface DescribedApi {
  /** Calls it. Fails if the status, the type or the form of the answer is not described. */
  call(
    method: string,
    path: string,
    init?: RequestInit,
  ): Promise<{ readonly status: number; readonly response: Response; readonly json: Answer }>;
}

type Description = { readonly paths?: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>> };

/** The operations of a description, in its order. */
export function operationsOf(description: object): readonly Operation[] {
  const { paths = {} } = description as Description;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-scope': scope, parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path: `/api/v1${path}`,
      scope,
      parameters,
      ...(requestBody === undefined ? {} : { requestBody }),
      responses,
    })),
  );
}

/** Holds what an API answers against its description. */
export function describedApi(
  description: object,
  request: (path: string, init: RequestInit) => Promise<Response>,
): DescribedApi {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(description, 'api');
  const operations = operationsOf(description);
  return {
    async call(method, path, init = {}) {
      const response = await request(path, { ...init, method });
      const [plain = ''] = path.split('?');
      const operation = operations.find((one) => one.method === method && pattern(one.path).test(plain));
      if (operation === undefined) throw new Error(`${method} ${path} is not described.`);
      const described = operation.responses[response.status];
      expect(described, `${method} ${path} answers ${response.status}, which is not described`).toBeDefined();
      const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
      const content = described?.content;
      if (content === undefined) return { status: response.status, response, json: undefined };
      const named = Object.hasOwn(content, type) ? type : '*/*';
      expect(Object.keys(content)).toContain(named);
      if (named !== 'application/json') return { status: response.status, response, json: undefined };
      const json: unknown = await response.clone().json();
      const place = [
        'paths',
        operation.path.slice('/api/v1'.length),
        method.toLowerCase(),
        'responses',
        `${response.status}`,
        'content',
        type,
        'schema',
      ];
      const validate = ajv.compile({ $ref: `api#/${place.map(escaped).join('/')}` });
      expect(validate(json) ? [] : validate.errors, `${method} ${path}: ${JSON.stringify(json)}`).toEqual([]);
      return { status: response.status, response, json };
    },
  };
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
