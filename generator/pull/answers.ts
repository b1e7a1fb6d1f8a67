import { parseUrl } from '@wsdl-codegen/runtime/extend';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { listed } from '../diagnostics/listed.js';
import { publicText } from '../diagnostics/public-address.js';
import type { SourceElement } from '../source/document.js';
import { otherFormat } from '../source/other-format.js';
import { wsdl2Namespace } from '../source/references.js';

/** An answer that is no descriptor, in words, and what to do about it. */
export interface OtherAnswer {
  readonly what: string;
  readonly advice: string;
  /** True if it may be the page or the endpoint of a service that has a descriptor at another address. */
  readonly mayBeService: boolean;
}

function other(what: string, advice: string = noAdvice, mayBeService = true): OtherAnswer {
  return { what, advice, mayBeService };
}

const noAdvice = 'check the address: that of a descriptor usually ends in ?wsdl, or in .wsdl.';

/** What an answer is that is neither WSDL nor a schema. `root` is its document element, if it is XML; `address` gave it. */
export function otherAnswer(
  bytes: Uint8Array,
  text: string,
  root: SourceElement | undefined,
  address: string,
): OtherAnswer {
  if (bytes.length === 0 || text.trim() === '') {
    return other('empty');
  }
  const format = otherFormat(bytes, text);
  if (format?.startsWith('an HTML page') || /^\s*<(?:!doctype\s+html|html)[\s>]/i.test(text)) {
    return pageAnswer(text, format ?? 'an HTML page', address);
  }
  if (format !== undefined) {
    return other(format, 'unpack it, and name the file in it as an input.', false);
  }
  if (/^\s*[[{]/.test(text)) {
    return other(`JSON: ${excerpt(text)}`);
  }
  return root ? xmlAnswer(root, text) : other(`no XML: ${excerpt(text)}`);
}

function pageAnswer(text: string, format: string, address: string): OtherAnswer {
  if (/<input\b[^<>]*\btype\s*=\s*["']?password/i.test(text)) {
    return other(
      `${format}, which asks for a user and a password in a form`,
      `sign in with a browser and save the descriptor, or send what the service takes from programs: --user NAME, or --header 'Authorization: Bearer $TOKEN'.`,
      false,
    );
  }
  if (/metadata publishing for this service is currently disabled/i.test(text)) {
    return other(
      'the help page of a WCF service that does not publish its metadata',
      'ask its operators for the WSDL, or to set httpGetEnabled (httpsGetEnabled) in its serviceMetadata.',
    );
  }
  if (/svcutil(?:\.exe)?\s/i.test(text) && /\/mex\b/i.test(text) && !/\?(?:single)?wsdl\b/i.test(text)) {
    return other(
      'the help page of a WCF service that publishes its metadata by WS-MetadataExchange alone',
      'save it with svcutil or dotnet-svcutil, or ask its operators to set httpGetEnabled in its serviceMetadata.',
    );
  }
  const isHelp = /\?(?:single)?wsdl\b/i.test(text) && /web ?service|service/i.test(text);
  const services = servicesOn(text, address);
  const advice =
    services.length === 0 ? noAdvice : `name one of the services that the page links to: ${listed(services)}.`;
  return other(isHelp ? 'the help page of a service' : format, advice);
}

/** How many services of a page are named. */
const mostServices = 6;

/** Addresses of the services that a page links to, on its own host. */
function servicesOn(text: string, address: string): readonly string[] {
  const { host } = new URL(address);
  const services = [...text.matchAll(/\bhref\s*=\s*["']([^"'<>\s]{1,500})["']/gi)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .flatMap((link) => parseUrl(link, address) ?? [])
    .filter((url) => url.host === host && /\.(?:asmx|svc)$|\?(?:single)?wsdl$/i.test(url.pathname + url.search));
  return [...new Set(services.map(({ href }) => href))].slice(0, mostServices);
}

function xmlAnswer(root: SourceElement, text: string): OtherAnswer {
  if (wsdl2Namespace.test(root.namespace)) {
    return other('WSDL 2.0, and only WSDL 1.1 can be read', 'ask the service for its WSDL 1.1, usually at ?wsdl.');
  }
  if (root.local === 'Envelope') {
    const [, fault = ''] = /<(?:\w+:)?(?:faultstring|Text)\b[^<>]*>([^<]*)</.exec(text) ?? [];
    return other(`a SOAP message${fault === '' ? '' : `: ${excerpt(fault)}`}`);
  }
  return other(`XML with the document element "${root.local}"`);
}

/** The beginning of a text on one line, without what could be a secret. */
function excerpt(text: string): string {
  const line = publicText(text.trim().slice(0, 400).replace(/\s+/g, ' '));
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}

/** The diagnostic for an answer that refuses: what it asks for, and how to give it. */
export function refusedAnswer(location: string, status: number, reason: string): Diagnostic {
  return diagnostic('pull/refused', { location, reason, advice: refusalAdvice(status, reason) });
}

function refusalAdvice(status: number, reason: string): string {
  if (status === 403) {
    return 'the credentials do not allow it, or the network or a certificate of the client is missing (--cert, --key, --pfx).';
  }
  if (status === 407) {
    return 'name the user of the proxy in its address, in the environment variable HTTPS_PROXY or HTTP_PROXY.';
  }
  if (/\bBasic\b/.test(reason)) {
    return 'name the user with --user NAME; the password is $CODEGEN_PASSWORD, or is asked for.';
  }
  if (/\bBearer\b/.test(reason)) {
    return `send the token: --header 'Authorization: Bearer $TOKEN'.`;
  }
  return /\b(?:Negotiate|NTLM|Digest)\b/i.test(reason)
    ? 'codegen does not know this scheme: save the documents with a browser, or with curl (--negotiate, --ntlm, --digest).'
    : `name the user with --user NAME, or send a header field: --header 'Authorization: Bearer $TOKEN'.`;
}
