import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceElement, SourceSet } from '../../generator/source/document.js';
import { attributeValue, schemaElements } from '../../generator/source/references.js';

/**
 * Writes the schemas of a WSDL as files that a validator of XML documents reads: schemas in `wsdl:types` get files of their
 * own, imports lead to one file a namespace. Names and types stay as they were written.
 */

interface SchemaFile {
  readonly element: SourceElement;
  readonly name: string;
  readonly namespace: string;
}

/** Writes the files; returns the path of the one that imports all the others. */
export function writeSchemas(sources: SourceSet, folder: string): string {
  const files: SchemaFile[] = [];
  const byDocument = new Map<string, SchemaFile>();
  for (const document of sources.documents.values()) {
    for (const element of schemaElements(document.root)) {
      const namespace = attributeValue(element, 'targetNamespace') ?? '';
      const file = { element, name: `schema-${files.length}.xsd`, namespace };
      files.push(file);
      if (element === document.root) {
        byDocument.set(document.uri, file);
      }
    }
  }
  const namespaces = [...new Set(files.map(({ namespace }) => namespace))];
  const hub = (namespace: string): string => `namespace-${namespaces.indexOf(namespace)}.xsd`;
  const locations = new Map<SourceElement, string>();
  const included = new Set<SchemaFile>();
  for (const { references } of sources.documents.values()) {
    for (const { kind, element, namespace, target } of references) {
      const file = target === undefined ? undefined : byDocument.get(target);
      if (kind === 'xs:import' && namespaces.includes(namespace ?? '')) {
        locations.set(element, hub(namespace ?? ''));
      }
      if ((kind === 'xs:include' || kind === 'xs:redefine') && file) {
        locations.set(element, file.name);
        included.add(file);
      }
    }
  }
  for (const { element, name } of files) {
    writeFileSync(join(folder, name), serialise(element, locations));
  }
  for (const namespace of namespaces) {
    const own = files.filter((file) => file.namespace === namespace && !included.has(file));
    const target = namespace === '' ? '' : ` targetNamespace="${escapeXml(namespace)}"`;
    const includes = own.map(({ name }) => `<xs:include schemaLocation="${name}"/>`).join('');
    writeFileSync(join(folder, hub(namespace)), schema(target, includes));
  }
  const imports = namespaces.map((namespace) => {
    const attribute = namespace === '' ? '' : ` namespace="${escapeXml(namespace)}"`;
    return `<xs:import${attribute} schemaLocation="${hub(namespace)}"/>`;
  });
  const driver = join(folder, 'all.xsd');
  writeFileSync(driver, schema(' targetNamespace="urn:wsdl-codegen:conformance"', imports.join('')));
  return driver;
}

function schema(attributes: string, content: string): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${attributes}>${content}</xs:schema>`;
}

/** An element as text. Prefixes stay as they are, since values rely on them. */
function serialise(element: SourceElement, locations: ReadonlyMap<SourceElement, string>, root = true): string {
  const name = element.prefix === '' ? element.local : `${element.prefix}:${element.local}`;
  let text = `<${name}`;
  for (const [prefix, uri] of element.namespaces) {
    if (prefix === 'xml' || (!root && element.parent?.namespaces.get(prefix) === uri)) {
      continue;
    }
    text += ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeXml(uri)}"`;
  }
  const location = locations.get(element);
  for (const { prefix, local, value } of element.attributes) {
    if (local === 'schemaLocation' && prefix === '' && (location !== undefined || element.local === 'import')) {
      continue;
    }
    if (prefix === 'xmlns' || local === 'xmlns') {
      continue;
    }
    text += ` ${prefix === '' ? local : `${prefix}:${local}`}="${escapeXml(value)}"`;
  }
  if (location !== undefined) {
    text += ` schemaLocation="${location}"`;
  }
  text += '>';
  for (const child of element.children) {
    text += child.kind === 'text' ? escapeXml(child.value) : serialise(child, locations, false);
  }
  return `${text}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;').replace(/\n/g, '&#10;');
}
