import type { BindingKind } from '../contract/model.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { type Fields, isNull, NodeReader } from './fields.js';
import type {
  Description,
  FaultDescription,
  OperationDescription,
  Profile,
  RecordDescription,
  ServiceDescription,
  TypeDescription,
} from './model.js';
import { FACET_NAMES } from './model.js';
import type { DescriptionNode, MapEntry } from './syntax.js';

const VERSION = '1';

const PROFILES: readonly Profile[] = ['asmx', 'wcf'];

const BINDINGS: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** The bindings that a service has unless it says otherwise. */
const DEFAULT_BINDINGS: Readonly<Record<Profile, readonly BindingKind[]>> = { asmx: BINDINGS, wcf: ['soap11'] };

const ROOT_KEYS = [
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
const SERVICE_KEYS = ['path', 'address', 'namespace', 'bindings', 'contract', 'port', 'documentation', 'operations'];
const OPERATION_KEYS = ['documentation', 'params', 'result', 'oneWay', 'faults'];
const TYPE_KEYS = [
  'documentation',
  'enum',
  'fields',
  'attributes',
  'extends',
  'abstract',
  'open',
  'type',
  'list',
  ...FACET_NAMES,
];

interface Defaults {
  readonly profile: Profile;
  readonly namespace: string;
  readonly address?: string;
  readonly bindings: readonly BindingKind[];
}

const NOTHING: Description = { profile: 'asmx', namespace: '', typesNamespace: '', services: [], types: [] };

/** Reads the tree of a text into a description; what is wrong with it is reported and left out. */
export function readShape(root: DescriptionNode): readonly [Description, readonly Diagnostic[]] {
  const reader = new ShapeReader();
  if (!isDescription(root)) {
    return [NOTHING, [diagnostic('description/unexpected-document', {}, { ...root.span, length: 0 })]];
  }
  return [reader.description(root), reader.nodes.diagnostics];
}

class ShapeReader {
  readonly nodes = new NodeReader();

  description(root: DescriptionNode): Description {
    const map = this.nodes.map(root, 'the description', ROOT_KEYS);
    map.required('description', (node) => this.nodes.choice(node, 'description', [VERSION]));
    const profile: Profile = map.optional('profile', (node) => this.nodes.choice(node, 'profile', PROFILES)) ?? 'asmx';
    const namespace = map.required('namespace', (node) => this.nodes.text(node, 'namespace')) ?? '';
    const address = map.optional('address', (node) => this.nodes.text(node, 'address'));
    const defaults: Defaults = {
      profile,
      namespace,
      ...(address !== undefined && { address }),
      bindings: this.bindings(map) ?? DEFAULT_BINDINGS[profile],
    };
    const services = this.nodes.named(map.get('services'), 'services');
    return {
      profile,
      namespace,
      typesNamespace: map.optional('typesNamespace', (node) => this.nodes.text(node, 'typesNamespace')) ?? namespace,
      services: services.map((entry) => this.service(entry, defaults)),
      types: this.nodes.named(map.get('types'), 'types').flatMap((entry) => this.type(entry) ?? []),
    };
  }

  private bindings(map: Fields): readonly BindingKind[] | undefined {
    const node = map.get('bindings');
    if (node === undefined) return undefined;
    const items = node.kind === 'list' ? node.items : [node];
    const kinds = items.flatMap((item) => this.nodes.choice(item, 'bindings', BINDINGS) ?? []);
    return BINDINGS.filter((kind) => kinds.includes(kind));
  }

  private service(entry: MapEntry, defaults: Defaults): ServiceDescription {
    const map = this.nodes.map(entry.value, `service "${entry.key}"`, SERVICE_KEYS);
    const text = (key: string): string | undefined => map.optional(key, (node) => this.nodes.text(node, key));
    const address = joinAddress(text('address') ?? defaults.address, text('path'));
    const [contract, port] = [this.nameAt(map, 'contract'), this.nameAt(map, 'port')];
    return {
      name: entry.key,
      span: entry.keySpan,
      namespace: text('namespace') ?? defaults.namespace,
      ...(address !== undefined && { address }),
      bindings: this.bindings(map) ?? defaults.bindings,
      ...(contract !== undefined && { contract }),
      ...(port !== undefined && { port }),
      ...map.documentation(),
      operations: this.nodes.named(map.get('operations'), 'operations').map((child) => this.operation(child)),
    };
  }

  private nameAt(map: Fields, key: string): string | undefined {
    return map.optional(key, (node) => {
      const name = this.nodes.text(node, key);
      return this.nodes.name(name, node.span) ? name : undefined;
    });
  }

  private operation(entry: MapEntry): OperationDescription {
    const { value } = entry;
    const node: DescriptionNode = isNull(value) ? { kind: 'map', entries: [], span: value.span } : value;
    const map = this.nodes.map(node, `operation "${entry.key}"`, OPERATION_KEYS);
    const params = map.get('params');
    const result = map.optional('result', (child) => this.result(entry.key, child));
    return {
      name: entry.key,
      span: entry.keySpan,
      ...map.documentation(),
      params: isWord(params, 'open') ? 'open' : this.nodes.fields(params, 'params'),
      ...(result !== undefined && { result }),
      oneWay: map.optional('oneWay', (child) => this.nodes.boolean(child, 'oneWay')) ?? false,
      faults: this.nodes.named(map.get('faults'), 'faults').flatMap((child) => this.fault(child) ?? []),
    };
  }

  private result(operation: string, node: DescriptionNode): OperationDescription['result'] {
    if (isWord(node, 'open')) return 'open';
    if (isWord(node, 'void')) return undefined;
    return this.nodes.field(`${operation}Result`, node, 'result');
  }

  private fault(entry: MapEntry): FaultDescription | undefined {
    const type = this.nodes.typeExpression(entry.value, `fault "${entry.key}"`);
    return type && { name: entry.key, type };
  }

  private type(entry: MapEntry): TypeDescription | undefined {
    const map = this.nodes.map(entry.value, `type "${entry.key}"`, TYPE_KEYS);
    const common = { name: entry.key, span: entry.keySpan, ...map.documentation() };
    const values = map.get('enum');
    if (values !== undefined) return { kind: 'enumeration', ...common, values: this.enumeration(values) };
    if (map.get('type') === undefined && map.get('list') === undefined) return this.record(common, map);
    const list = map.get('list') !== undefined;
    const base = map.optional(list ? 'list' : 'type', (node) => this.nodes.typeExpression(node, 'type'));
    const facets = FACET_NAMES.flatMap((name) => {
      const value = map.optional(name, (node) => this.nodes.text(node, name));
      return value === undefined ? [] : [{ name, value }];
    });
    return base && { kind: 'scalar', ...common, base, list, facets };
  }

  private record(common: Pick<RecordDescription, 'name' | 'span' | 'documentation'>, map: Fields): RecordDescription {
    const base = map.optional('extends', (node) => this.nodes.typeExpression(node, 'extends'));
    return {
      kind: 'record',
      ...common,
      fields: this.nodes.fields(map.get('fields'), 'fields'),
      attributes: this.nodes.fields(map.get('attributes'), 'attributes'),
      ...(base && { base }),
      abstract: map.optional('abstract', (node) => this.nodes.boolean(node, 'abstract')) ?? false,
      open: map.optional('open', (node) => this.nodes.boolean(node, 'open')) ?? false,
    };
  }

  /** A list of values, or a map from values to what they mean. */
  private enumeration(node: DescriptionNode): readonly { value: string; documentation?: string }[] {
    if (node.kind === 'list') return node.items.map((item) => ({ value: this.nodes.text(item, 'enum') }));
    if (node.kind === 'map') {
      return node.entries.map((entry) => {
        const documentation = isNull(entry.value) ? '' : this.nodes.text(entry.value, `"${entry.key}"`).trim();
        return { value: entry.key, ...(documentation !== '' && { documentation }) };
      });
    }
    this.nodes.diagnostics.push(
      diagnostic('description/expected', { what: 'enum', expected: 'a list of values' }, node.span),
    );
    return [];
  }
}

/** False for YAML or JSON that was meant for something else, where complaints about each key would say nothing. */
function isDescription(root: DescriptionNode): boolean {
  return (
    root.kind === 'map' &&
    root.entries.some(
      ({ key, value }) => key === 'services' || key === 'types' || (key === 'description' && isWord(value, VERSION)),
    )
  );
}

function isWord(node: DescriptionNode | undefined, word: string): boolean {
  return node?.kind === 'text' && node.text === word;
}

function joinAddress(address: string | undefined, path: string | undefined): string | undefined {
  if (path === undefined || path === '') return address;
  if (address === undefined) return path;
  return `${address.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}
