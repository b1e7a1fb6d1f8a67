// Random C# types for XmlSerializer: what one service uses in its parameters.

const scalars = [
  'bool sbyte byte short ushort int uint long ulong float double decimal string string string char DateTime System.Guid',
]
  .join(' ')
  .split(' ');
const values = scalars.filter((type) => type !== 'string');

/** Names that are no trouble in XML and some in JavaScript or C#. A number after them keeps the others unique. */
const oddNames = [
  'constructor',
  '__proto__',
  'toString',
  'then',
  'hasOwnProperty',
  'valueOf',
  'class',
  'default',
  '$value',
];
const oddStems = ['имя', 'x-', 'a.b.', '1st', 'sp ace', '_', 'Ünï', 'delete'];

/** Types that XML Schema has and C# does not, as texts. */
const textTypes = ['token', 'NMTOKEN', 'integer', 'duration', 'language', 'gYear', 'normalizedString', 'anyURI'];

/** Values of DefaultValue that its C# literal may have. */
const defaults = { int: '7', bool: 'true', string: '"plain"', double: '0.1D', long: '9007199254740993L' };

/** The types of a service: their C#, and what a parameter may have as its type. `mode` is `literal` or `encoded`. */
export function randomTypes(random, index, mode) {
  const pool = {
    random,
    index,
    mode,
    prefix: mode === 'literal' ? '' : 'E',
    count: 0,
    enums: [],
    flags: [],
    plainEnums: [],
    classes: [],
    structs: [],
  };
  // .NET has no structs inside others in SOAP encoding.
  const source = [plainEnum(pool), namedEnum(pool), flags(pool), ...(mode === 'literal' ? [struct(pool)] : [])];
  for (let i = 0; i < 4; i++) {
    source.push(family(pool));
  }
  if (mode === 'literal') {
    source.push(simpleContent(pool), choices(pool), mixed(pool), open(pool));
  }
  return { ...pool, source: source.join('\n') };
}

const newName = (pool, stem) => `${pool.prefix}${stem}${++pool.count}`;
const soap = (pool) => pool.mode === 'encoded';
const attribute = (pool) => (soap(pool) ? 'Soap' : 'Xml');

function plainEnum(pool) {
  const name = newName(pool, 'Plain');
  pool.plainEnums.push(name);
  return `public enum ${name} { Zero, One, Two = 5, constructor }`;
}

function namedEnum(pool) {
  const name = newName(pool, 'Named');
  pool.enums.push(name);
  const named = ['a b', '1', 'имя', '-'].map((text, i) => `[${attribute(pool)}Enum("${text}")] N${i}`);
  return `public enum ${name} { ${named.join(', ')}, Last }`;
}

function flags(pool) {
  const name = newName(pool, 'Flags');
  pool.flags.push(name);
  return `[Flags] public enum ${name} { A = 1, B = 2, C = 4, D = 8 }`;
}

/** A struct: never null, and so always there. */
function struct(pool) {
  const name = newName(pool, 'Struct');
  const source = `public struct ${name} { public int x; public string y; public ${pool.random.pick(scalars)} z; public double? w; }`;
  pool.structs.push(name);
  return source;
}

/** A class with random members, and sometimes classes that are derived from it. */
function family(pool) {
  const { random } = pool;
  const name = newName(pool, 'Class');
  const derived = random.chance(2) ? [newName(pool, 'Sub'), newName(pool, 'Sub')].slice(0, 1 + random.below(2)) : [];
  const include = derived.map((type) => `[${attribute(pool)}Include(typeof(${type}))] `).join('');
  const other = !soap(pool) && random.chance(4) ? `[XmlType(Namespace = "urn:types${pool.index}")] ` : '';
  const used = new Set();
  // A class with an order wants one of all that are derived from it.
  const ordered = !soap(pool) && random.chance(5);
  const lines = [
    `${other}${include}public class ${name} { ${members(pool, 2 + random.below(5), { used, ordered, self: name })} }`,
  ];
  for (const type of derived) {
    const anew = soap(pool) ? '' : other;
    lines.push(`${anew}public class ${type} : ${name} { ${members(pool, random.below(4), { used, ordered })} }`);
  }
  pool.classes.push(name, ...derived.slice(0, random.below(2)));
  return lines.join('\n');
}

function members(pool, count, { used, ordered: isOrdered, self }) {
  const { random } = pool;
  const ordered = isOrdered ? { next: 0 } : undefined;
  const makers = soap(pool) ? encodedMembers : literalMembers;
  const made = Array.from({ length: count }, () => random.weighted(makers)(pool, { ordered, used }));
  if (self !== undefined && ordered === undefined && random.chance(6)) {
    made.push(`public ${self} next;`);
  }
  return made.join(' ');
}

