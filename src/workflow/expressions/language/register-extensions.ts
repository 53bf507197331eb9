import type { Environment } from '@marcbachmann/cel-js';
import { extensions } from '../extensions/all-extensions';
import type { Extension } from '../extensions/extension';
import { expectWholeNumber } from '../extensions/math';
import { formatSignature, parseSignature, type Signature } from '../extensions/signature';
import { getRegisteredName } from './private-names';

type Call = (...values: unknown[]) => unknown;

/** Registers the functions of all extensions. */
export function registerExtensions(environment: Environment): void {
  for (const extension of extensions) {
    const functions = extension.functions.map(({ signature, call }) => ({
      signature: parseSignature(signature),
      call: call as Call,
    }));
    const own = new Set(functions.map(({ signature }) => formatCall(signature)));
    const others = functions.flatMap(addJsonNumberForms).filter(({ signature }) => !own.has(formatCall(signature)));
    for (const { signature, call } of [...functions, ...others]) {
      environment.registerFunction(formatSignature(renameSignature(signature, extension)), call, { async: false });
    }
  }
}

function formatCall({ owner, name, parameters }: Signature): string {
  return `${owner}.${name}(${parameters.join()})`;
}

/** The signature under the private name if the function has one. */
function renameSignature(signature: Signature, { namespace }: Extension): Signature {
  const { owner, name } = signature;
  if (namespace !== undefined) return { ...signature, owner: '', name: getRegisteredName(`${namespace}.${name}`) };
  return { ...signature, name: getRegisteredName(owner === '' ? name : `.${name}`) };
}

interface Callable {
  readonly signature: Signature;
  readonly call: Call;
}

/**
 * The same function with numbers of JSON in the places of whole numbers: cel-js knows them as doubles, and they are
 * whole only by their value.
 */
function addJsonNumberForms({ signature, call }: Callable): readonly Callable[] {
  const { parameters } = signature;
  const places = parameters.flatMap((type, place) => (type === 'int' ? [place] : []));
  const subsets: (readonly number[])[] = [[]];
  for (const place of places) subsets.push(...subsets.map((subset) => [...subset, place]));
  return subsets.slice(1).map((doubles) => ({
    signature: { ...signature, parameters: parameters.map((type, at) => (doubles.includes(at) ? 'double' : type)) },
    call: (...values) => {
      // The value that a function is called on comes before its arguments.
      const first = values.length - parameters.length;
      return call(
        ...values.map((value, at) => (doubles.includes(at - first) ? expectWholeNumber(value as number) : value)),
      );
    },
  }));
}
