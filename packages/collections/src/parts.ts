import { createMasker, formatTree, parseTree, type XmlElement, type XmlNode } from '@wsdl-codegen/runtime';
import type { TextPart } from './model.js';

const masker = createMasker();

/** What would begin a line that means something else, and the marks that stand for parts. */
const special = /[\r\n\t\uE000\uE001]/g;
/** What API clients read as a template. */
const template = /\{(?=[{%#])/g;

/** The names of variables for credentials. */
export function credentialsIn(parts: readonly TextPart[]): readonly string[] {
  return parts.flatMap((part) =>
    typeof part === 'object' && 'variable' in part && part.form !== undefined ? [part.variable] : [],
  );
}

/** What follows the address in a URL. Values of parameters that are credentials become variables. */
export function urlParts(text: string): readonly TextPart[] {
  const at = text.indexOf('?');
  const path = at < 0 ? text : text.slice(0, at + 1);
  return [encoded(path), ...(at < 0 ? [] : pairParts(text.slice(at + 1)))].filter((part) => part !== '');
}

/** A body: XML with each element on a line of its own, or the pairs of a form. */
export function bodyParts(text: string, base: string, address: string): readonly TextPart[] {
  return text.startsWith('<') ? xmlParts(parseTree(text), base, address) : pairParts(text);
}

function pairParts(text: string): readonly TextPart[] {
  return text.split('&').flatMap((pair, i): readonly TextPart[] => {
    const before = i > 0 ? '&' : '';
    const [name = ''] = pair.split('=', 1);
    return isCredential(decoded(name), pair.slice(name.length + 1))
      ? [`${before}${encoded(name)}=`, { variable: variableOf(decoded(name)), form: 'url' }]
      : [before + encoded(pair)];
  });
}

/** True for a value under the name of a credential; a choice such as `usePassword` is none. */
function isCredential(name: string, value: string): boolean {
  return masker.isSecret(name) && !/^(?:true|false|\s*)$/.test(value);
}

/** An address, or a part of one, without templates and ends of lines: their escaped form means the same. */
export function encoded(text: string): string {
  return text.replace(/[{}]|[^!-~]/gu, (mark) => encodeURIComponent(mark));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function xmlParts(root: XmlElement, base: string, address: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  const keep = (part: TextPart): string => `\uE000${parts.push(part) - 1}\uE001`;
  const written = (name: string, value: string): string =>
    isCredential(name, value)
      ? keep({ variable: variableOf(name), form: 'xml' })
      : value.replace(special, (mark) => keep(`&#${mark.charCodeAt(0)};`));
  const textIn = (element: XmlElement, text: string): string => {
    if (!/addressing$/.test(element.namespace)) {
      return written(element.name, text);
    }
    const isNew = element.name === 'MessageID';
    return isNew
      ? `urn:uuid:${keep({ random: 'uuid' })}`
      : text === base
        ? keep({ variable: address })
        : written('', text);
  };
  const replaced = (element: XmlElement): XmlElement => ({
    ...element,
    attributes: element.attributes.map((each) => ({ ...each, value: written(each.name, each.value) })),
    children: element.children.map(
      (child): XmlNode => (typeof child === 'string' ? textIn(element, child) : replaced(child)),
    ),
  });
  const text = `<?xml version="1.0" encoding="utf-8"?>\n${formatTree(replaced(root), { indent: 2 })}`;
  return text
    .split(/\uE000(\d+)\uE001/)
    .map((piece, i) => (i % 2 === 0 ? piece.replace(template, '&#123;') : (parts[Number(piece)] ?? '')));
}

function variableOf(name: string): string {
  const ascii = name.replace(/[^A-Za-z0-9_]/g, '_');
  return ascii.charAt(0).toLowerCase() + ascii.slice(1);
}
