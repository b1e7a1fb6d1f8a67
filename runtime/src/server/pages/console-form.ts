import { comparablePath, writtenPath } from '../../http/paths.js';
import { resolve } from '../../schema/descriptor/resolve.js';
import { complexPlan, elementPlan, type TypePlan, targetOf } from '../../schema/plan/plan.js';
import { bindingKinds, isSoapKind, kindNames } from '../../service/binding-kinds.js';
import type {
  BindingKind,
  HttpBindingDescriptor,
  MessageDescriptor,
  SoapBindingKind,
} from '../../service/descriptor.js';
import { fillAction } from '../../service/placeholders.js';
import { soapContentType } from '../../service/soap-version.js';
import type { RequestNeeds } from '../../soap/extension.js';
import { escapeMarkup } from '../base/wording.js';
import { type FormParameter, formField, isSecret } from './form-field.js';
import { isOffered } from './help-page.js';
import type { PageLinks } from './links.js';
import type { NamedOperation } from './named-operations.js';
import { unmakeable } from './request-needs.js';
import type { SamplePlace } from './samples.js';

/** A way to send what a form has: how without scripts (`button`), and as data for the script. */
interface Choice {
  readonly kind: BindingKind;
  readonly button: string;
  readonly data: Readonly<Record<string, string>>;
}

interface ConsoleForm {
  readonly action: string | undefined;
  parameters: readonly FormParameter[];
  readonly choices: Choice[];
}

/**
 * The forms of an operation: one for all bindings that take the same parameters. Without scripts, they send queries and forms; with the script of the page, they
 * send every binding and show the answer.
 */
export function consoleForms(
  shown: NamedOperation,
  links: PageLinks,
  place: SamplePlace,
  needs: RequestNeeds,
): readonly string[] {
  const { service, operation } = shown;
  const forms: ConsoleForm[] = [];
  const offered = kindNames.filter((kind) => isOffered(service, operation, kind));
  // POST is first: what Enter sends must not be in an address.
  for (const kind of order.filter((each) => offered.includes(each))) {
    if (isSoapKind(kind)) {
      const parameters = documented(operation, flatParameters(operation.input));
      addChoice(forms, undefined, parameters, soapChoice(shown, kind, links, place));
      continue;
    }
    const binding = operation[kind];
    const encoding = binding && encodings[binding.input];
    if (binding !== undefined && encoding !== undefined) {
      const action = links.base + writtenPath(comparablePath(binding.location.replace(/^\/?/, '/')));
      addChoice(forms, action, documented(operation, parametersOf(binding)), httpChoice(kind, action, encoding));
    }
  }
  return forms.map((form, index) => formMarkup(operation.name, form, index, needs));
}

const order: readonly BindingKind[] = ['httpPost', 'httpGet', 'soap11', 'soap12'];

/** Adds a way to send to the form with the same parameters. */
function addChoice(
  forms: ConsoleForm[],
  action: string | undefined,
  parameters: readonly FormParameter[],
  choice: Choice,
): void {
  const names = JSON.stringify(parameters.map(({ name }) => name));
  const known = forms.find(
    (form) =>
      JSON.stringify(form.parameters.map(({ name }) => name)) === names &&
      (action === undefined || form.action === action),
  );
  if (known === undefined) {
    forms.push({ action, parameters, choices: [choice] });
  } else {
    known.choices.push(choice);
    known.parameters = known.parameters.map((parameter, index) => ({
      ...parameter,
      documentation: parameter.documentation ?? parameters[index]?.documentation,
    }));
  }
}

/** How a browser can send a form; nothing where it cannot. */
const encodings: Readonly<Record<HttpBindingDescriptor['input'], string | undefined>> = {
  urlEncoded: 'application/x-www-form-urlencoded',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  urlReplacement: undefined,
  xml: undefined,
};

function httpChoice(kind: 'httpGet' | 'httpPost', action: string, encoding: string): Choice {
  const { verb } = bindingKinds[kind];
  const enctype = verb === 'POST' ? ` formenctype="${encoding}"` : '';
  return {
    kind,
    button: `<button type="submit" formmethod="${verb.toLowerCase()}"${enctype}>Invoke with ${verb}</button>`,
    data: { method: verb, url: action, ...(verb === 'POST' && { type: encoding }) },
  };
}

function soapChoice(
  { operation }: NamedOperation,
  kind: SoapBindingKind,
  { service }: PageLinks,
  { namespaces }: SamplePlace,
): Choice {
  const version = bindingKinds[kind].soap;
  const action = fillAction(operation[kind]?.action ?? '', namespaces);
  const contentType = soapContentType(version);
  const data =
    version === '1.1'
      ? { type: contentType, action: `"${action}"` }
      : { type: action === '' ? contentType : `${contentType}; action="${action}"` };
  return { kind, button: '', data: { method: 'POST', url: service, soap: kind, ...data } };
}

function parametersOf({ parameters }: HttpBindingDescriptor): readonly FormParameter[] {
  return parameters.map(({ name, type, documentation }) => ({ name, type: resolve(type), documentation }));
}

