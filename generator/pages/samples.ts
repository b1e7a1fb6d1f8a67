import type { BindingKind, ServiceDescriptor } from '@wsdl-codegen/runtime';
import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import { readableAnswer, readableRequest } from '../calls/http-text.js';
import { bindingsOf } from '../calls/operations.js';
import { sampleOf } from '../calls/sample.js';
import type { Contract } from '../contract/model.js';
import { documentOf } from '../documents/sample-documents.js';
import type { Descriptors } from '../memory/descriptors.js';

/** Messages of an operation over one binding, as texts of HTTP. */
export interface BindingSample {
  readonly binding: BindingKind;
  readonly request: string;
  /** Absent where nothing answers. */
  readonly answer?: string;
}

/** How large samples become: a page shows what a message looks like, not all that it may contain. */
const size = { depth: 4, maxElements: 400 };

/** Characters of a message that a page shows. */
const mostCharacters = 20_000;

/** A request and its answer over each binding of an operation. Those that cannot be made are left out. */
export async function operationSamples(service: ServiceDescriptor, method: string): Promise<readonly BindingSample[]> {
  const operation = service.operations[method];
  const samples: BindingSample[] = [];
  for (const kind of operation ? bindingsOf({ service, method, operation }) : []) {
    const [sample] = operation ? await sampleOf({ service, method, operation }, kind, {}, size) : [];
    if (sample) {
      const { binding, request, response } = sample;
      const answer = response && { answer: shown(readableAnswer(response)) };
      samples.push({ binding, request: shown(readableRequest(request)), ...answer });
    }
  }
  return samples;
}

/** A document with a root; undefined where none can be made. */
export function documentSample(
  root: ElementDescriptor,
  contract: Contract,
  descriptors: Descriptors,
): string | undefined {
  const made = documentOf(root, contract, descriptors, size);
  if ('code' in made) {
    return undefined;
  }
  const text = made.xml.trim();
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}\n…`;
}

/** As much of a message as a page shows. */
function shown(message: string): string {
  const text = message.trim();
  const body = text.indexOf('\n\n') + 2;
  return body < 2 || text.length - body <= mostCharacters ? text : `${text.slice(0, body + mostCharacters)}\n…`;
}
