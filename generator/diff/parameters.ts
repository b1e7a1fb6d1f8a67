import { isHttpBinding } from '../contract/binding-kinds.js';
import type { BindingKind, HttpParameter, Operation, Particle, TypeKey } from '../contract/model.js';
import { particleOf } from '../contract/own-content.js';
import { listed } from '../diagnostics/listed.js';
import type { Comparison, Side } from './context.js';
import { renamedElements } from './elements.js';
import { type OperationDifference, plain, shifted } from './operation-difference.js';
import { isReordered, pairParts, partShift, partText } from './parts.js';
import { otherXml } from './relation.js';

/** The parameters of an operation in one HTTP binding, in two versions. */
interface Parameters {
  readonly kind: BindingKind;
  readonly old: readonly HttpParameter[];
  readonly now: readonly HttpParameter[];
}

/** A parameter, and the parameter of the request, that have another name in some bindings. */
export interface RenamedParameter {
  /** The type of the request's element in the new contract. */
  readonly type: TypeKey;
  readonly from: string;
  readonly to: string;
  readonly kinds: readonly BindingKind[];
}

/**
 * The differences of the parameters over HTTP: one for all bindings that share it. Those that follow from a new name in the
 * request belong to the change of that.
 */
export function compareParameters(
  old: Operation,
  now: Operation,
  comparison: Comparison,
): readonly OperationDifference[] {
  const renamed = renamedInputs(old, now, comparison);
  const found = new Map<
    string,
    { readonly kinds: BindingKind[]; readonly as: (kinds: string) => OperationDifference }
  >();
  for (const each of parametersOf(old, now)) {
    for (const [key, as] of differences(each, renamed, comparison)) {
      const known = found.get(key) ?? { kinds: [], as };
      known.kinds.push(each.kind);
      found.set(key, known);
    }
  }
  return [...found.values()].map(({ kinds, as }) => as(listed(kinds)));
}

/** The parameters whose new names are those of the elements of the request. */
export function renamedParameters(old: Operation, now: Operation, comparison: Comparison): readonly RenamedParameter[] {
  const type = inputType(now, comparison.now);
  if (type === undefined) {
    return [];
  }
  const all = parametersOf(old, now);
  return [...renamedInputs(old, now, comparison)].flatMap(([from, to]) => {
    const kinds = all.filter((each) => isRenamed(each, from, to)).map(({ kind }) => kind);
    return kinds.length === 0 ? [] : [{ type, from, to, kinds }];
  });
}

function parametersOf(old: Operation, now: Operation): readonly Parameters[] {
  return old.bindings.flatMap((binding) => {
    const same = now.bindings.find(({ kind }) => kind === binding.kind);
    return isHttpBinding(binding) && same && isHttpBinding(same)
      ? [{ kind: binding.kind, old: binding.parameters, now: same.parameters }]
      : [];
  });
}

function isRenamed({ old, now }: Parameters, from: string, to: string): boolean {
  const has = (parameters: readonly HttpParameter[], wanted: string) => parameters.some(({ name }) => name === wanted);
  return has(old, from) && !has(now, from) && !has(old, to) && has(now, to);
}

/** The names of the elements or parts of the request that have other names now, old to new. */
function renamedInputs(old: Operation, now: Operation, comparison: Comparison): ReadonlyMap<string, string> {
  if (old.input?.kind === 'element' && now.input?.kind === 'element') {
    return renamedElements(
      contentOf(inputType(old, comparison.old), comparison.old),
      contentOf(inputType(now, comparison.now), comparison.now),
      comparison,
    );
  }
  if (old.input && now.input && 'parts' in old.input && 'parts' in now.input) {
    const { kept } = pairParts(old.input.parts, now.input.parts, comparison);
    return new Map(kept.flatMap(([a, b]) => (a.name === b.name ? [] : [[a.name, b.name]])));
  }
  return new Map();
}

function inputType({ input }: Operation, { index }: Side): TypeKey | undefined {
  return input?.kind === 'element' ? index.elements.get(input.element)?.type : undefined;
}

function contentOf(key: TypeKey | undefined, { index }: Side): Particle | undefined {
  const type = key === undefined ? undefined : index.types.get(key);
  return type?.kind === 'complexType' ? particleOf(type.content) : undefined;
}

/** A difference under a key that is the same in all bindings, as it is once these are known. */
type KeyedDifference = readonly [key: string, as: (kinds: string) => OperationDifference];

/** The TypeScript type of the input is that of the message, whose changes are reported for themselves. */
function differences(
  parameters: Parameters,
  renamed: ReadonlyMap<string, string>,
  comparison: Comparison,
): readonly KeyedDifference[] {
  const { old, now } = parameters;
  const [before, after] = [byName(old), byName(now)];
  const follows = new Set([...renamed].flatMap(([from, to]) => (isRenamed(parameters, from, to) ? [from, to] : [])));
  const removed = old.filter(({ name }) => !after.has(name) && !follows.has(name));
  const added = now.filter(({ name }) => !before.has(name) && !follows.has(name));
  return [
    ...old.flatMap((parameter) => {
      const same = after.get(parameter.name);
      return same ? contentDifference(parameter, same, comparison) : [];
    }),
    ...removed.map(({ name }) => keyed('http-parameter-removed', name, 'was removed')),
    ...added.map(({ name }) => keyed('http-parameter-added', name, 'was added')),
    ...(isReordered(old, now) ? [reordered] : []),
  ];
}

const reordered: KeyedDifference = [
  'order',
  (kinds) => plain('http-parameters-reordered', `the parameters in ${kinds} have another order`),
];

function keyed(code: 'http-parameter-removed' | 'http-parameter-added', name: string, text: string): KeyedDifference {
  return [`${code} ${name}`, (kinds) => shifted(code, `parameter ${name} in ${kinds} ${text}`, [otherXml], 'in')];
}

function contentDifference(old: HttpParameter, now: HttpParameter, comparison: Comparison): readonly KeyedDifference[] {
  const shift = partShift(old, now, comparison);
  if (!shift) {
    return [];
  }
  const texts = [partText(now), partText(old)];
  const message = (kinds: string): string => `parameter ${now.name} in ${kinds} is ${texts[0]}, before ${texts[1]}`;
  const as = (kinds: string): OperationDifference =>
    shifted('part-type-changed', message(kinds), [{ ...shift, code: 'same', json: 'same' }], 'in');
  return [[`type ${now.name} ${texts.join(' ')}`, as]];
}

function byName(parameters: readonly HttpParameter[]): ReadonlyMap<string, HttpParameter> {
  return new Map(parameters.map((parameter) => [parameter.name, parameter]));
}