/** The parts of a message that consists of simple elements, each at most once. None for any other: its text is what one changes. */
function flatParameters({ element, content }: MessageDescriptor): readonly FormParameter[] {
  const plan: TypePlan | undefined =
    element !== undefined ? targetOf(elementPlan(element)) : content && complexPlan(resolve(content));
  if (plan?.kind !== 'complex' || plan.mode !== 'record' || plan.attributes.length > 0) {
    return [];
  }
  const parts = plan.fields.flatMap(({ element: each, list }) => {
    const type = targetOf(each);
    return type.kind === 'simple' && !list ? [{ name: each.name, type: type.type }] : [];
  });
  return parts.length === plan.fields.length ? parts : [];
}

/** Parameters with the documentation that the operation has of them. */
function documented(
  { parameters = [] }: NamedOperation['operation'],
  given: readonly FormParameter[],
): readonly FormParameter[] {
  return given.map((parameter) => ({
    ...parameter,
    documentation: parameter.documentation ?? parameters.find(({ name }) => name === parameter.name)?.documentation,
  }));
}

function formMarkup(
  name: string,
  { action, parameters, choices }: ConsoleForm,
  index: number,
  needs: RequestNeeds,
): string {
  const secret = parameters.some(isSecret);
  const plain = choices.filter(({ button }) => button !== '');
  const onlyGet = plain.length > 0 && plain.every(({ kind }) => kind === 'httpGet');
  const lacking = unmakeable(needs);
  const where = action === undefined ? 'hidden' : `action="${escapeMarkup(action)}" target="_blank" rel="noopener"`;
  return [
    `<form class="console" aria-label="${escapeMarkup(`Invoke ${name}`)}" ${where} autocomplete="off"${secret ? ' data-secret' : ''}${lacking && ` data-lacking="${lacking}"`}>`,
    // A button that does nothing is what Enter presses: it must not send credentials in an address.
    ...(secret && onlyGet ? ['<button type="submit" disabled hidden data-plain>Invoke</button>'] : []),
    bindingChoice(choices, index),
    ...parameters.map((parameter, at) => formField(parameter, `f${index}-${at}`)),
    ...plain.map(({ button }) => button.replace('<button', '<button data-plain')),
    // After the buttons: Enter presses the first one, and none where that is disabled.
    messageParts(choices, parameters, index, needs),
    '</form>',
  ].join('\n');
}

/** What the script shows: the binding to call, and the button that does so. */
function bindingChoice(choices: readonly Choice[], index: number): string {
  const radios = choices.map(({ kind, data }, at) => {
    const values = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeMarkup(value)}"`);
    return `<label class="whole"><input type="radio" name="binding-${index}"${values.join('')}${at === 0 ? ' checked' : ''}> ${bindingKinds[kind].title}</label>`;
  });
  return `<fieldset class="bindings" hidden disabled><legend>Binding</legend>${radios.join(' ')}</fieldset>`;
}

function messageParts(
  choices: readonly Choice[],
  parameters: readonly FormParameter[],
  index: number,
  needs: RequestNeeds,
): string {
  const open = parameters.length === 0 ? ' open' : '';
  const isSoap = choices.some(({ kind }) => isSoapKind(kind));
  // A message that another program has protected has its own block: nothing is added to it unless one types a user.
  const insert =
    parameters.length === 0
      ? `<label for="i${index}" class="dim">Insert a file in base64 where the cursor is</label><input type="file" id="i${index}" data-insert>`
      : '';
  const message = isSoap
    ? `<details${open}><summary>SOAP message</summary><label for="m${index}" class="dim">The envelope, as it is sent</label><textarea id="m${index}" data-message rows="16" spellcheck="false" autocapitalize="off"></textarea>${insert}</details>`
    : '';
  const more = `<details><summary>More header fields</summary><label for="h${index}" class="dim">One on each line, such as Authorization: Bearer …</label><textarea id="h${index}" data-more rows="2" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea></details>`;
  return `<fieldset class="message" hidden disabled>${message}${userParts(isSoap, index, isSoap && unmakeable(needs) === '' ? needs : {})}${more}<button type="submit">Invoke</button></fieldset>`;
}

/** Fields for a user and a password, and how they are sent; open where the server needs them. */
function userParts(isSoap: boolean, index: number, needs: RequestNeeds): string {
  const ways = [
    ...(isSoap ? [['token', 'User name token (WS-Security)']] : []),
    ...(isSoap && needs.digest !== false ? [['digest', 'User name token with a digest']] : []),
    ['basic', 'HTTP Basic'],
  ];
  const chosen = needs.user === true ? 'token' : 'basic';
  const options = ways.map(
    ([value, title]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${title}</option>`,
  );
  const field = (id: string, label: string, control: string): string =>
    `<div class="field"><label for="${id}${index}">${label}</label>${control.replace(' ', ` id="${id}${index}" `)}</div>`;
  return [
    `<details${needs.user === true ? ' open' : ''}${needs.timestamp === true ? ' data-timestamp' : ''} data-sender><summary>User and password</summary>`,
    field('u', 'User', '<input data-user autocomplete="off" spellcheck="false" autocapitalize="off">'),
    field('p', 'Password', '<input type="password" data-password autocomplete="off">'),
    field('w', 'Sent as', `<select data-way>${options.join('')}</select>`),
    '</details>',
  ].join('');
}
