import type { TextCache } from './text-cache.js';

/** Where samples are sent. */
export interface SamplePlace {
  /** Public address of the endpoint. */
  readonly page: string;
  /** Values of the placeholders. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Samples as they were shown before. */
  readonly texts: TextCache;
}

/** A request and its response, with their heads, as text. */
export interface ExchangeSample {
  readonly request: string;
  readonly response: string;
}
