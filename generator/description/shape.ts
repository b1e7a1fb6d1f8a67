import { bindingOrder } from '../contract/binding-kinds.js';
import type { BindingKind } from '../contract/model.js';
import { type Diagnostic, diagnostic, type Span } from '../diagnostics/diagnostic.js';
import { type Fields, isNull, NodeReader } from './fields.js';
import type {
  Description,
  FacetDescription,
  FaultDescription,
  OperationDescription,
  RecordDescription,
  ServiceDescription,
  ServiceProfile,
  TypeDescription,
  ValueDescription,
} from './model.js';
import { facetNames } from './model.js';
import type { DescriptionNode, MapEntry, MapNode } from './syntax.js';

const descriptionVersion = '1';

const profiles: readonly ServiceProfile[] = ['asmx', 'wcf'];

/** The bindings that a service has unless it says otherwise. */
const defaultBindings: Readonly<Record<ServiceProfile, readonly BindingKind[]>> = {
  asmx: bindingOrder,
  wcf: ['soap11'],
};

const rootKeys = [
  '$schema',
  'description',
  'profile',
  'namespace',
  'typesNamespace',
  'address',
  'bindings',
  'services',
  'types',
];
const serviceKeys = ['path', 'address', 'namespace', 'bindings', 'contract', 'port', 'documentation', 'operations'];
const operationKeys = ['documentation', 'params', 'result', 'oneWay', 'faults'];

/** The keys of each kind of type; the first key that is present decides which kind it is. */
const typeKeys = {
  enum: ['enum', 'documentation'],
  list: ['list', 'documentation'],
  type: ['type', 'documentation', ...facetNames],
  record: ['fields', 'attributes', 'extends', 'abstract', 'open', 'documentation'],
} as const;

const typeKinds: Readonly<Record<keyof typeof typeKeys, string>> = {
  enum: 'an enumeration',
  list: 'a list',
  type: 'a simple type',
  record: 'a record',
};

/** Facets whose values are not numbers, or may be dates as well. */
const textFacets: ReadonlySet<string> = new Set(['pattern']);

interface Defaults {
  readonly profile: ServiceProfile;
  readonly namespace: string;
  readonly address?: string;
  readonly bindings: readonly BindingKind[];
}

/** Reads the tree of a text into a description; mistakes are reported, and the parts concerned are left out. */
export function readShape(root: DescriptionNode): readonly [Description, readonly Diagnostic[]] {
  const reader = new ShapeReader();
  const span = { ...root.span, length: 0 };
  if (!isDescription(root)) {
    const empty: Description = { profile: 'asmx', namespace: '', typesNamespace: '', services: [], types: [], span };
    return [empty, [diagnostic('description/unexpected-document', {}, span)]];
  }
  return [reader.description(root), reader.nodes.diagnostics];
}

class ShapeReader {
  readonly nodes = new NodeReader();

