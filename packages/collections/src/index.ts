/** Collections of requests for API clients, made from samples of the messages of services. */

export { type Collection, type CollectionFiles, type CollectionFormat, collectionFiles } from './collection.js';
export type { CollectionAuth, CollectionSample, LeftOut } from './model.js';
