/**
 * The loader's access to the outside world. The real implementations are in `files.ts` and `download.ts`; tests pass their
 * own.
 */

/** The result of reading a file or an address. `internal` means that an address of a private network answered. */
export type ReadOutcome =
  | {
      readonly kind: 'found';
      readonly bytes: Uint8Array;
      readonly internal?: boolean;
      readonly version?: DocumentVersion;
    }
  /** The document is the known one. */
  | { readonly kind: 'notModified' }
  /** `status` is that of the server which has no such document. */
  | { readonly kind: 'missing'; readonly status?: number }
  /** The file is beyond `maxBytes`. */
  | { readonly kind: 'tooLarge' }
  /** A link on the way leads out of the allowed folders, or a name leads into a private network. */
  | { readonly kind: 'outside' }
  /** An http redirection; the loader decides whether to follow it. */
  | { readonly kind: 'redirect'; readonly location: string; readonly internal?: boolean }
  /** `status` is that of the answer, if there was one. */
  | { readonly kind: 'failed'; readonly reason: string; readonly status?: number };

/** What a server says to recognise a version of a document. */
export interface DocumentVersion {
  /** Value of the header field `ETag`. */
  readonly etag?: string;
  /** Value of `Last-Modified`. */
  readonly lastModified?: string;
}

/** The limits that a reader has to keep. */
export interface ReadLimits {
  readonly maxBytes: number;
  /** Folders or files that symbolic links may lead to; absent for a file that the user named. */
  readonly within?: readonly string[];
  /** The file that refers to this one. One that a link of the user leads to may name files around itself. */
  readonly from?: string;
  /** Whether names may lead into a private network. Default false. */
  readonly internal?: boolean;
  /** The version that is known already: the same one is `notModified`. */
  readonly known?: DocumentVersion;
}

/** Reads a file by its absolute path. Never throws. */
export type ReadDocument = (path: string, limits: ReadLimits) => Promise<ReadOutcome>;

/** Names of a folder's entries, sorted; none if there is no such folder. Never throws. */
export type ListFolder = (path: string) => Promise<readonly string[]>;

/** Fetches an http or https URL without following redirections. Never throws. */
export type FetchDocument = (url: string, limits: ReadLimits) => Promise<ReadOutcome>;

/** Bounds against hostile or runaway input. */
export interface LoadLimits {
  /** Size of one document in bytes. Default 256 MiB. */
  readonly maxBytes: number;
  /** Number of documents. Default 10,000. */
  readonly maxDocuments: number;
  /** Depth of nested elements. Default 500. */
  readonly maxDepth: number;
}

/** The default bounds. */
export const defaultLimits: LoadLimits = { maxBytes: 256 * 1024 * 1024, maxDocuments: 10_000, maxDepth: 500 };

/** How `loadSources` finds and reads documents. */
export interface LoadOptions {
  /** Absolute path that inputs are relative to. */
  readonly workingFolder: string;
  /** Absolute path to which display names of documents are relative; the working folder by default. */
  readonly namesFrom?: string;
  /** Absolute path that paths in the words of messages are relative to: where the user stands. The working folder by default. */
  readonly userFolder?: string;
  /** Reads files; normally `readDocument` of `files.ts`. */
  readonly read: ReadDocument;
  /** Lists folders, to find copies of documents whose locations are not valid any more; normally `listFolder` of `files.ts`. */
  readonly list?: ListFolder;
  /** Values of placeholders in namespaces and addresses. */
  readonly define?: Readonly<Record<string, string>>;
  /** Absolute path of the repository that the user works in: inputs in it may reach all of it. */
  readonly repository?: string;
  /** Folders or files outside the inputs' own that imports may reach (absolute or relative to the working folder). */
  readonly allowPaths?: readonly string[];
  /** Whether anything may be fetched; needs `fetch`. Default false. */
  readonly allowRemote?: boolean;
  /** Hosts that may be fetched from although they are in a private network. */
  readonly allowHosts?: readonly string[];
  /** Fetches remote documents; normally `documentFetcher()` of `download.ts`. */
  readonly fetch?: FetchDocument;
  readonly limits?: Partial<LoadLimits>;
}
