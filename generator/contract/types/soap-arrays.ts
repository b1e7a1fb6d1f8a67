import { expandedName, soapEncodingNamespaces } from '../../source/names.js';
import { wsdlNamespace } from '../../source/references.js';
import { anyType } from '../../xsd/built-ins.js';
import type {
  AttributeContent,
  ElementReference,
  XsdComplexTypeDefinition,
  XsdElementParticle,
  XsdParticle,
} from '../../xsd/components.js';
import type { ScopeStep, SoapArray, TypeDefinition } from '../model.js';
import type { TypeContext } from './context.js';
import { requireGlobalElementType, requireLocalElementType } from './elements.js';

const arrays: ReadonlySet<string> = new Set(
  [...soapEncodingNamespaces].map((namespace) => expandedName(namespace, 'Array')),
);

const untyped: SoapArray = { itemType: anyType, rank: '[]', itemName: 'item' };

/**
 * Recognises arrays of SOAP 1.1, section 5.4.2: such a type is the `Array` of the encoding schema, or derived from it. The
 * item type comes from `wsdl:arrayType` (WSDL 1.1, 2.2), else from the one element that the type declares.
 */
export function soapArray(
  context: TypeContext,
  definition: XsdComplexTypeDefinition,
  base: TypeDefinition | undefined,
  path: readonly ScopeStep[],
): SoapArray | undefined {
  if (definition.name !== undefined && arrays.has(definition.name)) {
    return untyped;
  }
  const inherited = base?.kind === 'complexType' ? base.soapArray : undefined;
  if (!inherited) {
    return undefined;
  }
  const item = firstElement(definition.content.kind === 'complex' ? definition.content.particle : undefined);
  const itemName = item?.kind === 'element' ? item.declaration.name : inherited.itemName;
  const typed = arrayType(context, definition.attributes);
  if (typed) {
    return { ...typed, itemName };
  }
  if (item?.kind === 'element') {
    return { itemType: requireLocalElementType(context, item.declaration, path), rank: '[]', itemName };
  }
  const declaration = item && context.schemas.elements.get(item.reference.name);
  return declaration
    ? { itemType: requireGlobalElementType(context, declaration), rank: '[]', itemName: declaration.name }
    : inherited;
}

/** The type and rank of `wsdl:arrayType="ns:Item[]"` on a use of the attribute `arrayType`. */
function arrayType(context: TypeContext, content: AttributeContent): Omit<SoapArray, 'itemName'> | undefined {
  for (const { source } of content.uses) {
    const value = source.attributes.find(
      ({ namespace, local }) => namespace === wsdlNamespace && local === 'arrayType',
    )?.value;
    const match = value === undefined ? null : /^\s*(?:([^\s:[\]]+):)?([^\s:[\]]+)((?:\[[\d,]*\])+)\s*$/.exec(value);
    if (!match) {
      continue;
    }
    const name = expandedName(source.namespaces.get(match[1] ?? '') ?? '', match[2] as string);
    return { itemType: context.requireGlobalType(name) ?? anyType, rank: (match[3] as string).replace(/\d/g, '') };
  }
  return undefined;
}

function firstElement(particle: XsdParticle | undefined): XsdElementParticle | ElementReference | undefined {
  switch (particle?.kind) {
    case 'element':
    case 'elementRef':
      return particle;
    case 'sequence':
    case 'choice':
    case 'all':
      return firstElement(particle.particles[0]);
    case 'any':
    case 'groupRef':
    case undefined:
      return undefined;
  }
}
