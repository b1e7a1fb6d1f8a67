import type { Span } from '../diagnostics/diagnostic.js';
import { type SourceDocument, type SourceElement, type SourceSet, spanAt } from '../source/document.js';
import { xsdNamespace } from '../source/names.js';
import { resolveQName } from '../source/qualified-names.js';
import { attributeOf, attributeValue, childElements, wsdlNamespace } from '../source/references.js';
import { type ContractPositions, type MemberName, memberKey } from './positions.js';

/**
 * Positions of a contract with those of the members of types and operations: local elements and references to elements, attributes, values of enumerations, and the parts of
 * requests and answers. Members that come from groups have their lines there. What a type inherits is not among its members.
 */
export function withMemberPositions(positions: ContractPositions, { documents }: SourceSet): ContractPositions {
  const sources = new Sources([...documents.values()]);
  const all = new Map(positions);
  for (const [owner, span] of positions) {
    const source = /^(?:type|operation) /.test(owner) ? sources.at(span) : undefined;
    for (const [member, element] of source === undefined ? [] : sources.membersOf(source)) {
      const key = memberKey(owner, member);
      if (!all.has(key)) {
        all.set(key, spanOf(element));
      }
    }
  }
  return all;
}

type Member = readonly [name: MemberName, element: SourceElement];

/** The elements of documents by their places, and those that others refer to by their names. */
class Sources {
  readonly #byPlace = new Map<string, SourceElement>();
  /** By `group {namespace}name`, and so on. */
  readonly #byName = new Map<string, SourceElement>();

  constructor(documents: readonly SourceDocument[]) {
    for (const { root } of documents) {
      this.#add(root, '');
    }
  }

  /** The element whose name is at a place. */
  at({ file, line, column }: Span): SourceElement | undefined {
    return this.#byPlace.get(`${file}:${line}:${column}`);
  }

  /** The members of a type, or of an operation. */
  membersOf(source: SourceElement): readonly Member[] {
    if (source.namespace === wsdlNamespace) {
      return this.#partsOf(source);
    }
    const found: Member[] = [];
    this.#addMembers(source, found, new Set());
    return found;
  }

  #add(element: SourceElement, targetNamespace: string): void {
    const { file, line, column } = element.position;
    this.#byPlace.set(`${file}:${line}:${column}`, element);
    const isRoot = element.local === 'schema' || element.local === 'definitions';
    const namespace = isRoot ? (attributeValue(element, 'targetNamespace') ?? '') : targetNamespace;
    const name = named.has(element.local) ? attributeValue(element, 'name') : undefined;
    if (name !== undefined) {
      this.#byName.set(`${element.local} {${namespace}}${name}`, element);
    }
    for (const child of childElements(element)) {
      this.#add(child, namespace);
    }
  }

  /** The element to which a name in an attribute refers. */
  #referred(kind: string, from: SourceElement, attribute: string): SourceElement | undefined {
    const { namespace = '', local } = resolveQName(attributeValue(from, attribute) ?? '', from);
    // A schema without a target namespace has that of the schema that includes it.
    return this.#byName.get(`${kind} {${namespace}}${local}`) ?? this.#byName.get(`${kind} {}${local}`);
  }

  #addMembers(source: SourceElement, found: Member[], groups: Set<SourceElement>): void {
    for (const child of childElements(source).filter(({ namespace }) => namespace === xsdNamespace)) {
      switch (child.local) {
        case 'element':
        case 'attribute':
          found.push([{ kind: child.local, name: nameOf(child) }, child]);
          break;
        case 'enumeration':
          found.push([{ kind: 'value', name: attributeOf(child, 'value')?.value ?? '' }, child]);
          break;
        case 'group':
        case 'attributeGroup': {
          const group = this.#referred(child.local, child, 'ref');
          if (group !== undefined && !groups.has(group)) {
            this.#addMembers(group, found, groups.add(group));
          }
          break;
        }
        case 'annotation':
          break;
        default:
          this.#addMembers(child, found, groups);
      }
    }
  }

  /** The parts of the messages of an operation. */
  #partsOf(operation: SourceElement): readonly Member[] {
    const messages = childElements(operation).filter(({ local }) => ways.has(local));
    return messages.flatMap((each) => {
      const message = this.#referred('message', each, 'message');
      const parts = message === undefined ? [] : childElements(message).filter(({ local }) => local === 'part');
      return parts.map((part): Member => [{ kind: 'part', name: `${ways.get(each.local)} ${nameOf(part)}` }, part]);
    });
  }
}

/** Constructs that others refer to by name. */
const named: ReadonlySet<string> = new Set(['group', 'attributeGroup', 'message']);

/** Directions of messages by the elements of an operation. */
const ways: ReadonlyMap<string, string> = new Map([
  ['input', 'in'],
  ['output', 'out'],
]);

/** The local name that an element of a schema declares or refers to. */
function nameOf(element: SourceElement): string {
  return attributeValue(element, 'name') ?? (attributeValue(element, 'ref') ?? '').replace(/^.*:/, '');
}

function spanOf({ position, prefix, local }: SourceElement): Span {
  return spanAt(position, (prefix === '' ? 0 : prefix.length + 1) + local.length + 1);
}
