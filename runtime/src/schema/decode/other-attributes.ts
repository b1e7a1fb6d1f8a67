import { xmlNamespace } from '../../xml/names/namespaces.js';
import type { Decoder } from '../context/decoder.js';
import { instanceNamespace, lookUpName, wildcardAllows } from '../descriptor/resolve.js';
import { parseTypeName } from '../lexical/names.js';
import { collapseWhiteSpace } from '../lexical/whitespace.js';
import type { ComplexPlan, ElementPlan } from '../plan/plan.js';

/** Expanded name in `xsi:type`, if there is one. */
export function typeAttribute(decoder: Decoder): string | undefined {
  const text = decoder.cursor.attribute(instanceNamespace, 'type');
  if (text === undefined) {
    return undefined;
  }
  try {
    const { namespace, name } = parseTypeName(collapseWhiteSpace(text), decoder);
    return lookUpName(namespace, name);
  } catch (error) {
    throw decoder.wrap(error);
  }
}

/** True for the attributes of the schema instance namespace, which every element may have (Part 1, 2.6). */
export function isInstanceName(namespace: string, name: string): boolean {
  return namespace === instanceNamespace && /^(?:type|nil|schemaLocation|noNamespaceSchemaLocation)$/.test(name);
}

/** The attributes of the start tag at the cursor that not every element may have, and that are not `known`. */
export function otherAttributes(
  decoder: Decoder,
  isKnown: (namespace: string, name: string, index: number) => boolean = () => false,
): [namespace: string, name: string][] {
  const { cursor, encoding } = decoder;
  const others: [string, string][] = [];
  for (let i = 0; i < cursor.attributeCount; i++) {
    const namespace = cursor.attributeNamespace(i);
    const name = cursor.attributeName(i);
    if (!isInstanceName(namespace, name) && !isKnown(namespace, name, i) && !encoding?.isAttribute(namespace, name)) {
      others.push([namespace, name]);
    }
  }
  return others;
}

/** The attributes of an element of simple type, which may only have those of `xsi` (Part 1, 3.3.4). */
export function attributesBeside(decoder: Decoder, { keepsSpace }: ElementPlan): [namespace: string, name: string][] {
  return otherAttributes(
    decoder,
    (namespace, name) => keepsSpace === true && namespace === xmlNamespace && name === 'space',
  );
}

/** Attributes that are not known here: an error if strict, otherwise the listener is told of them. */
export function unknownAttributes(
  decoder: Decoder,
  find: (decoder: Decoder) => [namespace: string, name: string][],
): void {
  if (decoder.listens && decoder.cursor.attributeCount > 0) {
    for (const [namespace, name] of find(decoder)) {
      decoder.unknown('attribute', namespace, name);
    }
  }
}

/** True for the name of an attribute that the wildcard of a type takes. */
export function isOpen({ anyAttribute }: ComplexPlan, namespace: string, name: string): boolean {
  return anyAttribute !== undefined && wildcardAllows(anyAttribute, namespace, name);
}
