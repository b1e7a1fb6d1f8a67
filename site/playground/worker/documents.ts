import {
  type ElementDescriptor,
  element,
  fromJson,
  type JsonValue,
  parseXml,
  toJson,
  validateXml,
} from '@wsdl-codegen/runtime/schema';
import { splitExpandedName } from '../../../generator/contract/names.js';
import { documentReading } from '../../../generator/documents/check-document.js';
import { formatDocument } from '../../../generator/documents/format-document.js';
import { documentOf } from '../../../generator/documents/sample-documents.js';
import { jsonText, type Tasks } from '../tasks.js';
import { formOf } from './form.js';
import { generated } from './generate.js';

/** The root of a name, local or expanded: an element, or one of the name of a type. */
function rootOf(name: string): ElementDescriptor {
  const { contract, descriptors } = generated();
  const isMeant = (key: string): boolean => key === name || splitExpandedName(key).local === name;
  const wanted = new Set(contract.roots?.elements ?? descriptors.elements.keys());
  const found = [...descriptors.elements].find(([key]) => wanted.has(key) && isMeant(key));
  const type = [...descriptors.types].find(([key]) => isMeant(key));
  if (found === undefined && type === undefined) {
    throw new Error(`There is no root ${name}.`);
  }
  if (found !== undefined) {
    return found[1];
  }
  const [key, own] = type as [string, ElementDescriptor['type']];
  const { namespace, local } = splitExpandedName(key);
  return element(namespace, local, own);
}

/** A valid document, its JSON, and a form for its values. */
export function sampleDocument(name: string, seed: number): Tasks['sample']['answer'] {
  const { contract, descriptors } = generated();
  const root = rootOf(name);
  const made = documentOf(root, contract, descriptors, seed === 0 ? {} : { seed });
  if ('code' in made) {
    throw new Error(made.message);
  }
  return { json: jsonText(made.json), wire: made.xml, head: '', fields: formOf({ element: root }, made.json) };
}

/** JSON as a document. */
export function encodeDocument(name: string, json: unknown): Tasks['encode']['answer'] {
  const { prefixes } = generated().contract;
  const root = rootOf(name);
  const value = fromJson(root, json, { coerce: true });
  const wire = formatDocument(root, value, prefixes === undefined ? {} : { prefixes });
  return { head: '', wire, fields: formOf({ element: root }, json as JsonValue) };
}

/** A document as JSON, if it is valid. */
export function decodeDocument(name: string, text: string): Tasks['decode']['answer'] {
  const root = rootOf(name);
  const options = { ...documentReading, declarations: generated().descriptors };
  const issues = validateXml(root, text, options);
  if (issues.length > 0) {
    throw new Error(issues.map(({ path, message }) => `/${path.join('/')}: ${message}`).join('\n'));
  }
  const json = toJson(root, parseXml(root, text, options));
  return { json: jsonText(json), fields: formOf({ element: root }, json) };
}
