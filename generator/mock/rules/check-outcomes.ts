import { sampleRequest } from '@wsdl-codegen/runtime';
import { targetOf, valuesToJson } from '@wsdl-codegen/runtime/json';
import { nearest } from '@wsdl-codegen/runtime/schema';
import type { DescriptionNode, MapEntry } from '../../description/syntax.js';
import { answerFromJson, type JsonProblem, valueFromJson } from '../message-json.js';
import type { ServedOperation } from '../services.js';
import { wrongStep } from './json-paths.js';
import { type RuleNodes, spanAt, valueOfNode } from './rule-nodes.js';
import { fillTemplates, isTemplate, requestPath, type TemplateValues, templatesIn } from './template.js';

/** Reports templates that mean nothing, and those that name a value which no request has. */
export function checkTemplates(node: DescriptionNode, operations: readonly ServedOperation[], reader: RuleNodes): void {
  if (node.kind === 'map') {
    for (const { value } of node.entries) {
      checkTemplates(value, operations, reader);
    }
  } else if (node.kind === 'list') {
    for (const item of node.items) {
      checkTemplates(item, operations, reader);
    }
  } else {
    for (const text of templatesIn(node.text)) {
      if (isTemplate(text)) {
        checkPath(requestPath(text), operations, node, reader);
      } else {
        reader.report('mock/invalid-template', { text }, node.span);
      }
    }
  }
}

/** Reports a path that no request has, unless some of the operations have it. */
export function checkPath(
  path: readonly string[] | undefined,
  operations: readonly ServedOperation[],
  { span }: Pick<DescriptionNode, 'span'>,
  reader: RuleNodes,
): void {
  if (path === undefined || path.length === 0) {
    return;
  }
  const wrong = operations.map(({ operation }) => {
    const target = targetOf(operation.input);
    return target === undefined ? { step: path[0] ?? '', known: [] } : wrongStep(target, path);
  });
  const [first] = wrong;
  if (first === undefined || wrong.some((each) => each === undefined)) {
    return;
  }
  const operation = operations.length === 1 ? (operations[0] as ServedOperation).operation.name : 'these operations';
  const { step, known } = first;
  reader.report('mock/unknown-value', { path: path.join('.'), operation, known, nearest: nearest(step, known) }, span);
}

/** Reports what is not valid in an answer. Values that come from templates are not judged: they depend on the request. */
export function checkAnswer({ value: node }: MapEntry, served: ServedOperation, reader: RuleNodes): void {
  const result = answerFromJson(served.operation, filled(node, served));
  if (!('value' in result)) {
    report(`The answer of ${served.operation.name}`, result, node, reader);
  }
}

/** Reports a fault that the operation does not declare, and what is not valid in its detail. */
export function checkFault(
  name: MapEntry | undefined,
  detail: MapEntry | undefined,
  served: ServedOperation,
  reader: RuleNodes,
): void {
  const { name: operation, faults = [] } = served.operation;
  if (name?.value.kind !== 'text') {
    return;
  }
  const { text, span } = name.value;
  const declared = faults.find((fault) => fault.name === text);
  if (declared === undefined) {
    const known = faults.map((fault) => fault.name);
    reader.report('mock/unknown-fault', { name: text, operation, known, nearest: nearest(text, known) }, span);
    return;
  }
  if (declared.element === undefined) {
    return;
  }
  const node = detail?.value;
  const result = valueFromJson(declared.element, node && filled(node, served));
  if (!('value' in result)) {
    report(`The detail of ${text}`, result, node ?? name.value, reader);
  }
}

function report(what: string, problems: readonly JsonProblem[], node: DescriptionNode, reader: RuleNodes): void {
  for (const { path, reason } of problems) {
    if (!isTemplated(node, path)) {
      const shown = path.length === 0 ? 'its root' : path.join('.');
      reader.report('mock/invalid-answer', { what, path: shown, reason }, spanAt(node, path));
    }
  }
}

/** The value of a node, with its templates filled in from a sample request. */
function filled(node: DescriptionNode, { operation }: ServedOperation): unknown {
  const values: TemplateValues = {
    request: valuesToJson(operation, sampleRequest(operation)),
    headers: {},
    operation: operation.name,
    count: 1,
    now: '2024-01-15T09:30:00Z',
  };
  return fillTemplates(valueOfNode(node), values);
}

/** True if the value at a path, or one that it is part of, comes from a template. */
function isTemplated(node: DescriptionNode | undefined, path: readonly (string | number)[]): boolean {
  if (node?.kind === 'text') {
    return templatesIn(node.text).length > 0;
  }
  const [step, ...rest] = path;
  if (node === undefined || step === undefined) {
    return false;
  }
  return node.kind === 'list'
    ? isTemplated(node.items[Number(step)], rest)
    : isTemplated(node.entries.find(({ key }) => key === String(step))?.value, rest);
}
