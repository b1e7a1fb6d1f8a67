import type { ExpandedName } from '../contract/model.js';
import { splitExpandedName, xsdNamespace } from '../contract/names.js';
import type { TextAttribute } from './xml-text.js';

/** A name with its prefix, and the declarations that the element containing it has to make. */
export interface PrefixedName {
  readonly text: string;
  readonly declarations: readonly TextAttribute[];
}

/** Gives namespaces their prefixes, in the manner of ASP.NET or of WCF. */
export interface Prefixes {
  /** Prefix of XML Schema. */
  readonly schema: string;
  /** A QName, as it is written in a schema of `targetNamespace`. */
  name(name: ExpandedName, targetNamespace: string): PrefixedName;
}

/** Prefixes that both shapes declare at their root, or that need no declaration. */
const fixedPrefixes: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
  ['http://schemas.xmlsoap.org/soap/encoding/', 'soapenc'],
]);

/** The prefixes that an `.asmx` declares at its root: `tns`, and `s1`, `s2`… for the other namespaces of its schemas. */
export class AsmxPrefixes implements Prefixes {
  readonly schema = 's';
  readonly #serviceNamespace: string;
  readonly #others: string[] = [];

  /** The namespaces of its schemas get the first numbers, in order. */
  constructor(serviceNamespace: string, namespaces: readonly string[]) {
    this.#serviceNamespace = serviceNamespace;
    for (const namespace of namespaces) {
      this.#prefixOf(namespace);
    }
  }

  /** `xmlns:s1` and so on, for all namespaces that were requested so far. */
  get declarations(): readonly TextAttribute[] {
    return this.#others.map((namespace, index) => [`xmlns:s${index + 1}`, namespace]);
  }

  name(name: ExpandedName): PrefixedName {
    const { namespace, local } = splitExpandedName(name);
    const prefix = this.#prefixOf(namespace);
    return { text: prefix === '' ? local : `${prefix}:${local}`, declarations: [] };
  }

  #prefixOf(namespace: string): string {
    if (namespace === xsdNamespace) {
      return this.schema;
    }
    if (namespace === '') {
      return '';
    }
    if (namespace === this.#serviceNamespace) {
      return 'tns';
    }
    const fixed = fixedPrefixes.get(namespace);
    if (fixed !== undefined) {
      return fixed;
    }
    if (!this.#others.includes(namespace)) {
      this.#others.push(namespace);
    }
    return `s${this.#others.indexOf(namespace) + 1}`;
  }
}

/** The prefixes of WCF: `tns` is the schema's own namespace, any other is declared where it is used: `q1`, `q2`… */
export class WcfPrefixes implements Prefixes {
  readonly schema: string;
  #next = 1;

  constructor(schema: string) {
    this.schema = schema;
  }

  name(name: ExpandedName, targetNamespace: string): PrefixedName {
    const { namespace, local } = splitExpandedName(name);
    if (namespace === xsdNamespace) {
      return { text: `${this.schema}:${local}`, declarations: [] };
    }
    if (namespace === '') {
      return { text: local, declarations: [] };
    }
    if (namespace === targetNamespace) {
      return { text: `tns:${local}`, declarations: [] };
    }
    const fixed = fixedPrefixes.get(namespace);
    if (fixed !== undefined) {
      return { text: `${fixed}:${local}`, declarations: [] };
    }
    const prefix = `q${this.#next++}`;
    return { text: `${prefix}:${local}`, declarations: [[`xmlns:${prefix}`, namespace]] };
  }
}
