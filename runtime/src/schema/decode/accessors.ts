import { TreeCursor } from '../../xml/trees/tree-cursor.js';
import type { Decoder } from '../context/decoder.js';
import { rpcNamespace } from '../descriptor/soap-encoding.js';
import type { ComplexPlan, ElementNode } from '../plan/plan.js';

/**
 * The accessor that a child stands for whose exact name the type does not have. In SOAP encoding, names that are local to a type have no
 * namespace (SOAP 1.1, 5.1, rule 4), but peers write them as the schema says, or let a default namespace reach them. The accessors of an
 * rpc message are known by their local names as well, or by the names of their parts (WSDL 1.1, 3.5).
 */
export function accessorNamed(decoder: Decoder, plan: ComplexPlan, name: string): ElementNode | undefined {
  const { namespace } = decoder.cursor;
  const isStruct = decoder.rpc !== undefined && decoder.path.length === 0;
  if (namespace === rpcNamespace) {
    return undefined;
  }
  if (!decoder.encoded && (!isStruct || decoder.strict)) {
    return undefined;
  }
  const same = plan.byName.get(name);
  const local = same?.find(({ member }) => member.element.local === true);
  if (decoder.strict) {
    return namespace === '' ? local?.node : undefined;
  }
  const known = (local ?? same?.[0])?.node;
  if (known !== undefined && !decoder.encoded) {
    decoder.tell('namespace', namespace, name);
  }
  return known ?? (isStruct ? plan.fields.find(({ property }) => property === name) : undefined);
}

/** Gives the accessor at whose start the cursor is the namespace that the schema has for it. */
export function nameAccessor(decoder: Decoder, plan: ComplexPlan): void {
  const { cursor } = decoder;
  const same = plan.byName.get(cursor.localName);
  if (same?.some(({ namespace }) => namespace === cursor.namespace) !== false) {
    return;
  }
  const field = accessorNamed(decoder, plan, cursor.localName);
  if (field !== undefined && cursor instanceof TreeCursor) {
    cursor.namespace = field.element.namespace;
  }
}