const memberName = (pool) => `m${++pool.count}`;

/** The name on the wire, which is often odd. */
function wireName({ random, count }, { used }, name) {
  if (!random.chance(4)) {
    return name;
  }
  const odd = random.pick(oddNames);
  if (random.chance(2) && !used.has(odd)) {
    used.add(odd);
    return odd;
  }
  return `${random.pick(oddStems)}${count}`;
}

/** `[XmlElement(…)]` with a name and whatever else is asked for; in a class with an order, with its number. */
function element(pool, context, name, further = []) {
  const { random } = pool;
  const namespace = random.chance(8) ? [`Namespace = "urn:elements${pool.index}"`] : [];
  // In a namespace of its own, an element has one type in the whole service.
  const wire = namespace.length === 0 ? wireName(pool, context, name) : name;
  const unqualified = namespace.length === 0 && random.chance(8) ? ['Form = XmlSchemaForm.Unqualified'] : [];
  const order = context.ordered === undefined ? [] : [`Order = ${context.ordered.next++}`];
  const all = [...further, ...namespace, ...unqualified, ...order];
  return wire === name && all.length === 0 ? '' : `[XmlElement(${[`"${wire}"`, ...all].join(', ')})] `;
}

function plainType(pool) {
  const { random } = pool;
  return random.weighted([
    [10, random.pick(scalars)],
    [2, random.pick([...pool.enums, ...pool.plainEnums])],
    [1, random.pick(pool.flags)],
    [1, pool.structs.length > 0 ? random.pick(pool.structs) : 'int'],
    [2, pool.classes.length > 0 ? random.pick(pool.classes) : 'string'],
    [1, 'byte[]'],
  ]);
}

/** Bytes would be one value in the array of C#. */
function itemType(pool) {
  const type = plainType(pool);
  return type === 'byte' ? 'short' : type;
}

const simpleType = (pool) => pool.random.pick([...scalars, ...pool.enums, ...pool.flags, ...pool.plainEnums]);

function scalarMember(pool, context) {
  const name = memberName(pool);
  return `${element(pool, context, name)}public ${plainType(pool)} ${name};`;
}

function attributeMember(pool, context) {
  const { random } = pool;
  const name = memberName(pool);
  const form = random.weighted([
    [6, ''],
    [1, ', Namespace = "urn:attributes"'],
    [1, ', Form = XmlSchemaForm.Qualified'],
  ]);
  const type = random.weighted([
    [8, simpleType(pool)],
    [1, 'int[]'],
    [1, 'bool[]'],
  ]);
  return `[XmlAttribute("${wireName(pool, context, name)}"${form})] public ${type} ${name};`;
}

const orderOf = ({ ordered }) => (ordered === undefined ? '' : `, Order = ${ordered.next++}`);

function arrayMember(pool, context) {
  const { random } = pool;
  const name = memberName(pool);
  const item = itemType(pool);
  const itemAttribute = random.chance(2) ? `[XmlArrayItem("${random.pick(['i', 'имя', 'constructor'])}")] ` : '';
  const type = random.chance(2) && item !== 'byte[]' ? `List<${item}>` : `${item}[]`;
  return `[XmlArray("${wireName(pool, context, name)}"${orderOf(context)})] ${itemAttribute}public ${type} ${name};`;
}

function flatMember(pool, context) {
  const { random } = pool;
  const name = memberName(pool);
  const item = itemType(pool);
  const type = random.chance(2) && item !== 'byte[]' ? `List<${item}>` : `${item}[]`;
  const attributes = element(pool, context, name) || `[XmlElement("${name}")] `;
  return `${attributes}public ${type} ${name};`;
}

function jaggedMember(pool, context) {
  const { random } = pool;
  const name = memberName(pool);
  const type = random.pick([
    'int[][]',
    'string[][]',
    'List<List<string>>',
    'DateTime[][]',
    `${random.pick(pool.enums)}[][]`,
  ]);
  return `[XmlArray("${wireName(pool, context, name)}"${orderOf(context)})] public ${type} ${name};`;
}

function nullableMember(pool, context) {
  const name = memberName(pool);
  const type = pool.random.pick([...values, ...pool.enums, ...pool.structs]);
  return `${element(pool, context, name)}public ${type}? ${name};`;
}

function nillableMember(pool, context) {
  const name = memberName(pool);
  const type = pool.random.pick(['string', 'byte[]', ...pool.classes]);
  return `${element(pool, context, name, ['IsNullable = true'])}public ${type} ${name};`;
}

