import type { XmlOutput } from '../../xml/interfaces/writer.js';
import type { Encoder, SoapEncoding } from '../context/encoder.js';
import type { ComplexType, QName } from '../descriptor/descriptor.js';
import { instanceNamespace, isRecord, resolve, schemaNamespace } from '../descriptor/resolve.js';
import {
  encoding,
  envelope,
  rpcNamespace,
  type SoapArrayDescriptor,
  type SoapEncodingVersion,
} from '../descriptor/soap-encoding.js';
import { formatQName } from '../lexical/names.js';
import type { ElementPlan, TypePlan } from '../plan/plan.js';

/** An object to which several references lead; it is written once, after the root. */
interface Shared {
  readonly id: string;
  readonly value: object;
  readonly target: TypePlan;
}

/** Writes types, array sizes and references. An object that occurs twice in a value is written once and referred to. */
export class EncodingWriter implements SoapEncoding {
  readonly #version: SoapEncodingVersion;
  readonly #ids = new Map<object, string>();
  readonly #queue: Shared[] = [];
  readonly #queued = new Set<object>();
  readonly #hasWrapper: boolean;
  readonly #result: QName | undefined;
  #current: Shared | undefined;

  /**
   * With `message`, the value of an rpc message, objects that occur twice become references, and the root is not a value of a
   * type; without it, the root is one, and there are no references. `result` is the name of an answer's return value, which
   * SOAP 1.2 writes.
   */
  constructor(
    version: SoapEncodingVersion,
    message?: { readonly value: unknown; readonly result?: QName | undefined },
  ) {
    this.#version = version;
    this.#hasWrapper = message !== undefined;
    this.#result = version === '1.2' ? message?.result : undefined;
    for (const object of message === undefined ? [] : repeatedObjects(message.value)) {
      this.#ids.set(object, `id${this.#ids.size + 1}`);
    }
  }

  /** The next object that was referred to, to be written by `encodeAs` as an element of its own. */
  next(): Shared | undefined {
    this.#current = this.#queue.shift();
    return this.#current;
  }

  start(encoder: Encoder, element: ElementPlan, target: TypePlan, value: unknown): boolean {
    encoder.output.startElement(element.local === true ? '' : element.namespace, element.name);
    if (this.#refer(encoder, target, value)) {
      return false;
    }
    this.#attributes(encoder, target, value);
    return true;
  }

  end(): void {
    // Nothing is added after the content.
  }

  #refer(encoder: Encoder, target: TypePlan, value: unknown): boolean {
    if (target.kind === 'simple' || typeof value !== 'object' || value === null) {
      return false;
    }
    // The root, and the objects written after it, have their content inline.
    if (encoder.path.length === 0) {
      return false;
    }
    const id = this.#ids.get(value);
    if (id === undefined) {
      return false;
    }
    if (this.#version === '1.1') {
      encoder.output.attribute('', 'href', `#${id}`);
    } else {
      encoder.output.attribute(encoding['1.2'], 'ref', id, 'soapenc');
    }
    if (!this.#queued.has(value)) {
      this.#queued.add(value);
      this.#queue.push({ id, value, target });
    }
    return true;
  }

  #attributes(encoder: Encoder, target: TypePlan, value: unknown): void {
    const { output } = encoder;
    const version = this.#version;
    const isShared = this.#current !== undefined && encoder.path.length === 0;
    if (encoder.path.length === 0) {
      // Declared here once, rather than at each use.
      for (const [prefix, namespace] of [
        ['xsi', instanceNamespace],
        ['xsd', schemaNamespace],
        ['soapenc', encoding[version]],
      ] as const) {
        if (output.resolvePrefix(prefix) !== namespace) {
          output.declare(prefix, namespace);
        }
      }
      output.attribute(envelope[version], 'encodingStyle', encoding[version], 'soap');
    }
    if (isShared) {
      const id = this.#current?.id ?? '';
      if (version === '1.1') {
        output.attribute('', 'id', id);
        output.attribute(encoding[version], 'root', '0', 'soapenc');
      } else {
        output.attribute(encoding[version], 'id', id, 'soapenc');
      }
    } else if (this.#hasWrapper && encoder.path.length === 0) {
      // The wrapper of an rpc message is not a value of a type.
      if (this.#result !== undefined) {
        writeResult(output, this.#result);
      }
      return;
    }
    if (value === null || (isRecord(value) && value.$type !== undefined)) {
      return;
    }
    this.#type(encoder, target);
  }

  #type(encoder: Encoder, target: TypePlan): void {
    const { output } = encoder;
    const name = target.kind === 'complex' && target.mode === 'array' ? undefined : typeName(target);
    if (name !== undefined) {
      output.attribute(instanceNamespace, 'type', qualified(encoder, name.namespace, name.name), 'xsi');
    } else if (target.kind === 'complex' && target.mode === 'array' && this.#version === '1.1') {
      output.attribute(instanceNamespace, 'type', qualified(encoder, encoding['1.1'], 'Array'), 'xsi');
    }
  }

  array(encoder: Encoder, array: SoapArrayDescriptor, length: number): void {
    const { output } = encoder;
    const item = resolve(array.itemType);
    const name = item.name === '' ? { namespace: schemaNamespace, name: 'anyType' } : item;
    const text = qualified(encoder, name.namespace, name.name);
    const inner = (array.rank.match(/\[[^[\]]*\]/g) ?? ['[]']).slice(0, -1).join('');
    if (this.#version === '1.1') {
      output.attribute(encoding['1.1'], 'arrayType', `${text}${inner}[${length}]`, 'soapenc');
    } else {
      // Arrays of arrays are arrays of any item there.
      if (inner === '') {
        output.attribute(encoding['1.2'], 'itemType', text, 'soapenc');
      }
      output.attribute(encoding['1.2'], 'arraySize', String(length), 'soapenc');
    }
  }
}

/** `rpc:result`, which names the return value (SOAP 1.2 Part 2, 4.2.1). */
function writeResult(output: XmlOutput, accessor: QName): void {
  output.startElement(rpcNamespace, 'result', 'rpc');
  output.text(formatQName(accessor, output));
  output.endElement();
}

function qualified(encoder: Encoder, namespace: string, name: string): string {
  return formatQName({ namespace, name }, encoder.output);
}

/** Name that `xsi:type` can give: of the type, or for an anonymous simple type of the built-in one that it restricts. */
function typeName(target: TypePlan): { readonly namespace: string; readonly name: string } | undefined {
  const type: Pick<ComplexType, 'namespace' | 'name'> = target.type;
  if (type.name !== '') {
    return type;
  }
  const base = target.kind === 'simple' ? (target.mapped ?? target).builtIn : '';
  return base === '' ? undefined : { namespace: schemaNamespace, name: base };
}

/** Objects and arrays that occur more than once in a value, cycles included. */
function repeatedObjects(value: unknown): Set<object> {
  const seen = new Set<object>();
  const repeated = new Set<object>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (!Array.isArray(next) && !isRecord(next)) {
      continue;
    }
    if (seen.has(next)) {
      repeated.add(next);
    } else {
      seen.add(next);
      open.push(...Object.values(next));
    }
  }
  return repeated;
}
