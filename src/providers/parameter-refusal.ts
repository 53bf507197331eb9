import type { SaidError } from './said-error';

/** A parameter that a server refuses for a model, and what it accepts instead. */
export interface ParameterRefusal {
  /** The name that the server uses: `temperature`, `reasoning.effort`, `generationConfig.topK`. */
  readonly parameter: string;
  /** The name that the server accepts instead. */
  readonly rename?: string;
  /** The whole call must go through OpenAI's Responses. */
  readonly responses?: true;
}

/** The name of a parameter, perhaps with its path. */
const name = '[`\'"]?([A-Za-z_](?:[\\w.]{0,80}\\w)?)[`\'"]?';

/**
 * The messages with which servers refuse a parameter. OpenAI: "Unsupported parameter: 'max_tokens' is not supported
 * with this model. Use 'max_completion_tokens' instead.", "Unsupported value: 'temperature' does not support 0.2 …",
 * "Unknown parameter: 'x'."; Anthropic: "temperature is deprecated for this model", "x: Extra inputs are not
 * permitted"; Google: "Unknown name \"x\" at 'generation_config'"; vLLM, pydantic: "x: Extra inputs are not permitted";
 * LiteLLM: "does not support parameters: ['x']".
 */
const forms: readonly RegExp[] = [
  new RegExp(`${name}: extra inputs are not permitted`, 'i'),
  new RegExp(
    `(?:unsupported|unknown|unrecognized|invalid|unexpected) (?:parameter|value|field|name|(?:request )?argument)s?(?: supplied)?:? ${name}`,
    'i',
  ),
  new RegExp(
    `${name}(?: \\([^)]*\\))?:? (?:is|are) (?:not supported|not allowed|not permitted|deprecated|unsupported|no longer supported|not available)`,
    'i',
  ),
  new RegExp(`${name} does not support`, 'i'),
  new RegExp(`(?:does not|doesn't) support (?:the )?(?:parameters?:? )?\\[?${name}`, 'i'),
  new RegExp(`(?:cannot|can't|may only|must) (?:set|specify|be set for) ${name}`, 'i'),
];

const useInstead = new RegExp(`use ${name} instead`, 'i');

/** Words that occur in the position of a parameter, but are none. */
const noParameters = /^(this|that|it|the|(model|value|request|tool|function|image|input)s?|streaming)$/i;

/**
 * The parameter that a refused request's error names; undefined if it is not about a parameter that could be left out.
 */
export function readRefusal({ message, param, code }: SaidError): ParameterRefusal | undefined {
  // "Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use
  // /v1/responses instead."
  if (/tool/i.test(message) && /\/v1\/responses/i.test(message)) return { parameter: 'tools', responses: true };
  const nameInMessage = forms
    .map((form) => form.exec(message)?.[1])
    .find((found) => found !== undefined && !noParameters.test(found));
  const about = /^(unsupported_(parameter|value)|unknown_parameter)$/.test(code) ? param : '';
  const parameter = about || (nameInMessage === undefined ? '' : param.endsWith(nameInMessage) ? param : nameInMessage);
  if (parameter === '') return undefined;
  const rename = useInstead.exec(message)?.[1];
  return rename === undefined || rename === parameter ? { parameter } : { parameter, rename };
}
