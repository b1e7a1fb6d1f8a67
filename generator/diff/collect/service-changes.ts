import type { Contract, Operation, Service } from '../../contract/model.js';
import { expandedName } from '../../contract/names.js';
import { positionKey } from '../../contract/positions.js';
import { append } from '../../diagnostics/append.js';
import { bothEffects, codeBreaks, type Effects, namesBreak } from '../change.js';
import type { ContractDifference } from '../context.js';
import { exportedNamespaces, resultKey } from '../names.js';
import { withoutNumbers } from '../namespaces.js';
import { wireBreaks } from '../operation-difference.js';
import { pair } from '../pairs.js';
import { renamedParameters } from '../parameters.js';
import { compareOperations, comparePorts } from '../services.js';
import { operationName } from '../uses.js';
import type { ChangeRecorder } from './recorder.js';
import { isRenamedThroughout } from './renamed-operation.js';

/** Finds the changes of namespaces, services and operations. */
export class ServiceChanges {
  readonly #recorder: ChangeRecorder;

  constructor(recorder: ChangeRecorder) {
    this.#recorder = recorder;
  }

  /** On the wire all names change; in TypeScript those of namespaces that are no longer in the names of exports. */
  namespaces(renamed: ReadonlyMap<string, string>, old: Contract): void {
    if (renamed.size === 0) {
      return;
    }
    const names = exportedNamespaces(old, this.#recorder.options.names);
    const current = exportedNamespaces(this.#recorder.comparison.now.contract, this.#recorder.options.names);
    const tags = [...this.#recorder.shapes.now.context.discriminators];
    // `geo.Point` is a type whose name another of its hierarchy has, too.
    const isTagged = (to: string): boolean => tags.some(([key, tag]) => key.startsWith(`{${to}}`) && tag.includes('.'));
    for (const [from, to] of renamed) {
      const [was, is] = [names.get(from), current.get(to)];
      const inNames =
        was === is ? '' : `; in TypeScript it is ${is ?? 'exported directly'}, before ${was ?? 'exported directly'}`;
      const finding: ContractDifference = { code: 'namespace-renamed', message: `it is ${to} now${inNames}` };
      const effects = was === is ? wireBreaks : { ...(isTagged(to) ? namesBreak : codeBreaks), ...wireBreaks };
      this.#recorder.of(`namespace ${from}`, {}).add(finding, effects);
    }
  }

  /** Services, with their ports and operations. */
  services(): void {
    const { old, now } = this.#recorder.comparison;
    const nameOf = ({ namespace, name }: Service): string => expandedName(namespace, name);
    const pairs = pair(old.contract.services, now.contract.services, nameOf, (a, b) => isSameService(a, b));
    for (const [a, b] of pairs.kept) {
      const places = { old: positionKey('service', nameOf(a)), new: positionKey('service', nameOf(b)) };
      const record = this.#recorder.of(`service ${b.name}`, places);
      if (nameOf(a) !== nameOf(b)) {
        const message = `it was called ${a.name === b.name ? nameOf(a) : a.name}`;
        const effects = a.name === b.name ? codeBreaks : namesBreak;
        record.add({ code: 'service-renamed', message, formerly: `service ${a.name}` }, effects);
      }
      for (const finding of comparePorts(a, b)) {
        record.add(finding, finding.effects);
      }
      record.documentation(a, b);
      this.#operations(a, b);
    }
    const gone: Effects = { ...namesBreak, oldClients: 'breaks' };
    const recordOf = (service: Service, side: 'old' | 'new') =>
      this.#recorder.of(`service ${service.name}`, { [side]: positionKey('service', nameOf(service)) });
    for (const service of pairs.removed) {
      recordOf(service, 'old').add({ code: 'service-removed', message: 'it was removed' }, gone);
    }
    for (const service of pairs.added) {
      recordOf(service, 'new').add({ code: 'service-added', message: 'it was added' }, { newClients: 'breaks' });
    }
  }

  #operations(old: Service, now: Service): void {
    const nameOf = ({ name, overload }: Operation): string => `${name} ${overload ?? ''}`;
    const pairs = pair(old.operations, now.operations, nameOf, (a, b) => this.#isSameOperation(a, b));
    for (const [a, b] of pairs.kept) {
      const subject = operationName(now, b);
      const places = { old: placeOf(old, a), new: placeOf(now, b) };
      const record = this.#recorder.of(subject, places, () => [subject]);
      const findings = compareOperations(a, b, this.#recorder.comparison);
      append(this.#recorder.renamedParameters, renamedParameters(a, b, this.#recorder.comparison));
      if (nameOf(a) !== nameOf(b)) {
        // Elements, actions and paths that changed with the name are one change.
        const isThroughout = findings.length > 0 && isRenamedThroughout(a, b, this.#recorder.comparison);
        const also = isThroughout ? findings : [];
        const effects = also.reduce((all, each) => bothEffects(all, each.effects), namesBreak);
        const others = isThroughout ? ', as was everything that is named for it: elements, actions, paths' : '';
        const message = `it was called ${a.name}${others}`;
        record.add({ code: 'operation-renamed', message, formerly: operationName(old, a) }, effects);
        if (isThroughout) {
          record.documentation(a, b);
          continue;
        }
      }
      for (const finding of findings) {
        record.add(finding, finding.effects);
      }
      const [result, current] = [
        this.#recorder.shapes.old.results.get(resultKey(old, a)),
        this.#recorder.shapes.now.results.get(resultKey(now, b)),
      ];
      if ((result === 'undefined') !== (current === 'undefined')) {
        const message = `its method returns ${current === 'undefined' ? 'an object, before the only value in it' : 'the only value of the answer, before an object'}`;
        record.add({ code: 'typescript-shape-changed', message }, namesBreak);
      }
      record.documentation(a, b);
    }
    for (const operation of pairs.removed) {
      const subject = operationName(old, operation);
      const record = this.#recorder.of(subject, { old: placeOf(old, operation) }, () => [subject]);
      const effects: Effects = { callers: 'breaks', oldClients: 'breaks', json: 'breaks' };
      record.add({ code: 'operation-removed', message: 'it was removed' }, effects);
    }
    for (const operation of pairs.added) {
      const subject = operationName(now, operation);
      const record = this.#recorder.of(subject, { new: placeOf(now, operation) }, () => [subject]);
      // A class that implements the service lacks a method; an old service answers the call with a fault.
      const effects: Effects = { newClients: 'breaks', implementers: 'breaks' };
      record.add({ code: 'operation-added', message: 'it was added' }, effects);
    }
  }

  /** Two operations of different names whose messages and bindings are the same but for names. */
  #isSameOperation(a: Operation, b: Operation): boolean {
    const facts = (operation: Operation): string =>
      JSON.stringify([operation.pattern, operation.bindings.map(({ kind }) => kind)]);
    const telling = compareOperations(a, b, this.#recorder.comparison).filter(
      ({ code, effects }) =>
        !['soap-action-changed', 'http-location-changed'].includes(code) &&
        !(code === 'message-element-changed' && effects.callers === undefined && effects.implementers === undefined),
    );
    const actions = (operation: Operation): readonly string[] =>
      operation.bindings.flatMap((binding) =>
        'soapAction' in binding && binding.soapAction !== '' ? [binding.soapAction] : [],
      );
    const sharesAction = actions(a).some((action) => actions(b).includes(action));
    const sharesElement =
      a.input?.kind === 'element' && b.input?.kind === 'element' && a.input.element === b.input.element;
    return (
      (facts(a) === facts(b) && telling.length === 0 && (sharesAction || sharesElement || isSimilar(a.name, b.name))) ||
      (isSimilar(a.name, b.name) && isRenamedThroughout(a, b, this.#recorder.comparison))
    );
  }
}

/** Services with the same operations under another name, or with some of them where only numbers in the name differ. */
function isSameService(a: Service, b: Service): boolean {
  const names = (service: Service): ReadonlySet<string> => new Set(service.operations.map(({ name }) => name));
  const [ours, theirs] = [names(a), names(b)];
  const common = [...ours].filter((name) => theirs.has(name)).length;
  const isVersion = withoutNumbers(a.name) === withoutNumbers(b.name);
  return common > 0 && (isVersion || common * 2 >= Math.max(ours.size, theirs.size));
}

/** Names that a person would take for two versions of one: most of their letters are the same, in the same order. */
function isSimilar(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  let start = 0;
  while (start < Math.min(x.length, y.length) && x[start] === y[start]) {
    start++;
  }
  let end = 0;
  while (end < Math.min(x.length, y.length) - start && x.at(-1 - end) === y.at(-1 - end)) {
    end++;
  }
  return (start + end) * 2 >= Math.max(x.length, y.length);
}

/** Where an operation is declared. */
function placeOf(service: Service, { name }: Operation): string {
  return positionKey('operation', `${expandedName(service.namespace, service.name)}/${name}`);
}
