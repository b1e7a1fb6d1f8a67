import { isNCName } from '@wsdl-codegen/runtime/xml';
import type { SourceSet } from '../source/document.js';
import { areSchemas } from '../source/read-together.js';
import type { Contract } from './model.js';
import { splitExpandedName } from './names.js';

/** Prefixes that say nothing of their namespace: numbered ones, that of the schema itself, single letters; and one that cannot be a property. */
const meaningless = /^(?:.|__proto__|tns|this|target|targetNS|(?:ns|n|q|s|x)\d+|xs|xsd|xsi|xml.*)$/i;

/**
 * The prefixes of a contract's namespaces: for each the first that a document declares for it, the inputs before what they import. Prefixes that say nothing of their
 * namespace count as none, and of several namespaces with one prefix the first has it. Undefined where an input is something else than a schema.
 */
export function declaredPrefixes(
  { types, elements }: Contract,
  sources: SourceSet,
): Readonly<Record<string, string>> | undefined {
  if (!areSchemas(sources)) {
    return undefined;
  }
  const names = [...types.flatMap(({ name }) => name ?? []), ...elements.map(({ name }) => name)];
  const used = new Set(names.map((name) => splitExpandedName(name).namespace));
  const byNamespace = new Map<string, string>();
  const taken = new Set<string>();
  for (const { root } of sources.documents.values()) {
    for (const [prefix, namespace] of root.namespaces) {
      const isNew = used.has(namespace) && !byNamespace.has(namespace) && !taken.has(prefix.toLowerCase());
      if (isNew && isNCName(prefix) && !meaningless.test(prefix)) {
        byNamespace.set(namespace, prefix);
        taken.add(prefix.toLowerCase());
      }
    }
  }
  return byNamespace.size === 0 ? undefined : Object.fromEntries(byNamespace);
}
