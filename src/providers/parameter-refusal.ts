import type { SaidError } from './said-error';

/** A parameter that a server refuses for a model, and what it accepts instead. */
export interface ParameterRefusal {
  /** The name that the server uses: `temperature`, `reasoning.effort`, `tools.0.custom.strict`. */
  readonly parameter: string;
  /** The name that the server accepts instead. */
  readonly rename?: string;
  /** The whole call must go through OpenAI's Responses. */
  readonly responses?: true;
}

/** The name of a parameter, perhaps with its path: `top_k`, `tools[0].strict`, `tools.0.custom.strict`. */
const name = '[`\'"“]?([A-Za-z_](?:[\\w.[\\]]{0,120}[\\w\\]])?)[`\'"”]?';

/** The messages with which servers refuse a parameter. Whole messages, with their sources: refusal.test.ts. */
const forms: readonly RegExp[] = [
  // Anthropic, Bedrock, vLLM, pydantic: "x: Extra inputs are not permitted", the name on a line before it too.
  new RegExp(`${name}:?\\s+extra inputs are not permitted`, 'gi'),
  // Fireworks, OpenCode Zen, Z.ai: "Extra inputs are not permitted, field: 'x'".
  new RegExp(`extra inputs are not permitted, field: ${name}`, 'gi'),
  // JSON Schema: "Additional properties are not allowed ('x' was unexpected)".
  new RegExp(`additional properties are not allowed \\(${name}`, 'gi'),
  // OpenAI: "Unsupported parameter: 'x'", "Unknown parameter: 'x'"; Azure: "Unrecognized request argument supplied: x";
  // Google: "Unknown name \"x\""; Rust, Go: "unknown field `x`"; zod: "Unrecognized key(s) in object: 'x'"; Bedrock:
  // "extraneous key [x] is not permitted".
  new RegExp(
    `(?:unsupported|unknown|unrecognized|unrecognised|invalid|unexpected|extraneous) (?:parameter|param|value|field|name|key|property|(?:request )?argument)(?:s|\\(s\\))?(?: supplied| in object| for)?:? \\[?${name}`,
    'gi',
  ),
  // xAI: "Argument not supported on this model: x".
  new RegExp(`(?:argument|parameter)s? not supported (?:on|by|with|for) this model: ${name}`, 'gi'),
  // OpenAI, Anthropic: "'x' is not supported", "x is deprecated for this model"; Groq: "property 'x' is unsupported".
  new RegExp(
    `${name}(?: \\([^)]*\\))?:? (?:is|are) (?:not supported|not allowed|not permitted|deprecated|unsupported|no longer supported|not available)`,
    'gi',
  ),
  new RegExp(`${name} does not support`, 'gi'),
  // xAI: "Model x does not support parameter y"; LiteLLM: "does not support parameters: ['x']".
  new RegExp(`(?:does not|doesn't) support (?:the )?(?:parameters?:? )?\\[?${name}`, 'gi'),
  new RegExp(`(?:cannot|can't|may only|must) (?:set|specify|be set for) ${name}`, 'gi'),
];

/** Python's form of pydantic's issues, which vLLM sends as a text: `'loc': ('body', 'x'), 'msg': 'Extra inputs …'`. */
const issueInPython = /'loc': \('body', ([^)]*)\), 'msg': ["']Extra inputs are not permitted/g;

const insteadPattern = new RegExp(`use ${name} instead`, 'i');

/** Words that occur in the position of a parameter, but are none. */
const noParameters =
  /^(this|that|it|the|for|is|are|inputs?|(model|value|request|tool|function|image|parameter)s?|streaming|object)$/i;

/**
 * The parameters that a refused request's error names, the likeliest first; empty if it is not about parameters that
 * could be left out. Several are named where a server checks them all.
 */
export function readRefusals({ message, params, code }: SaidError): readonly ParameterRefusal[] {
  // "Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use
  // /v1/responses instead."
  if (/tool/i.test(message) && /\/v1\/responses/i.test(message)) return [{ parameter: 'tools', responses: true }];
  const inPython = [...message.matchAll(issueInPython)].map(([, loc = '']) =>
    loc.replace(/['\s]/g, '').replace(/,+/g, '.'),
  );
  const inMessage = forms.flatMap((form) => [...message.matchAll(form)].map(([, found = '']) => found));
  const named = [...inPython, ...inMessage].filter((found) => !noParameters.test(found));
  const isAbout = /^(unsupported_(parameter|value)|unknown_parameter)$/.test(code) || params.length > 1;
  // A server's own field for the parameter counts only where it is sure that the parameter is refused, not its value.
  const whole = named.map((found) => params.find((param) => param.endsWith(found)) ?? found);
  const all = [...new Set([...(isAbout ? params : []), ...whole])];
  const rename = insteadPattern.exec(message)?.[1];
  return all.map((parameter) => (rename === undefined || rename === parameter ? { parameter } : { parameter, rename }));
}
