import { formatXml, parseXml, validateXml } from '@wsdl-codegen/runtime/schema';
import { jsonValue } from './messages.mjs';
import { protobuf } from './protobuf.mjs';

const strict = { strict: true };

/** Ours and JSON, which are always there. */
export function ownCodecs({ element, xml, value }) {
  const plain = jsonValue(value);
  const json = JSON.stringify(plain);
  return {
    decode: {
      ours: () => parseXml(element, xml),
      'ours, strict': () => parseXml(element, xml, strict),
      'ours, validated': () => requireValid(validateXml(element, xml)),
      'JSON.parse': () => JSON.parse(json),
    },
    encode: { ours: () => formatXml(element, value), 'JSON.stringify': () => JSON.stringify(plain) },
  };
}

function requireValid([issue]) {
  if (issue !== undefined) {
    throw new Error(`${issue.path.join('/')}: ${issue.message}`);
  }
}

/** The package `soap`, which reads values as its schema says, but leaves long and base64 as texts. */
async function soapCodecs({ envelope, namespace, root, wsdl }) {
  const { default: soap } = await import('soap');
  const { wsdl: peer } = await soap.createClientAsync(wsdl);
  const value = peer.xmlToObject(envelope).Body[root];
  return {
    decode: { soap: () => peer.xmlToObject(envelope) },
    encode: { soap: () => peer.objectToDocumentXML(root, value, 't', namespace, root) },
  };
}

/** XML without a schema: objects of texts, a tree, or only events. */
async function xmlCodecs({ xml, schema }) {
  const { XMLParser, XMLBuilder } = await import('fast-xml-parser');
  const { SaxesParser } = await import('saxes');
  const { XmlDocument, XsdValidator } = await import('libxml2-wasm');
  const validator = schema && XsdValidator.fromDoc(XmlDocument.fromString(schema));
  const options = { ignoreAttributes: false };
  const parser = new XMLParser(options);
  const builder = new XMLBuilder(options);
  const tree = parser.parse(xml);
  return {
    decode: {
      'fast-xml-parser': () => parser.parse(xml),
      'saxes, events': () => new SaxesParser({ xmlns: true }).write(xml).close(),
      'libxml2-wasm, tree': () => XmlDocument.fromString(xml).dispose(),
      ...(validator !== undefined && {
        'libxml2-wasm, validated': () => validated(validator, XmlDocument.fromString(xml)),
      }),
    },
    encode: { 'fast-xml-parser': () => builder.build(tree) },
  };
}

function validated(validator, document) {
  try {
    validator.validate(document);
  } finally {
    document.dispose();
  }
}

const peers = { soap: soapCodecs, xml: xmlCodecs, protobuf };

/** The groups of peers. */
export const peerNames = Object.keys(peers);

/** The peers that can read and write a message: one that cannot is left out. */
export async function peerCodecs(message, names) {
  const all = { decode: {}, encode: {} };
  for (const name of names) {
    try {
      const { decode, encode } = await peers[name](message);
      Object.assign(all.decode, decode);
      Object.assign(all.encode, encode);
    } catch (error) {
      console.error(`${message.name} is not for ${name}: ${String(error).slice(0, 200)}`);
    }
  }
  return all;
}
