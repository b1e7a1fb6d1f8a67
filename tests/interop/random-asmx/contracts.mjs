import { createRandom } from './random.mjs';

const scalars =
  'bool sbyte byte short ushort int uint long ulong float double decimal string string char DateTime System.Guid TimeSpan byte[]'.split(
    ' ',
  );
const valueTypes = scalars.filter((type) => type !== 'string' && type !== 'byte[]');
const oddNames = ['constructor', '__proto__', 'toString', 'имя', '1st', 'x-y', 'sp ace', 'then'];

/** C# of random data contracts: what DataContractSerializer writes and its schema says. The same seed, the same contracts. */
export function randomContracts(seed, count) {
  const random = createRandom(seed * 31337 + 5);
  const pool = { random, classes: [], enums: [], flags: [], structs: [], count: 0 };
  const lines = [enumeration(pool), flags(pool), struct(pool)];
  for (let i = 0; i < count; i++) {
    lines.push(random.chance(8) ? enumeration(pool) : random.chance(10) ? flags(pool) : contract(pool));
  }
  return lines.join('\n');
}

function enumeration(pool) {
  const name = `Kind${++pool.count}`;
  pool.enums.push(name);
  return `[DataContract${named(pool, name)}] public enum ${name} { [EnumMember] Zero, [EnumMember(Value = "a b")] One, [EnumMember(Value = "имя")] Two }`;
}

function flags(pool) {
  const name = `Flags${++pool.count}`;
  pool.flags.push(name);
  return `[Flags] public enum ${name} { A = 1, B = 2, C = 4 }`;
}

function struct(pool) {
  const name = `Pair${++pool.count}`;
  pool.structs.push(name);
  return `[DataContract] public struct ${name} { [DataMember] public int x; [DataMember] public string y; }`;
}

/** A contract of its own name or namespace, or of those of its class. */
function named({ random, count }, name) {
  return random.weighted([
    [4, ''],
    [1, `(Namespace = "urn:data${random.below(3)}")`],
    [1, `(Name = "${name}-renamed", Namespace = "urn:renamed")`],
    [1, `(Name = "_${count}.x")`],
  ]);
}

/** A class, sometimes with classes derived from it, or whose objects are written once and referred to. */
function contract(pool) {
  const { random } = pool;
  const name = `Data${++pool.count}`;
  const derived = random.chance(3) ? [`More${++pool.count}`] : [];
  // A class and those derived from it have no two members of one name: .NET refuses the schema.
  const used = new Set();
  const known = derived.map((type) => `[KnownType(typeof(${type}))] `).join('');
  const lines = [`[DataContract${named(pool, name)}] ${known}public class ${name} { ${members(pool, used, name)} }`];
  for (const type of derived) {
    lines.push(`[DataContract] public class ${type} : ${name} { ${members(pool, used)} }`);
  }
  pool.classes.push(name, ...derived);
  return lines.join('\n');
}

function members(pool, used, self) {
  const { random } = pool;
  const made = Array.from({ length: 1 + random.below(7) }, () => member(pool, memberType(pool), used));
  if (self !== undefined && random.chance(5)) {
    made.push(`[DataMember] public ${self} next;`);
  }
  return made.join(' ');
}

function member(pool, type, used) {
  const { random } = pool;
  const name = `m${++pool.count}`;
  const odd = random.pick(oddNames);
  const facts = [];
  if (random.chance(6) && !used.has(odd)) {
    used.add(odd);
    facts.push(`Name = "${odd}"`);
  }
  if (random.chance(5)) {
    facts.push(`Order = ${random.below(3)}`);
  }
  if (random.chance(5)) {
    facts.push('EmitDefaultValue = false');
  } else if (random.chance(4)) {
    facts.push('IsRequired = true');
  }
  return `[DataMember${facts.length > 0 ? `(${facts.join(', ')})` : ''}] public ${type} ${name};`;
}

function memberType(pool) {
  const { random } = pool;
  const simple = random.pick(scalars);
  const of = random.pick([
    simple,
    ...pool.classes.slice(-4),
    random.pick(pool.enums),
    random.pick(pool.flags),
    random.pick(pool.structs),
  ]);
  return random.weighted([
    [6, simple],
    [4, of],
    [2, of === 'byte[]' || of === 'byte' ? 'byte[][]' : `${of}[]`],
    [2, `List<${of}>`],
    [1, `Dictionary<${random.pick(['string', 'int', 'System.Guid'])}, ${of}>`],
    [1, 'int[][]'],
    [2, `${random.pick([...valueTypes, ...pool.enums, ...pool.structs])}?`],
    [1, 'object'],
    [1, 'Uri'],
    [1, 'XmlQualifiedName'],
  ]);
}
