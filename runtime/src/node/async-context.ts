import { AsyncResource } from 'node:async_hooks';

/**
 * A function that runs `run` in the asynchronous context of now, whenever it is called. `AsyncResource.bind` does the same, but defines accessors for each
 * function, which keeps the garbage of each request alive until a full collection.
 */
export function inPresentContext(run: () => void): () => void {
  const context = new AsyncResource('SoapRequest');
  return () => context.runInAsyncScope(run);
}
