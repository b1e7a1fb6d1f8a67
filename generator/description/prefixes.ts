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
    return { text: this.#prefixOf(namespace) + local, declarations: [] };
  }

  #prefixOf(namespace: string): string {
    switch (namespace) {
      case xsdNamespace:
        return 's:';
      case '':
        return '';
      case this.#serviceNamespace:
        return 'tns:';
      default:
        if (!this.#others.includes(namespace)) {
          this.#others.push(namespace);
        }
        return `s${this.#others.indexOf(namespace) + 1}:`;
    }
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
    switch (namespace) {
      case xsdNamespace:
        return { text: `${this.schema}:${local}`, declarations: [] };
      case '':
        return { text: local, declarations: [] };
      case targetNamespace:
        return { text: `tns:${local}`, declarations: [] };
      default: {
        const prefix = `q${this.#next++}`;
        return { text: `${prefix}:${local}`, declarations: [[`xmlns:${prefix}`, namespace]] };
      }
    }
  }
}
