import { type XmlCursor, XmlEvent } from '../../xml/interfaces/reader.js';
import type { XmlElement } from '../../xml/interfaces/tree.js';
import { treeCursor } from '../../xml/trees/tree-cursor.js';
import { readTree } from '../../xml/trees/tree-io.js';
import type { Decoder, ReadElement, RpcReading } from '../context/decoder.js';
import { writeProperty } from '../descriptor/resolve.js';
import { rpcNamespace } from '../descriptor/soap-encoding.js';
import type { ComplexPlan, ElementNode } from '../plan/plan.js';
import { accessorNamed } from './accessors.js';
import { isLeftOut } from './decode-nil.js';
import { innerDecoder } from './element-decoder.js';

type Value = Record<string, unknown>;

/** An accessor that the message does not declare, kept until it is clear whether it is the return value. */
export interface StrayAccessor {
  readonly tree: XmlElement;
  /** Its position in the document. */
  readonly offset: number;
}

/**
 * The struct around the accessors of an rpc message while it is read. Of an answer the first accessor is the return value, whatever its name
 * (SOAP 1.1, 7.1), or the one that `rpc:result` names (SOAP 1.2 Part 2, 4.2.1).
 */
export class RpcStruct implements RpcReading {
  readonly accessor: typeof accessorNamed = accessorNamed;
  /** The property of the return value; undefined if the message has none. */
  declare readonly returns: string | undefined;
  /** The accessor that may be the return value. */
  stray: StrayAccessor | undefined;
  /** Local name of the return value, from `rpc:result`. */
  #result: string | undefined;

  constructor(returns: string | undefined) {
    this.returns = returns;
  }

  takes(cursor: XmlCursor, inPlace: boolean): boolean {
    if (cursor.localName === 'result' && cursor.namespace === rpcNamespace) {
      this.#result = localName(textOf(cursor));
      return true;
    }
    if (this.returns === undefined) {
      return false;
    }
    if (cursor.localName !== this.#result && (this.#result !== undefined || !inPlace || this.stray !== undefined)) {
      return false;
    }
    const { offset } = cursor;
    this.stray = { tree: readTree(cursor), offset };
    return true;
  }

  settle(decoder: Decoder, plan: ComplexPlan, result: Value, read: ReadElement): ElementNode | undefined {
    const field = plan.fields.find(({ property }) => property === this.returns);
    if (this.stray === undefined || field === undefined) {
      return undefined;
    }
    const { tree, offset } = this.stray;
    if (Object.hasOwn(result, field.property)) {
      decoder.unknown('element', tree.namespace, tree.name, offset);
      return undefined;
    }
    decoder.path.push(field.property);
    const inner = innerDecoder(decoder, treeCursor(tree, decoder.cursor), offset);
    if (!isLeftOut(inner, field.element)) {
      writeProperty(result, field.property, read(inner, field.element));
    }
    decoder.path.pop();
    return Object.hasOwn(result, field.property) ? field : undefined;
  }
}

function localName(text: string): string {
  const name = text.trim();
  return name.slice(name.indexOf(':') + 1);
}

/** The text of the element at whose start the cursor is; the cursor moves to its end. */
function textOf(cursor: XmlCursor): string {
  const { depth } = cursor;
  let text = '';
  while (cursor.next() !== XmlEvent.EndElement || cursor.depth !== depth) {
    text += cursor.event === XmlEvent.Text ? cursor.text : '';
  }
  return text;
}
