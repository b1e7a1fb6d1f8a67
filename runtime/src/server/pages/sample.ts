import type { TextCache } from '../base/text-cache.js';

/** Where samples are sent. */
export interface SamplePlace {
  /** Public address of the endpoint. */
  readonly page: string;
  /** Values of the placeholders. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Samples as they were shown before. */
  readonly texts: TextCache;
}

/** A request and what may answer it, with their heads, as text. */
export interface ExchangeSample {
  readonly request: string;
  readonly response: string;
  /** Answers with the declared faults. */
  readonly faults: readonly FaultSample[];
}

/** An answer with a declared fault. */
export interface FaultSample {
  readonly name: string;
  readonly response: string;
}
