import { SaxesParser } from 'saxes';

/** A document as another reader sees it, with what values do not have. */
export interface Infoset {
  /** Start tags with the names of elements, and of attributes that have prefixes other than `xml`, end tags, comments and instructions, in their order. */
  readonly markup: readonly string[];
  /** The namespaces in scope by prefix, for each element. */
  readonly scopes: readonly Readonly<Record<string, string>>[];
  /**
   * Of each element its namespace and name, and its attributes with their values; texts, and the ends of elements. White space between elements is
   * left out.
   */
  readonly data: readonly (readonly string[])[];
}

/** Reads a document with `saxes`. Throws for one that is not well-formed. */
export function infosetOf(text: string): Infoset {
  const markup: string[] = [];
  const scopes: Record<string, string>[] = [];
  const data: (readonly string[])[] = [];
  const around: Record<string, string>[] = [{}];
  let pending = '';
  const flush = (): void => {
    if (/[^ \t\r\n]/.test(pending)) {
      data.push(['text', pending]);
    }
    pending = '';
  };
  const add = (more: string): void => {
    pending += more;
  };
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('comment', (comment) => markup.push(`<!--${comment}-->`));
  parser.on('processinginstruction', ({ target, body }) => markup.push(`<?${target} ${body}?>`));
  parser.on('opentag', ({ name, uri, local, ns, attributes }) => {
    flush();
    const others = Object.values(attributes).filter((each) => each.prefix !== 'xmlns' && each.name !== 'xmlns');
    const prefixed = others.filter(({ prefix }) => prefix !== '' && prefix !== 'xml').map((each) => each.name);
    markup.push(['<', name, ...prefixed.sort()].join(' '));
    data.push([`{${uri}}${local}`, ...others.map((each) => `{${each.uri}}${each.local}=${each.value}`).sort()]);
    const scope = { ...around.at(-1), ...ns };
    around.push(scope);
    scopes.push(scope);
  });
  parser.on('closetag', () => {
    flush();
    markup.push('>');
    data.push(['end']);
    around.pop();
  });
  parser.write(text).close();
  return { markup, scopes, data };
}
