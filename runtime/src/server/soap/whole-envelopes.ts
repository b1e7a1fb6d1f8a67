import { formatMediaType, parseMediaType } from '../../http/media-type.js';
import type { SoapVersion } from '../../service/soap-version.js';
import { type EnvelopeContext, ExtensionStates } from '../../soap/extension.js';
import { envelopeBytes, type HeaderExtensions } from '../../soap/header-extensions.js';
import type { RelatedPart } from '../../soap/mime.js';
import { waitInCall } from '../call/invoke.js';
import type { ServerSettings } from '../settings/options.js';
import { headerValue, type WireRequest, type WireResponse } from '../wire/wire.js';
import { packAnswer } from './soap-package.js';

const utf8 = new TextEncoder();
const noParts: readonly RelatedPart[] = [];

/** An envelope as it was received. */
export interface SealedText {
  readonly text: string;
  readonly version: SoapVersion;
}

/**
 * The request as if what extensions make of its envelope had come; undefined if that is longer than requests may be. Rejects with any error that
 * one of them throws.
 */
export async function openedRequest(
  all: HeaderExtensions,
  request: WireRequest,
  { text, version }: SealedText,
  settings: ServerSettings,
): Promise<WireRequest | undefined> {
  const { attachments: parts = noParts } = request;
  // The binary values of a package are longer as base64.
  const maxBytes = Math.max(settings.limits.maxBodyBytes, envelopeBytes(request.body, parts));
  let principal: unknown;
  const setPrincipal = (given: unknown): void => {
    principal = given;
  };
  const context = { ...contextOf(request, version), message: 'request', setPrincipal, maxBytes } as const;
  const opened = await waitInCall(all.open({ text, parts }, context), { request, settings, input: undefined });
  const body = utf8.encode(opened.text);
  if (envelopeBytes(body, opened.parts) > maxBytes) {
    return undefined;
  }
  const type = parseMediaType(headerValue(request.headers, 'content-type'));
  const parameters = { ...Object.fromEntries(type?.parameters ?? []), charset: 'utf-8' };
  const headers = { ...request.headers, 'content-type': formatMediaType(type?.type ?? '', parameters) };
  const { extensions } = context;
  return { ...request, headers, body, attachments: opened.parts, opened: { extensions, principal } };
}

/** Gives extensions the envelope of an answer, and sends what they make of it. Rejects with any error that one of them throws. */
export async function sealedAnswer(
  all: HeaderExtensions,
  response: WireResponse,
  { parts, mtom }: { readonly parts: readonly RelatedPart[]; readonly mtom: boolean },
  context: EnvelopeContext,
  { request, settings }: { readonly request: WireRequest; readonly settings: ServerSettings },
): Promise<WireResponse> {
  const sealing = all.seal({ text: String(response.body), parts }, context);
  const sealed = await waitInCall(sealing, { request, settings, input: undefined });
  return packAnswer({ ...response, body: sealed.text }, sealed.parts, mtom);
}

/** The facts about a message of which no operation is known. */
export function contextOf(
  { url, admission, opened }: WireRequest,
  version: SoapVersion,
): Omit<EnvelopeContext, 'message'> {
  const { extensions = new ExtensionStates() } = opened ?? {};
  return { side: 'server', version, url, callerAddress: admission?.caller, extensions };
}
