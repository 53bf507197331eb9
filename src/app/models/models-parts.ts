// The models, as one part (`shell/parts.ts`).
export { default as ModelsPage } from './models-page';
export { default as ModelsScreen } from './models-screen';