function specifiedMember(pool, context) {
  const name = memberName(pool);
  const type = pool.random.pick([...values, ...pool.enums]);
  return `${element(pool, context, name)}public ${type} ${name}; [XmlIgnore] public bool ${name}Specified;`;
}

function defaultMember(pool, context) {
  const { random } = pool;
  const name = memberName(pool);
  const type = random.pick(Object.keys(defaults));
  const place = random.chance(3) ? `[XmlAttribute("${wireName(pool, context, name)}")] ` : element(pool, context, name);
  return `${place}[DefaultValue(${defaults[type]})] public ${type} ${name} = ${defaults[type]};`;
}

function typedMember(pool, context) {
  const { random } = pool;
  const name = memberName(pool);
  const [type, dataType] = random.pick([
    ['DateTime', 'date'],
    ['DateTime', 'time'],
    ['byte[]', 'hexBinary'],
    ...textTypes.map((text) => ['string', text]),
  ]);
  return `${element(pool, context, name, [`DataType = "${dataType}"`])}public ${type} ${name};`;
}

function objectMember(pool, context) {
  const name = memberName(pool);
  return `${element(pool, context, name)}public object ${name};`;
}

const literalMembers = [
  [8, scalarMember],
  [3, attributeMember],
  [3, arrayMember],
  [2, flatMember],
  [1, jaggedMember],
  [2, nullableMember],
  [1, nillableMember],
  [2, specifiedMember],
  [1, defaultMember],
  [1, typedMember],
  [1, objectMember],
];

/** SOAP encoding has names and nothing else: no attributes, namespaces, choices or defaults. */
const encodedMembers = [
  [6, (pool, context) => soapMember(pool, context, plainType(pool))],
  [1, (pool, context) => soapMember(pool, context, `${pool.random.pick(values.filter((type) => type !== 'byte'))}[]`)],
  [1, (pool, context) => soapMember(pool, context, 'object')],
];

function soapMember(pool, context, type) {
  const name = memberName(pool);
  const wire = wireName(pool, context, name);
  return `${wire === name ? '' : `[SoapElement("${wire}")] `}public ${type} ${name};`;
}

/** A text with attributes. */
function simpleContent(pool) {
  const { random } = pool;
  const name = newName(pool, 'Text');
  const context = { used: new Set() };
  const attributes = Array.from({ length: random.below(4) }, () => attributeMember(pool, context)).join(' ');
  pool.classes.push(name);
  return `public class ${name} { [XmlText] public ${simpleType(pool)} text; ${attributes} }`;
}

/** Choices: by the type of the value, by a member that names the alternative, and repeated. */
function choices(pool) {
  const { random } = pool;
  const name = newName(pool, 'Choice');
  const kind = newName(pool, 'Kind');
  const of = random.pick(pool.classes);
  pool.classes.push(name);
  const alternatives = (stem, types) =>
    types.map((type, i) => `[XmlElement("${stem}${i}", typeof(${type}))]`).join(' ');
  const byType = `${alternatives('one', ['int', 'string', of])} public object one;`;
  const many = `${alternatives('many', ['string', 'double', 'bool'])} public object[] many;`;
  const named = `${alternatives('k', ['string', 'string', 'int'])} [XmlChoiceIdentifier("kind")] public object named; [XmlIgnore] public ${kind} kind;`;
  const listed = `${alternatives('l', ['string', 'string', 'long'])} [XmlChoiceIdentifier("kinds")] public object[] listed; [XmlIgnore] public ${kind}s[] kinds;`;
  const members = [byType, many, named, listed].filter(() => random.chance(2));
  return `[XmlType(IncludeInSchema = false)] public enum ${kind} { k0, k1, k2 } [XmlType(IncludeInSchema = false)] public enum ${kind}s { l0, l1, l2 }
public class ${name} { public int first; ${members.join(' ')} }`;
}

/** Text between elements. */
function mixed(pool) {
  const name = newName(pool, 'Mixed');
  pool.classes.push(name);
  const content = pool.random.pick([
    '[XmlText] [XmlAnyElement] public XmlNode[] content;',
    '[XmlText(typeof(string))] [XmlElement("b", typeof(int))] [XmlElement("i", typeof(double))] public object[] content;',
  ]);
  return `public class ${name} { [XmlAttribute] public string a; ${content} }`;
}

/** Elements and attributes that the schema does not know. */
function open(pool) {
  const { random } = pool;
  const name = newName(pool, 'Open');
  pool.classes.push(name);
  const attributes = random.chance(2) ? '[XmlAnyAttribute] public XmlAttribute[] others;' : '';
  return `public class ${name} { public string first; [XmlAnyElement] public XmlElement[] any; ${attributes} }`;
}
