import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';

type Model = ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>;

/** A model of the AI SDK's provider packages (provider spec v4), with the methods used here. */
export type SdkModel = Pick<Model, 'doStream' | 'doGenerate'>;
export type SdkOptions = Parameters<Model['doStream']>[0];
export type SdkMessage = SdkOptions['prompt'][number];
export type SdkAssistant = Extract<SdkMessage, { role: 'assistant' }>;
export type SdkWhole = Awaited<ReturnType<Model['doGenerate']>>;
export type SdkUsage = SdkWhole['usage'];
export type SdkFinishReason = SdkWhole['finishReason'];
export type SdkPart =
  Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
/** A maker's metadata of a part of a reply, by the name of its package. */
export type SdkMetadata = SdkAssistant['providerOptions'];
