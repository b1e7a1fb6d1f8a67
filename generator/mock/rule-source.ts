import { setTimeout as sleep } from 'node:timers/promises';
import { SoapFault, sampleAnswer } from '@wsdl-codegen/runtime';
import type { Declarations } from '@wsdl-codegen/runtime/schema';
import type { AnswerSource, ServedCall, SourcedAnswer, WholeAnswer } from './answer-source.js';
import { answerFromJson, type JsonProblem, valueFromJson } from './message-json.js';
import { plainHeaders } from './message-text.js';
import type { FaultOutcome, HttpOutcome, Rule } from './rules/model.js';
import { type Chosen, RuleBook, type RuleCall } from './rules/rule-book.js';
import { fillTemplates, fillText, type TemplateValues } from './rules/template.js';
import type { ServedOperation } from './services.js';

/** Answers by rules, and with samples where no rule applies. */
export class RuleSource implements AnswerSource {
  readonly #rules: RuleBook;
  readonly #declarations: Declarations;
  readonly #seed: number | undefined;
  readonly #samples = new Map<string, number>();

  constructor(rules: readonly Rule[], declarations: Declarations, seed: number | undefined) {
    this.#declarations = declarations;
    this.#rules = new RuleBook(rules);
    this.#seed = seed;
  }

  async answer(call: ServedCall): Promise<SourcedAnswer> {
    const { service, operation, binding, request } = call;
    const headers = plainHeaders(call.headers);
    const facts: RuleCall = { service: service.name, operation: operation.name, binding, request, headers };
    const chosen = this.#rules.choose(facts);
    if (chosen === undefined) {
      return { kind: 'result', value: this.#sample(call), note: 'sample' };
    }
    if (chosen.outcome.delay > 0) {
      await sleep(chosen.outcome.delay, undefined, { signal: call.signal });
    }
    const { name } = chosen.rule;
    return {
      ...this.#outcome(chosen, call, templateValues(facts, chosen)),
      note: name.startsWith('rule ') ? name : `rule "${name}"`,
    };
  }

  #outcome({ outcome, rule }: Chosen, call: ServedCall, values: TemplateValues): RuleAnswer {
    switch (outcome.kind) {
      case 'sample':
        return { kind: 'result', value: this.#sample(call) };
      case 'answer': {
        const result = answerFromJson(call.operation, fillTemplates(outcome.value, values));
        return 'value' in result ? { kind: 'result', ...result } : { kind: 'fault', fault: invalid(rule, result) };
      }
      case 'fault':
        return { kind: 'fault', fault: faultOf(outcome, rule, call, values) };
      case 'http':
        return httpAnswer(outcome, values);
    }
  }

  #sample({ service, method, operation }: ServedOperation): unknown {
    if (this.#seed === undefined) {
      return sampleAnswer(operation, { declarations: this.#declarations });
    }
    const key = `${service.name}.${method}`;
    const count = this.#samples.get(key) ?? 0;
    this.#samples.set(key, count + 1);
    return sampleAnswer(operation, { declarations: this.#declarations, seed: seedOf(`${this.#seed} ${key} ${count}`) });
  }
}

type RuleAnswer =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'fault'; readonly fault: SoapFault }
  | WholeAnswer;

function templateValues({ request, headers, operation }: RuleCall, { count }: Chosen): TemplateValues {
  return { request, headers, operation, count, now: new Date().toISOString() };
}

function invalid({ name }: Rule, [first]: readonly JsonProblem[]): SoapFault {
  const place = first === undefined || first.path.length === 0 ? '' : ` at ${first.path.join('.')}`;
  return new SoapFault(`The answer of ${name} is not valid${place}: ${first?.reason ?? ''}.`);
}

function faultOf(
  { reason, code, name, detail }: FaultOutcome,
  rule: Rule,
  { operation }: ServedOperation,
  values: TemplateValues,
): SoapFault {
  const element = operation.faults?.find((fault) => fault.name === name)?.element;
  const read =
    element === undefined || detail === undefined ? undefined : valueFromJson(element, fillTemplates(detail, values));
  if (read !== undefined && !('value' in read)) {
    return invalid(rule, read);
  }
  return new SoapFault(fillText(reason, values), {
    ...(code && { code }),
    ...(element && name !== undefined && { fault: name, detail: read?.value }),
  });
}

function httpAnswer({ status, headers, body }: HttpOutcome, values: TemplateValues): WholeAnswer {
  const filled = Object.entries(headers).map(([name, value]) => [name, fillText(value, values)] as const);
  return {
    kind: 'http',
    isForeign: true,
    response: {
      status,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', ...Object.fromEntries(filled) },
      body: fillText(body, values),
    },
  };
}

/** A number from a text (FNV-1a). */
function seedOf(text: string): number {
  let mixed = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193);
  }
  return mixed >>> 0;
}
