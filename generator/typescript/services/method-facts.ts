import { bindingOrder, isSoapBinding } from '../../contract/binding-kinds.js';
import type { BindingKind, Operation } from '../../contract/model.js';
import { listed } from '../../diagnostics/listed.js';

/** What users call the kinds of bindings. */
const titles: Readonly<Record<BindingKind, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpGet: 'GET',
  httpPost: 'POST',
};

/** Sentences for the comment of a method: the bindings and actions of its operation, and what it answers. */
export function methodFacts(operation: Operation): readonly string[] {
  return [callLine(operation), ...answerLines(operation)];
}

/** Name on the wire, bindings and actions: `Exchange` over SOAP 1.1 and GET, action `urn:shop/Exchange`. */
function callLine({ name, bindings }: Operation): string {
  const kinds = bindingOrder.filter((kind) => bindings.some((binding) => binding.kind === kind));
  const over = kinds.length === 0 ? '' : ` over ${listed(kinds.map((kind) => titles[kind]))}`;
  const actions = [...new Set(bindings.filter(isSoapBinding).map(({ soapAction }) => soapAction))].filter(Boolean);
  const action = actions.length === 0 ? '' : `, action ${listed(actions.map((text) => `\`${text}\``))}`;
  return `\`${name}\`${over}${action}.`;
}

function answerLines({ pattern, faults }: Operation): readonly string[] {
  const names = faults.map(({ name }) => `\`${name}\``);
  return [
    ...(pattern === 'oneWay' ? ['One-way: nothing answers.'] : []),
    ...(names.length === 0 ? [] : [`Declared faults: ${listed(names)}.`]),
  ];
}
