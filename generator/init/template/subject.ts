import type { OperationDescriptor, ServiceDescriptor } from '@wsdl-codegen/runtime';
import { sampleAnswer, sampleRequest } from '@wsdl-codegen/runtime';
import { portPath, writtenPath } from '@wsdl-codegen/runtime/extend';
import { requestToJson } from '@wsdl-codegen/runtime/json';
import { JsonError } from '@wsdl-codegen/runtime/schema';
import type { Contract } from '../../contract/model.js';
import { documentOf } from '../../documents/sample-documents.js';
import { isNeeded } from '../../emit/security-text.js';
import { skeletonService } from '../../emit/skeleton/from-bound-service.js';
import type { SkeletonMethod } from '../../emit/skeleton/service.js';
import { descriptorsOfBinding } from '../../memory/descriptors.js';
import type { BoundPackage, BoundService } from '../../typescript/services/bound-package.js';
import { valueText } from './value-text.js';

/** The service that the files of a template name. All names are those of the generated package. */
export interface TemplateService {
  readonly names: BoundService['names'];
  /** Name in the contract. */
  readonly service: string;
  /** Path for the option `address` of clients, where the WSDL has no address. */
  readonly path?: string;
  /** The operations whose messages code can show, the shortest messages last where the first are long. */
  readonly calls: readonly [TemplateCall, ...TemplateCall[]];
}

/** An operation with sample messages. */
export interface TemplateCall {
  readonly method: string;
  /** The argument as code; empty if there is none. */
  readonly input: string;
  /** The result as code; empty if there is none. */
  readonly answer: string;
  /** The argument as JSON. */
  readonly json: string;
  /** The method of a service class. */
  readonly types: SkeletonMethod;
}

/** The root of documents that the files of a template name. */
export interface TemplateRoot {
  /** Name in the generated package. */
  readonly exportName: string;
  /** Prefixes of documents are exported. */
  readonly hasPrefixes: boolean;
  /** A valid document. */
  readonly sample: string;
}

/** Characters of messages that a program of some lines may show. */
const shortMessages = 400;

/** The first service that needs no keys and has an operation that code can show. */
export function templateService(all: BoundPackage): TemplateService | undefined {
  const descriptors = descriptorsOfBinding(all);
  for (const bound of all.services.filter(({ demands }) => demands.client.length === 0 && !isNeeded(demands.server))) {
    const descriptor = descriptors.services.get(bound.names.descriptor);
    const calls = descriptor === undefined ? [] : callsOf(bound, descriptor);
    const sizes = new Map(calls.map((each) => [each, Math.max(shortMessages, each.input.length + each.answer.length)]));
    const [first, ...others] = calls.sort((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0));
    if (first !== undefined) {
      const port = bound.needsAddress ? descriptor?.ports.find(({ address }) => !address) : undefined;
      return {
        names: bound.names,
        service: bound.service.name,
        calls: [first, ...others],
        ...(port && descriptor && { path: writtenPath(portPath(port, descriptor)) }),
      };
    }
  }
  return undefined;
}

function callsOf(bound: BoundService, { operations }: ServiceDescriptor): TemplateCall[] {
  const { methods } = skeletonService(bound, { importFrom: '', knownOperations: [] });
  return methods.flatMap((types) => {
    const operation = operations[types.name];
    const call = operation && callOf(types, operation);
    return call === undefined ? [] : [call];
  });
}

/** What makes a sample impossible. */
const expected = [TypeError, RangeError, JsonError];

function callOf(types: SkeletonMethod, operation: OperationDescriptor): TemplateCall | undefined {
  try {
    const request = sampleRequest(operation);
    const [input, answer] = [request, operation.oneWay ? undefined : sampleAnswer(operation)].map((value) =>
      value === undefined ? '' : valueText(value),
    );
    const json = JSON.stringify(requestToJson(operation, request) ?? {});
    return input === undefined || answer === undefined ? undefined : { method: types.name, input, answer, json, types };
  } catch (error) {
    if (error instanceof Error && expected.some((type) => error instanceof type)) {
      return undefined;
    }
    throw error;
  }
}

/** The first element that has a sample. */
export function templateRoot(bound: BoundPackage, contract: Contract): TemplateRoot | undefined {
  const { roots, prefixes } = bound;
  const descriptors = descriptorsOfBinding(bound);
  for (const { kind, name, exportName } of roots) {
    const element = kind === 'element' ? descriptors.elements.get(name) : undefined;
    const made = element && documentOf(element, contract, descriptors, {});
    if (made !== undefined && 'xml' in made) {
      return { exportName, hasPrefixes: prefixes.length > 0, sample: made.xml };
    }
  }
  return undefined;
}
