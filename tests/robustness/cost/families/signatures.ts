import type { SignOptions } from '@wsdl-codegen/ws-security';
import { type Area, familiesOf } from '../family.js';
import { around, count, deep, type Grammar, repeat } from '../grammar.js';
import { forgedDocument, securedMessages, signedDocument, valuesIn } from '../signed.js';

/** Signatures: documents that are verified, and signatures that are refused. */

const document = (inside: Grammar): Grammar => around('<r>', inside, '</r>');
/** Nearly as many prefixes as may be in force at once, around what grows. */
const prefixed = (inside: Grammar): Grammar =>
  around(`<r${Array.from({ length: 250 }, (_, i) => ` xmlns:p${i}="urn:${i}"`).join('')}>`, inside, '</r>');

const contents = {
  text: document(repeat('a&lt;')),
  elements: document(repeat('<a>1</a>')),
  attributes: document(repeat('<a b="1" c="&lt;"/>')),
  'attributes of one element': document(
    around(
      '<a',
      count((i) => ` a${i}="${i}"`),
      '/>',
    ),
  ),
  comments: document(repeat('a<!-- -->')),
  instructions: document(repeat('<?a b?>')),
  'CDATA sections': document(repeat('<![CDATA[&]]>a')),
  nesting: document(deep('<a>', '</a>', 200, repeat('<b/>'))),
  'declarations that nobody uses': prefixed(repeat('<a/>')),
  'declarations that are used': prefixed(count((i) => `<p${i % 250}:a/>`)),
  'declarations at each element': document(count((i) => `<p${i}:a xmlns:p${i}="urn:${i}"/>`)),
  ids: document(count((i) => `<a Id="i${i}"/>`)),
};

const typed = around(
  '<r xmlns:p="urn:p" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
  repeat('<a xsi:type="p:T">12:00:00</a>'),
  '</r>',
);

const declared = /xmlns:(\w+)=/g;
const listed = signedDocument('signature with a list of prefixes', (input) => ({
  canonical: { inclusivePrefixes: valuesIn(input, declared) },
}));
const ofIds = signedDocument('signature of parts', (input) => ({ ids: ['all', ...valuesIn(input, / Id="(i\w+)"/g)] }));
const parts = (inside: Grammar): Grammar => around('<x><r Id="all"/>', inside, '</x>');

const start = '<r><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>';
const methods =
  '<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"/>';
const digest =
  '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AAAA</ds:DigestValue>';
const value = '</ds:SignedInfo><ds:SignatureValue>AAAA</ds:SignatureValue>';
const end = '</ds:Signature></r>';
const forged = (inside: Grammar): Grammar => around(start + methods, inside, value + end);

const forgeries = {
  references: forged(repeat(`<ds:Reference URI="#a">${digest}</ds:Reference>`)),
  transforms: forged(
    around(
      '<ds:Reference URI=""><ds:Transforms>',
      repeat('<ds:Transform Algorithm="a"/>'),
      `</ds:Transforms>${digest}</ds:Reference>`,
    ),
  ),
  'a list of prefixes': around(
    `${start}<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"><e:InclusiveNamespaces xmlns:e="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="`,
    count((i) => `p${i}`, ' '),
    `"/></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"/><ds:Reference URI="">${digest}</ds:Reference>${value}${end}`,
  ),
  certificates: around(
    `${start}${methods}<ds:Reference URI="">${digest}</ds:Reference>${value}<ds:KeyInfo><ds:X509Data>`,
    repeat('<ds:X509Certificate>AAAA</ds:X509Certificate>'),
    `</ds:X509Data></ds:KeyInfo>${end}`,
  ),
  'names of a key': around(
    `${start}${methods}<ds:Reference URI="">${digest}</ds:Reference>${value}<ds:KeyInfo><ds:X509Data><ds:X509SubjectName>`,
    repeat('CN="a\\,'),
    `</ds:X509SubjectName></ds:X509Data></ds:KeyInfo>${end}`,
  ),
  signatures: around('<r>', repeat('<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>'), '</r>'),
};

const { elements, attributes, comments, ids } = contents;
const inMessages = { elements, attributes, comments, ids, 'values with prefixes': typed, nesting: contents.nesting };

const inclusive = (): Partial<SignOptions> => ({ canonical: { form: 'inclusive' } });

/** Signed documents. */
export const signatures: Area = {
  name: 'Signatures',
  families: [
    ...familiesOf(signedDocument('signature'), contents),
    ...familiesOf(signedDocument('inclusive signature', inclusive), contents),
    ...familiesOf(listed, {
      'prefixes and elements': prefixed(repeat('<a/>')),
      'prefixes that are declared again': prefixed(count((i) => `<a xmlns:p${i % 250}="urn:x"/>`)),
      'prefixes at each element': document(count((i) => `<a xmlns:p${i}="urn:${i}"/>`)),
    }),
    ...familiesOf(ofIds, {
      siblings: parts(count((i) => `<a Id="i${i}"/>`)),
    }),
    ...familiesOf(forgedDocument, forgeries),
    ...securedMessages.flatMap((entry) => familiesOf(entry, inMessages)),
  ],
};
