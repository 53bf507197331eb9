import { anthropic } from './anthropic';
import { google } from './google';
import { chat } from './openai-chat';
import { responses } from './openai-responses';
import type { Protocol } from './rule';
import type { Wire } from './wire';

const wires: Readonly<Record<Protocol, Wire>> = { responses, chat, messages: anthropic, generate: google };

/** The implementation of a protocol. */
export function wireOf(protocol: Protocol): Wire {
  return wires[protocol];
}
