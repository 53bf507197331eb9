// What is done with documents. Loaded together, when one of these commands is run (`../commands.ts`).
export { convert } from './convert';
export { library } from './library';
export { match } from './match';
export { models } from './models';
export { plan } from './plan';
export { schema } from './schema';
export { secrets } from './secrets';
