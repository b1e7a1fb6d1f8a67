import type { SourceElement } from '../source/document.js';
import { expandedName, xsdNamespace } from '../source/names.js';
import { listItems, resolveQName } from '../source/qualified-names.js';
import { isBuiltIn } from './built-ins.js';
import { facetNames } from './components.js';

/** Namespace of the attributes of conditional inclusion. */
const versioningNamespace = 'http://www.w3.org/2007/XMLSchema-versioning';

/** The version of XML Schema for which schemas are read. */
const supportedVersion = 1.1;

/** The facets that are enforced. Assertions are not, so a schema may offer an alternative for them. */
const facets: ReadonlySet<string> = new Set(facetNames.map((name) => expandedName(xsdNamespace, name)));

/**
 * True for an element that conditional inclusion leaves out, with all its content (XML Schema 1.1, Part 1, 4.2.2): it is for
 * other versions, or for processors with other built-in types and facets.
 */
export function isExcluded(element: SourceElement): boolean {
  return element.attributes.some(
    ({ namespace, local, value }) => namespace === versioningNamespace && excludes(local, value, element),
  );
}

function excludes(condition: string, value: string, element: SourceElement): boolean {
  switch (condition) {
    case 'minVersion':
      return supportedVersion < Number(value);
    case 'maxVersion':
      return supportedVersion >= Number(value);
    case 'typeAvailable':
      return !namesIn(value, element).every(isBuiltIn);
    case 'typeUnavailable':
      return namesIn(value, element).every(isBuiltIn);
    case 'facetAvailable':
      return !namesIn(value, element).every(isFacet);
    case 'facetUnavailable':
      return namesIn(value, element).every(isFacet);
    default:
      return false;
  }
}

function isFacet(name: string): boolean {
  return facets.has(name);
}

function namesIn(value: string, element: SourceElement): readonly string[] {
  return listItems(value).map((word) => {
    const { namespace, local } = resolveQName(word, element);
    return expandedName(namespace, local);
  });
}

const elementNames: ReadonlySet<string> = new Set(
  'alternative assert assertion defaultOpenContent explicitTimezone openContent override'.split(' '),
);
const attributeNames: ReadonlySet<string> = new Set(
  'defaultAttributes defaultAttributesApply inheritable notNamespace notQName xpathDefaultNamespace'.split(' '),
);

/**
 * True for a schema that is written in XML Schema 1.1: it says so (`vc:minVersion`), or uses a construct that 1.0 does not
 * have. Constructs that 1.0 forbids and 1.1 allows are then valid.
 */
export function isVersion11(schema: SourceElement): boolean {
  const pending = [schema];
  for (let element = pending.pop(); element; element = pending.pop()) {
    if (element.namespace !== xsdNamespace) {
      continue;
    }
    if (elementNames.has(element.local)) {
      return true;
    }
    if ((element.local === 'any' || element.local === 'group') && element.parent?.local === 'all') {
      return true;
    }
    for (const { namespace, local, value } of element.attributes) {
      if (namespace === '' && attributeNames.has(local)) {
        return true;
      }
      if (namespace === versioningNamespace && local === 'minVersion' && Number(value) >= supportedVersion) {
        return true;
      }
    }
    if (element.local === 'annotation') {
      continue;
    }
    for (const child of element.children) {
      if (child.kind === 'element') {
        pending.push(child);
      }
    }
  }
  return false;
}
