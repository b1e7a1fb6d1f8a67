import type { ServiceDescriptor } from '../../service/descriptor.js';
import type { TextCache } from '../base/text-cache.js';
import { escapeMarkup } from '../base/wording.js';
import type { AddressSettings } from '../door/public-address.js';
import type { ServiceRegistration } from '../handlers/registration.js';
import type { Endpoint } from '../routes/endpoint.js';
import { answerHeaders, type WireRequest, type WireResponse } from '../wire/wire.js';

/** Help pages, the list of services and `?WSDL` of a server; undefined where it has none. */
export interface ServerPages {
  /** The services with documents that offer what is served. Throws `TypeError` for a document in memory that is not well-formed. */
  prepare(services: readonly ServiceRegistration[]): readonly ServiceRegistration[];
  /** Throws `TypeError` if the services at a path have different documents of one name. */
  check(path: string, services: readonly ServiceDescriptor[]): void;
  /** True for the path of the list of services. */
  isIndex(path: string, basePath: string): boolean;
  /** The list of services. */
  index(endpoints: readonly Endpoint[], path: string, request: WireRequest, basePath: string): WireResponse;
  /** A page or document at the address of services. */
  answer(
    endpoint: Endpoint,
    request: WireRequest,
    query: string,
    settings: PageSettings,
  ): WireResponse | Promise<WireResponse>;
  /** The page of a request that went nowhere. With `basePath` it has a link to the list of services. */
  error(error: ErrorText, request?: WireRequest, basePath?: string): WireResponse;
}

/** What pages need to know of their server. */
export interface PageSettings extends AddressSettings {
  /** Values of the placeholders. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** True if the base path is a list of services. */
  readonly hasList: boolean;
  readonly limits: { readonly maxFormFields: number };
  /** Documents and samples as they were served before. */
  readonly texts: TextCache;
}

/** The answer to a request that went nowhere. */
export interface ErrorText {
  readonly status: number;
  /** Title and heading. */
  readonly message: string;
  /** A sentence below. */
  readonly advice: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer to a request that went nowhere, as HTML: a page like the others of the server, or a plain one where it has no pages. */
export function errorAnswer(
  pages: ServerPages | undefined,
  error: ErrorText,
  request?: WireRequest,
  basePath?: string,
): WireResponse {
  return pages === undefined ? plainError(error) : pages.error(error, request, basePath);
}

function plainError({ status, message, advice, headers }: ErrorText): WireResponse {
  const [title, text] = [escapeMarkup(message), escapeMarkup(advice)];
  return {
    status,
    headers: { ...answerHeaders('text/html; charset=utf-8', 'private'), ...headers },
    body: `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`,
  };
}
