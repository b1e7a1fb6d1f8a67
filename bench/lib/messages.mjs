import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatXml, parseXml } from '@wsdl-codegen/runtime/schema';
import constructs from '../messages/constructs.mjs';
import documents from '../messages/documents.mjs';
import records from '../messages/records.mjs';
import unusual from '../messages/unusual.mjs';
import vendors from '../messages/vendors.mjs';
import { messageSchema, messageWsdl } from './message-wsdl.mjs';
import { importGenerated } from './packages.mjs';

/** All messages, in the order of the tables. */
export const messages = [...records, ...constructs, ...vendors, ...documents];

const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';

/** A message as it is measured: the element of its generated package, its XML, its value, and the WSDL for peers. */
export async function loadMessage(name) {
  const message = [...messages, ...unusual].find((each) => each.name === name);
  const id = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  mkdirSync(new URL('../dist/', import.meta.url), { recursive: true });
  const wsdl = fileURLToPath(new URL(`../dist/${id}.wsdl`, import.meta.url));
  writeFileSync(wsdl, messageWsdl({ ...message, name: id }));
  const { elements } = await importGenerated(id, wsdl);
  const [[namespace]] = message.schemas;
  const element = elements[`{${namespace}}${message.root}`];
  const given =
    message.value ?? parseXml(element, `<${message.root} xmlns="${namespace}">${message.text}</${message.root}>`);
  const formatted = formatXml(element, given).replace(/^<\?xml[^>]*\?>/, '');
  const xml = message.rewrite?.(formatted) ?? formatted;
  const envelope = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${soap11}"><soap:Body>${xml}</soap:Body></soap:Envelope>`;
  const value = parseXml(element, xml);
  const { length: writtenLength } = formatted;
  const schema = messageSchema(message);
  return { name, element, namespace, root: message.root, xml, envelope, value, writtenLength, wsdl, schema };
}

/** A value with texts in the place of what JSON does not have. */
export function jsonValue(value) {
  if (typeof value === 'bigint') {
    return String(value);
  }
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString('base64');
  }
  if (Array.isArray(value)) {
    return value.map(jsonValue);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, of]) => [key, jsonValue(of)]))
    : value;
}
