import { comparablePath, writtenPath } from '../../http/paths.js';
import type { SimpleType } from '../../schema/descriptor/descriptor.js';
import { resolve } from '../../schema/descriptor/resolve.js';
import { bindingKinds, kindNames } from '../../service/binding-kinds.js';
import type {
  BindingKind,
  HttpBindingDescriptor,
  HttpParameterDescriptor,
  OperationDescriptor,
  ServiceDescriptor,
} from '../../service/descriptor.js';
import type { ServerBinding } from '../binding.js';
import { floatRanges, integerRanges, typeFacts } from '../dotnet-types.js';
import { formMapping } from '../form-input.js';
import { escapeMarkup } from '../wording.js';
import { isOffered } from './help-page.js';

/** The functions of a kind of binding that pages need. */
export type PageTable = Readonly<Record<BindingKind, Pick<ServerBinding, 'sample' | 'form'>>>;

/** Forms that invoke an operation over GET and POST; one with two buttons where both take the same fields. `base` is the address to which locations are added. */
export function invocationForms(
  service: ServiceDescriptor,
  operation: OperationDescriptor,
  base: string,
  bindings: PageTable,
): readonly string[] {
  const forms = new Map<string, { readonly binding: HttpBindingDescriptor; readonly buttons: string[] }>();
  for (const kind of kindNames) {
    const binding = bindings[kind].form?.(operation);
    const { verb } = bindingKinds[kind];
    if (binding === undefined || !isOffered(service, operation, kind) || encodings[binding.input] === undefined) {
      continue;
    }
    const key = JSON.stringify([binding.location, binding.parameters.map(({ name }) => name)]);
    const known = forms.get(key) ?? { binding, buttons: [] };
    forms.set(key, known);
    const encoding = verb === 'POST' ? ` formenctype="${encodings[binding.input]}"` : '';
    known.buttons.push(
      `<button type="submit" formmethod="${verb.toLowerCase()}"${encoding}>Invoke with ${verb}</button>`,
    );
  }
  return [...forms.values()].map(({ binding, buttons }, index) =>
    form(`Invoke ${operation.name}`, binding, buttons, base, index),
  );
}

/** How a browser can send a form; nothing where it cannot. */
const encodings: Readonly<Record<HttpBindingDescriptor['input'], string | undefined>> = {
  urlEncoded: 'application/x-www-form-urlencoded',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  urlReplacement: undefined,
  xml: undefined,
};

function form(
  label: string,
  binding: HttpBindingDescriptor,
  buttons: readonly string[],
  base: string,
  index: number,
): string {
  const location = binding.location.replace(/^\/?/, '/');
  return [
    `<form aria-label="${escapeMarkup(label)}" action="${escapeMarkup(base + writtenPath(comparablePath(location)))}" target="_blank" rel="noopener" autocomplete="off">`,
    ...binding.parameters.map((parameter, at) => field(parameter, `f${index}-${at}`)),
    buttons.join(''),
    '</form>',
  ].join('\n');
}

function field(parameter: HttpParameterDescriptor, id: string): string {
  const type = resolve(parameter.type);
  const label = `<label for="${id}">${escapeMarkup(parameter.name)} <span class="dim">${escapeMarkup(typeName(type))}</span></label>`;
  const note = parameter.documentation ?? '';
  const described = note === '' ? '' : ` aria-describedby="${id}-note"`;
  return [
    `<div class="field">${label}${control(type, `id="${id}" name="${escapeMarkup(parameter.name)}"${described}`)}`,
    ...(note === '' ? [] : [`<p class="dim" id="${id}-note">${escapeMarkup(note)}</p>`]),
    '</div>',
  ].join('');
}

/** Name of the type, or of the nearest base that has one. */
function typeName(type: SimpleType): string {
  let current: SimpleType | undefined = type;
  while (current !== undefined && current.name === '') {
    current = current.base && resolve(current.base);
  }
  return current?.name ?? '';
}

function control(type: SimpleType, attributes: string): string {
  const { builtIn } = typeFacts(type);
  const choices = builtIn === 'boolean' ? ['true', 'false'] : type.facets?.enumeration;
  if (choices !== undefined && choices.length <= maxChoices) {
    return `<select ${attributes}>${choices.map((text) => `<option>${escapeMarkup(text)}</option>`).join('')}</select>`;
  }
  const mode = integerRanges.has(builtIn)
    ? ' inputmode="numeric"'
    : floatRanges.has(builtIn)
      ? ' inputmode="decimal"'
      : '';
  return formMapping(type) === undefined
    ? `<input ${attributes}${mode} spellcheck="false" autocapitalize="off">`
    : `<input ${attributes} maxlength="1" spellcheck="false" autocapitalize="off">`;
}

/** Values of an enumeration that a page lists; more are typed in. */
const maxChoices = 500;
