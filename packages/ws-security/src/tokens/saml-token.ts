/** SAML assertions as parts of the security block of a client. */
import { callback, either, requireKind, text } from '@wsdl-codegen/runtime/extend';
import type { SecurityPart } from '@wsdl-codegen/runtime/security';
import { formatTree, parseTree, type XmlElement } from '@wsdl-codegen/runtime/xml';
import { canonicalElement } from '../xml/canonicalize.js';
import { readDocument } from '../xml/document.js';
import { samlFactsOf } from './saml-names.js';
import { TokenError } from './token-error.js';

const assertionKind = either('a string, or a function that gives one', text, callback);

/**
 * A SAML assertion of version 1.1 or 2.0 as a part of `wsSecurity`: `wsSecurity({ parts: [timestamp(), samlToken(assertion)] })`. A function is asked for each attempt. The
 * signature of the issuer stays good. Throws `TypeError` for something else than a text or a function.
 */
export function samlToken(assertion: string | (() => string | Promise<string>)): SecurityPart {
  requireKind('The assertion of `samlToken`', assertion, assertionKind, 'something else');
  return {
    write: async () => {
      const xml = typeof assertion === 'function' ? await assertion() : assertion;
      requireKind('The assertion that the function of `samlToken` gives', xml, text, 'something else');
      return assertionTree(xml);
    },
  };
}

function assertionTree(xml: string): XmlElement {
  const tree = tokenTree(xml);
  if (samlFactsOf(tree) === undefined) {
    throw new TokenError('malformed', `The element "${tree.name}" is not an assertion of SAML 1.1 or 2.0.`);
  }
  return tree;
}

/** The tree of a token, which is written as it was signed. Throws a `TokenError` for one that trees cannot hold. */
export function tokenTree(xml: string): XmlElement {
  const tree = parseTree(xml);
  const canonical = (document: string): string => canonicalElement(readDocument(document).root);
  if (canonical(formatTree(tree)) !== canonical(xml)) {
    throw new TokenError('unsupported', 'The token has processing instructions, which cannot be sent as they are.');
  }
  return tree;
}