  description(root: DescriptionNode): Description {
    const map = this.nodes.map(root, 'the description', rootKeys);
    map.required('description', (node) => this.#version(node));
    map.text('$schema');
    const profile: ServiceProfile =
      map.optional('profile', (node) => this.nodes.choice(node, 'profile', profiles)) ?? 'asmx';
    const namespace = map.required('namespace', (node) => this.nodes.text(node, 'namespace')) ?? '';
    const address = map.text('address');
    const defaults: Defaults = {
      profile,
      namespace,
      ...(address !== undefined && { address }),
      bindings: this.#bindings(map) ?? defaultBindings[profile],
    };
    const services = this.nodes.named(map.get('services'), 'services');
    return {
      span: { ...root.span, length: 0 },
      profile,
      namespace,
      typesNamespace: map.text('typesNamespace') ?? namespace,
      services: services.map((entry) => this.#service(entry, defaults)),
      types: this.nodes.named(map.get('types'), 'types').map((entry) => this.#type(entry)),
    };
  }

  #bindings(map: Fields): readonly BindingKind[] | undefined {
    const node = map.get('bindings');
    if (node === undefined) {
      return undefined;
    }
    if (node.kind !== 'list' || node.items.length === 0) {
      this.nodes.expected(node, 'bindings', 'a list of one or more bindings');
      return undefined;
    }
    const kinds = new Set<BindingKind>();
    for (const item of node.items) {
      const kind = this.nodes.choice(item, 'bindings', bindingOrder);
      if (kind === undefined) {
        continue;
      }
      if (kinds.has(kind)) {
        this.nodes.report('description/repeated-value', { value: kind, what: 'bindings' }, item.span);
      }
      kinds.add(kind);
    }
    return bindingOrder.filter((kind) => kinds.has(kind));
  }

  #version(node: DescriptionNode): void {
    const isVersion =
      node.kind === 'text' && (node.type === 'number' ? Number(node.text) === 1 : node.text === descriptionVersion);
    if (!isVersion) {
      this.nodes.expected(node, 'description', descriptionVersion);
    }
  }

  #service(entry: MapEntry, defaults: Defaults): ServiceDescription {
    const map = this.nodes.map(entry.value, `service "${entry.key}"`, serviceKeys);
    const address = joinAddress(map.text('address') ?? defaults.address, map.text('path'));
    const [contract, port] = [this.#nameAt(map, 'contract'), this.#nameAt(map, 'port')];
    return {
      name: entry.key,
      span: entry.keySpan,
      namespace: map.text('namespace') ?? defaults.namespace,
      ...(address !== undefined && { address }),
      bindings: this.#bindings(map) ?? defaults.bindings,
      ...(contract !== undefined && { contract }),
      ...(port !== undefined && { port }),
      ...map.documentation(),
      operations: this.nodes.named(map.get('operations'), 'operations').map((child) => this.#operation(child)),
    };
  }

  #nameAt(map: Fields, key: string): string | undefined {
    return map.optional(key, (node) => {
      const name = this.nodes.text(node, key);
      return this.nodes.name(name, node.span) ? name : undefined;
    });
  }

  #operation(entry: MapEntry): OperationDescription {
    const { value } = entry;
    const node: DescriptionNode = isNull(value) ? { kind: 'map', entries: [], span: value.span } : value;
    const map = this.nodes.map(node, `operation "${entry.key}"`, operationKeys);
    const params = map.get('params');
    const result = map.optional('result', (child) =>
      this.#result(entry.key, map.keySpan('result') ?? entry.keySpan, child),
    );
    const oneWay = map.flag('oneWay') ?? false;
    const faults = this.nodes.named(map.get('faults'), 'faults').flatMap((child) => this.#fault(child) ?? []);
    const answer = result !== undefined ? 'result' : faults.length > 0 ? 'faults' : undefined;
    if (oneWay && answer) {
      const parameters = { operation: entry.key, key: answer };
      this.nodes.report('description/one-way-answer', parameters, map.keySpan(answer) ?? entry.keySpan);
    }
    return {
      name: entry.key,
      span: entry.keySpan,
      ...map.documentation(),
      params: isWord(params, 'open') ? 'open' : this.nodes.fields(params, 'params'),
      ...(result !== undefined && { result }),
      oneWay,
      faults,
    };
  }

  #result(operation: string, span: Span, node: DescriptionNode): OperationDescription['result'] {
    if (isWord(node, 'open')) {
      return 'open';
    }
    if (isWord(node, 'void')) {
      return undefined;
    }
    return this.nodes.field(`${operation}Result`, span, node, 'result');
  }

