import type { Schema } from './shapes.js';

/** What the page reads of a document of OpenAPI. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly security?: readonly object[];
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

/** What proves who calls. */
export interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
  readonly description?: string;
}

/** Bodies by their media type. */
export type BodyContents = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

/** A value in the address or the header. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly content?: BodyContents;
  readonly example?: unknown;
}

interface ApiOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: BodyContents };
  readonly responses: Readonly<Record<string, { readonly content?: BodyContents }>>;
}

/** An operation with its place. */
export interface PlacedOperation extends ApiOperation {
  readonly verb: string;
  readonly path: string;
  readonly tag: string;
  /** Its id without the service, where that is its tag. */
  readonly name: string;
}

/** The operations of a document, in its order. */
export function operationsOf({ paths }: ApiDocument): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => {
      const { operationId: id, tags: [tag = ''] = [] } = operation;
      const name = tag !== '' && id.startsWith(`${tag}.`) ? id.slice(tag.length + 1) : id;
      return { ...operation, verb: verb.toUpperCase(), path, tag, name };
    }),
  );
}

/** The media types of the answer that is none of a problem. */
export function answerTypes({ responses }: PlacedOperation): readonly string[] {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return Object.keys(answer?.content ?? {});
}
