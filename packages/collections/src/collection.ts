import { brunoFiles } from './bruno.js';
import { httpFiles } from './http-files.js';
import { insomniaFiles } from './insomnia.js';
import { k6Files } from './k6.js';
import type { CollectionAuth, CollectionContent, CollectionSample, LeftOut } from './model.js';
import { postmanFiles } from './postman.js';
import { plain, requestsOf } from './requests.js';

/** An API client, or a tool that runs its collections. */
export type CollectionFormat = 'bruno' | 'postman' | 'insomnia' | 'http' | 'k6';

/** What a collection is made of. */
export interface Collection {
  /** Name of the collection. */
  readonly title: string;
  readonly samples: readonly CollectionSample[];
  /** How requests say in the header of HTTP who calls. Default: they do not. */
  readonly auth?: CollectionAuth;
}

/** A collection as files, by their paths. */
export interface CollectionFiles {
  readonly files: ReadonlyMap<string, string>;
  /** Names of the variables that need a value: those of credentials. */
  readonly credentials: readonly string[];
  /** Requests that it does not have. */
  readonly leftOut: readonly LeftOut[];
}

const writers: Readonly<Record<CollectionFormat, (content: CollectionContent) => ReadonlyMap<string, string>>> = {
  bruno: brunoFiles,
  postman: postmanFiles,
  insomnia: insomniaFiles,
  http: httpFiles,
  k6: k6Files,
};

/**
 * The collection of samples for an API client, the same every time. Addresses and credentials are variables, and each request has tests of the status and the elements of its answer.
 * Names and texts of a description never become code of the client, whatever is in them.
 */
export function collectionFiles(format: CollectionFormat, { title, samples, auth }: Collection): CollectionFiles {
  const content = requestsOf(samples, auth);
  const credentials = [...content.variables].flatMap(([name, value]) => (value === undefined ? [name] : []));
  const files = writers[format]({ ...content, title: plain(title), auth });
  return { files, credentials, leftOut: content.leftOut };
}
