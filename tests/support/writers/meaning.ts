/** What values say, however they are made: a value that was written means what is read again. */

const odd = Symbol('odd');

/** Stands for what no document can say. It equals nothing that was read. */
function nothingSaid(what: string): object {
  return { [odd]: what };
}

/**
 * The meaning of a value of a descriptor: absent and empty members left out, and trees without their prefixes. The name of a tree counts where it is written:
 * in open content, and if it `isNamed`.
 */
export function meaningOf(value: unknown, isNamed = false): unknown {
  try {
    return meaningIn(value, 0, isNamed);
  } catch {
    return nothingSaid('cannot be read');
  }
}

function meaningIn(value: unknown, depth: number, isNamed: boolean): unknown {
  if (depth > 600) {
    return nothingSaid('endless');
  }
  if (typeof value === 'number') {
    return value === 0 ? 0 : value;
  }
  if (typeof value === 'symbol' || typeof value === 'function') {
    return nothingSaid(typeof value);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'Uint8Array') {
    return [...(value as Uint8Array)];
  }
  if (kind === 'Date') {
    return (value as Date).toISOString();
  }
  if (Array.isArray(value)) {
    return isNamed
      ? contentOf(value, depth)
      : Array.from<unknown, unknown>(value, (item) => meaningIn(item, depth + 1, isNamed));
  }
  if (/^(?:Map|Set|Promise|RegExp|String|Number|Boolean|\w+Array|ArrayBuffer)$/.test(kind)) {
    return nothingSaid(kind);
  }
  return isTree(value) ? meaningOfTree(value, depth, isNamed) : meaningOfObject(value, depth);
}

/** Properties of open content. */
const opens: ReadonlySet<string> = new Set(['$any', '$content']);

function meaningOfObject(value: object, depth: number): unknown {
  const members = namesIn(value).map(
    (name) => [name, meaningIn((value as Record<string, unknown>)[name], depth + 1, opens.has(name))] as const,
  );
  const said = members.filter(([, member]) => member !== undefined && !(Array.isArray(member) && member.length === 0));
  const meaning = Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)));
  if ('namespace' in meaning && 'name' in meaning) {
    // What else an object has that is a name does not matter.
    return { namespace: meaning.namespace, name: meaning.name };
  }
  const isNil = meaning.$nil === true && said.length === 1;
  return isNil ? null : emptied(meaning);
}

/** Members that say nothing when they are empty. */
function emptied({ $anyAttribute, $type, ...meaning }: Record<string, unknown>): unknown {
  return {
    ...meaning,
    ...($type !== 'Base' && $type !== undefined && { $type }),
    ...(typeof $anyAttribute === 'object' && Object.keys($anyAttribute ?? {}).length > 0 && { $anyAttribute }),
  };
}

/** Members of types. Others that are hidden or inherited are the business of their class. */
const ofTypes = /^(?:p\d|\$\w+|x|y|first|more|heads|item|namespace|name)$/;

/** The names of members, inherited ones among them, unless they are those of a class of JavaScript. */
function namesIn(value: object): readonly string[] {
  const names = new Set<string>();
  for (let at: object | null = value; at !== null && !isNative(at); at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (Object.prototype.propertyIsEnumerable.call(value, name) || ofTypes.test(name)) {
        names.add(name);
      }
    }
  }
  return [...names];
}

/** True for the prototype of such a class. */
function isNative(at: object): boolean {
  const { constructor: made } = at;
  return Object.hasOwn(at, 'constructor') && typeof made === 'function' && /\[native code\]/.test(String(made));
}

interface Tree {
  readonly namespace: unknown;
  readonly name: unknown;
  readonly attributes: readonly unknown[];
  readonly children: readonly unknown[];
}

function isTree(value: object): value is Tree {
  return ['namespace', 'name', 'attributes', 'children'].every((part) => part in value);
}

/** The infoset of a tree. */
function meaningOfTree({ namespace, name, attributes, children }: Tree, depth: number, isNamed: boolean): unknown {
  const all = Array.from(attributes as readonly Readonly<Record<string, unknown>>[], (each) => [
    `{${String(each.namespace)}}${String(each.name)}`,
    each.value,
  ]);
  return {
    ...(isNamed && { namespace, name }),
    attributes: Object.fromEntries(all.sort()),
    children: contentOf(children, depth),
  };
}

/** Texts and elements, with texts beside each other as one. */
function contentOf(children: readonly unknown[], depth: number): readonly unknown[] {
  const joined: unknown[] = [];
  for (const child of children) {
    const meaning = meaningIn(child, depth + 1, true);
    if (typeof meaning === 'string' && typeof joined.at(-1) === 'string') {
      joined.push(`${joined.pop()}${meaning}`);
    } else if (meaning !== '') {
      joined.push(meaning);
    }
  }
  return joined;
}