  #fault(entry: MapEntry): FaultDescription | undefined {
    const type = this.nodes.typeExpression(entry.value, `fault "${entry.key}"`);
    return type && { name: entry.key, span: entry.keySpan, type };
  }

  #type(entry: MapEntry): TypeDescription {
    const { value } = entry;
    const has = (key: string): boolean => value.kind === 'map' && value.entries.some((child) => child.key === key);
    const facet = facetNames.find(has);
    const kind = (['enum', 'list', 'type'] as const).find(has) ?? (facet && !has('fields') ? 'type' : 'record');
    const map = this.nodes.map(value, `type "${entry.key}", which is ${typeKinds[kind]}`, typeKeys[kind]);
    const common = { name: entry.key, span: entry.keySpan, ...map.documentation() };
    switch (kind) {
      case 'enum':
        return { kind: 'enumeration', ...common, values: this.#enumeration(map.get('enum') ?? value) };
      case 'list':
      case 'type': {
        const base = map.required(kind, (node) => this.nodes.typeExpression(node, kind), entry.keySpan);
        // References to a type whose base is wrong need not be reported, too.
        if (base === undefined) {
          return this.#record(common, map);
        }
        return { kind: 'scalar', ...common, base, list: kind === 'list', facets: this.#facets(map) };
      }
      case 'record':
        return this.#record(common, map);
    }
  }

  #facets(map: Fields): readonly FacetDescription[] {
    return facetNames.flatMap((name) => {
      const node = map.get(name);
      if (node === undefined) {
        return [];
      }
      const value = textFacets.has(name) ? this.nodes.text(node, name) : this.nodes.number(node, name);
      return [{ name, value, span: node.span }];
    });
  }

  #record(common: Pick<RecordDescription, 'name' | 'span' | 'documentation'>, map: Fields): RecordDescription {
    const base = map.optional('extends', (node) => this.nodes.typeExpression(node, 'extends'));
    return {
      kind: 'record',
      ...common,
      fields: this.nodes.fields(map.get('fields'), 'fields'),
      attributes: this.nodes.fields(map.get('attributes'), 'attributes'),
      ...(base && { base }),
      abstract: map.flag('abstract') ?? false,
      open: map.flag('open') ?? false,
    };
  }

  /** A list of values, or a map from values to their meanings. */
  #enumeration(node: DescriptionNode): readonly ValueDescription[] {
    const values = this.#enumerationValues(node);
    if (values.length === 0) {
      this.nodes.expected(node, 'enum', 'a list of one or more values');
    }
    return values;
  }

  #enumerationValues(node: DescriptionNode): readonly ValueDescription[] {
    switch (node.kind) {
      case 'list':
        return this.#listedValues(node.items);
      case 'map':
        return this.#valueMap(node);
      case 'text':
        return [];
    }
  }

  #listedValues(items: readonly DescriptionNode[]): readonly ValueDescription[] {
    const seen = new Set<string>();
    return items.map((item) => {
      const value = this.nodes.scalar(item, 'enum', ['string', 'number', 'boolean', 'null'], 'a value');
      if (seen.has(value)) {
        this.nodes.report('description/repeated-value', { value, what: 'enum' }, item.span);
      }
      seen.add(value);
      return { value, span: item.span };
    });
  }

  #valueMap({ entries }: MapNode): readonly ValueDescription[] {
    return entries.map(({ key, keySpan, value }) => {
      const documentation = isNull(value) ? '' : this.nodes.text(value, `"${key}"`).trim();
      return { value: key, span: keySpan, ...(documentation !== '' && { documentation }) };
    });
  }
}

/** False for YAML or JSON that was meant for something else, where complaints about each key would say nothing. */
function isDescription(root: DescriptionNode): boolean {
  return (
    root.kind === 'map' &&
    root.entries.some(
      ({ key, value }) =>
        key === 'services' ||
        key === 'types' ||
        (key === 'description' && value.kind === 'text' && value.text === descriptionVersion),
    )
  );
}

function isWord(node: DescriptionNode | undefined, word: string): boolean {
  return node?.kind === 'text' && node.type === 'string' && node.text === word;
}

function joinAddress(address: string | undefined, path: string | undefined): string | undefined {
  if (path === undefined || path === '') {
    return address;
  }
  if (address === undefined) {
    return path;
  }
  return `${address.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}
