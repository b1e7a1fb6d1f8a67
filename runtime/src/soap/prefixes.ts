import { instanceNamespace } from '../schema/descriptor/resolve.js';
import { type SoapVersion, soapVersion, versionOfNamespace } from '../service/soap-version.js';
import type { NamespaceTranslation } from '../service/translation.js';
import type { ChosenPrefixes, XmlWriterOptions } from '../xml/interfaces/writer.js';
import { ScopeState } from '../xml/names/element-tag.js';
import { declarationFault } from '../xml/names/namespaces.js';
import { isNCName } from '../xml/text/characters.js';

/**
 * Prefixes by namespace, as it is on the wire. `soap` stands for the namespace of the envelope in both versions. The prefix `''` makes a namespace
 * the default one: its elements have no prefix then, and its attributes, which need one, get another.
 */
export type PrefixesByNamespace = Readonly<Record<string, string>>;

/**
 * Where the chosen prefixes are declared: all of them at the envelope (at the root element, where there is no envelope), or each at the first
 * element that uses it.
 */
export type DeclareAt = 'envelope' | 'use';

/** A prefix and its namespace. */
export type Declaration = readonly [prefix: string, namespace: string];

/** The chosen prefixes of all messages of a client, or of all answers at an address. */
export interface MessagePrefixes {
  /**
   * Options of a writer with the prefixes in addition to those that they have. `version` is that of the envelope; undefined where there is none. The root
   * element has the declarations in `root`, too, with the chosen prefix of their namespace if there is one.
   */
  writer(options: XmlWriterOptions, version?: SoapVersion, root?: readonly Declaration[]): XmlWriterOptions;
}

const envelopeWord = 'soap';
const noDeclarations: readonly Declaration[] = [];

/** Throws `TypeError` for a prefix that XML does not allow, and for one that two namespaces would have. */
export function messagePrefixes(
  choice: PrefixesByNamespace,
  declareAt: DeclareAt | undefined,
  { read }: NamespaceTranslation,
): MessagePrefixes {
  checkPrefixes(choice);
  const { [envelopeWord]: envelope, ...named } = choice;
  const all = new Set(Object.values(choice));
  const start = new ScopeState(undefined, '', '', 0);
  const candidates: ChosenPrefixes['candidates'] = (own, preferred, scope) => {
    // If another namespace has it here, a tree from elsewhere declares it: names in its texts may have it.
    const isBound = own !== undefined && own !== '' && scope.resolve(own) !== undefined;
    return [isBound ? undefined : own, preferred !== undefined && all.has(preferred) ? undefined : preferred];
  };
  const chosenOf = (declared: ChosenPrefixes['declared']): ChosenPrefixes => ({
    declared,
    all,
    start,
    candidates,
    withoutDefault: () => chosenOf(declared.filter(([prefix]) => prefix !== '')),
  });
  const byNamespace = (version: SoapVersion | undefined): ReadonlyMap<string, string> => {
    const prefixes = new Map<string, string>();
    if (version !== undefined && envelope !== undefined) {
      prefixes.set(soapVersion(version).namespace, envelope);
    }
    for (const [namespace, prefix] of Object.entries(named)) {
      prefixes.set(read?.get(namespace) ?? namespace, prefix);
    }
    return prefixes;
  };
  return {
    writer(options, version, root = noDeclarations) {
      const chosen = byNamespace(version);
      const isDeclared = (namespace: string): boolean => {
        const spoken = versionOfNamespace(namespace)?.version;
        return spoken === undefined
          ? declareAt === 'envelope' || root.some(([, each]) => each === namespace)
          : spoken === version;
      };
      const own = [...chosen].filter(([namespace]) => isDeclared(namespace));
      const others = root.filter(([prefix, namespace]) => !all.has(prefix) && !chosen.has(namespace));
      const declared = [...own.map(([namespace, prefix]): Declaration => [prefix, namespace]), ...others];
      const prefixes = new Map([...(options.prefixes ?? []), ...chosen]);
      return { ...options, prefixes, chosen: chosenOf(declared) };
    },
  };
}

function checkPrefixes(choice: PrefixesByNamespace): void {
  const namespaces = new Map<string, string>();
  for (const [namespace, prefix] of Object.entries(choice)) {
    const problem = problemOf(prefix, namespace, namespaces.get(prefix));
    if (problem !== undefined) {
      throw new TypeError(`The option prefixes is not valid: ${problem}.`);
    }
    namespaces.set(prefix, namespace);
  }
}

function problemOf(prefix: unknown, namespace: string, other: string | undefined): string | undefined {
  const of = `of the namespace "${namespace}"`;
  if (typeof prefix !== 'string' || (prefix !== '' && !isNCName(prefix))) {
    return `the prefix ${JSON.stringify(prefix)} ${of} is not an XML name without a colon`;
  }
  if (namespace === '') {
    return `names in no namespace have no prefix, and "${prefix}" is given for them`;
  }
  if (prefix === '' && namespace === instanceNamespace) {
    return `the attributes ${of} need a prefix`;
  }
  if (other !== undefined) {
    return `"${prefix}" is the prefix of two namespaces, "${other}" and "${namespace}"`;
  }
  const fault = declarationFault(prefix, namespace);
  return fault && fault.charAt(0).toLowerCase() + fault.slice(1);
}
