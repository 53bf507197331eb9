// The package `heddle`, for other programs: docs/guide/embedding.md. What is exported here is a promise.
export { createEmbeddedHost as createRunHost } from './embedded-host';
export { rankEmbedded as rankDefinitions, readEmbedded as readWorkflow } from './embedded-workflow';
export type * from './public-types';
