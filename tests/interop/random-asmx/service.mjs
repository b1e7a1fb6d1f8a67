import { createRandom } from './random.mjs';
import { randomTypes } from './types.mjs';

/** Names of parameters on the wire. Those of C# are `p0`, `p1`. */
const oddParameters = ['constructor', '__proto__', 'toString', 'имя', 'x-y', 'a.b', 'then', 'class', 'seed2'];

const styles = [
  [8, 'wrapped'],
  [3, 'bare'],
  [3, 'rpcLiteral'],
  [4, 'rpcEncoded'],
  [2, 'documentEncoded'],
];

const styleAttributes = {
  wrapped: '[SoapDocumentMethod]',
  bare: '[SoapDocumentMethod(ParameterStyle = SoapParameterStyle.Bare)]',
  rpcLiteral: '[SoapRpcMethod(Use = SoapBindingUse.Literal)]',
  rpcEncoded: '[SoapRpcMethod]',
  documentEncoded: '[SoapDocumentMethod(Use = SoapBindingUse.Encoded)]',
};

const isEncoded = (style) => style === 'rpcEncoded' || style === 'documentEncoded';

/**
 * A service in C# with `count` random operations. Each operation N is a pair: `GiveN` makes values from a seed and returns them, `EchoN` takes such
 * values, writes them to stdout, and returns what it may. The same seed and index, the same service.
 */
export function randomService(seed, index, count) {
  const random = createRandom(seed * 7919 + index * 104729 + 1);
  const types = { literal: randomTypes(random, index, 'literal'), encoded: randomTypes(random, index, 'encoded') };
  const made = Array.from({ length: count }, (_, number) => operation(random, types, number, index));
  const name = `S${index}`;
  const include = types.encoded.classes.map((type) => `[SoapInclude(typeof(${type}))]`).join('');
  const source = `namespace N${index} {
${types.literal.source}
${types.encoded.source}
${made.map(({ header }) => header ?? '').join('\n')}
[WebService(Namespace = "urn:service${index}")] ${random.chance(2) ? include : ''}
public class ${name} : WebService {
${made.map(({ code }) => code).join('\n')}
}
}
`;
  return {
    name,
    namespace: `N${index}`,
    source,
    operations: made.map(({ code: _, header: __, ...operation }) => operation),
  };
}

/** The `using` lines of a file with random services. */
export const usings = [
  '',
  '.Collections.Generic',
  '.ComponentModel',
  '.Web.Services',
  '.Web.Services.Description',
  '.Web.Services.Protocols',
  '.Xml',
  '.Xml.Schema',
  '.Xml.Serialization',
]
  .map((name) => `using System${name};\n`)
  .join('');

function operation(random, types, number, index) {
  const kind = random.weighted([
    [6, 'values'],
    [3, 'form'],
    [1, 'oneWay'],
  ]);
  const style = kind === 'oneWay' ? 'wrapped' : random.weighted(styles);
  const parameters = parametersOf(random, types[isEncoded(style) ? 'encoded' : 'literal'], { kind, style, number });
  const header = kind === 'values' && style === 'wrapped' && random.chance(4) ? `Header${number}` : undefined;
  const code = codeOf({ kind, style, number, parameters, header });
  return {
    number,
    kind,
    style,
    header,
    parameters: parameters.map(({ wire, echoed, isOptional }) => ({ wire, echoed, isOptional })),
    code: header === undefined ? code : `public ${header} header${number};\n${code}`,
    ...(header === undefined ? {} : { header: headerClass(random, types.literal, header, index), headerName: header }),
  };
}

function headerClass(random, pool, name, index) {
  const member = random.pick(['string', 'int', 'DateTime', 'string[]', ...pool.classes, ...pool.enums]);
  return `[XmlRoot(Namespace = "urn:headers${index}")] public class ${name} : SoapHeader { public string text; public ${member} value; }`;
}

function parametersOf(random, pool, { kind, style, number }) {
  const count = style === 'bare' || kind === 'oneWay' ? 1 : 1 + random.below(kind === 'form' ? 4 : 3);
  const used = new Set();
  return Array.from({ length: count }, (_, i) => {
    const type = kind === 'form' ? formType(random, pool) : anyType(random, pool, style);
    const odd = random.pick(oddParameters);
    const wire =
      style === 'bare' ? `Bare${number}` : random.chance(4) && !used.has(odd) && kind !== 'form' ? odd : `p${i}`;
    used.add(wire);
    const echoed = kind === 'form' ? i === 0 : kind !== 'oneWay' && (i === 0 || random.chance(2));
    const attributes = attributesOf(random, { style, type, wire, kind, place: `${pool.index}.${number}` });
    return {
      type,
      wire,
      echoed,
      isOptional:
        (style === 'wrapped' || style === 'documentEncoded') &&
        isReference(pool, type) &&
        !attributes.includes('IsNullable'),
      attributes,
    };
  });
}

/** Types that .NET offers over GET and POST; of enumerations, those whose members have the same name in C# and on the wire. */
function formType(random, pool) {
  const simple = [
    'bool',
    'sbyte',
    'short',
    'int',
    'uint',
    'long',
    'ulong',
    'float',
    'double',
    'decimal',
    'string',
    'string',
    'char',
    'DateTime',
    'System.Guid',
  ];
  const type = random.pick([...simple, ...pool.plainEnums, ...pool.flags]);
  return random.chance(5) ? `${type}[]` : type;
}

function anyType(random, pool, style) {
  const simple = random.pick([
    'bool',
    'int',
    'long',
    'ulong',
    'float',
    'double',
    'decimal',
    'string',
    'char',
    'DateTime',
    'System.Guid',
    'sbyte',
    'ushort',
  ]);
  const known = random.pick([...pool.classes, ...pool.enums, ...pool.flags, ...pool.structs]);
  const item = random.pick([simple, random.pick(pool.classes)]);
  return random.weighted([
    [4, simple],
    [10, known],
    [3, `${item}[]`],
    [2, isEncoded(style) ? `${item}[]` : `List<${item}>`],
    [
      1,
      style === 'wrapped' || style === 'bare'
        ? `${random.pick(['int', 'double', 'DateTime', ...pool.enums])}?`
        : simple,
    ],
    [
      1,
      isEncoded(style)
        ? 'byte[]'
        : random.pick([
            'byte[]',
            'object',
            'int[][]',
            'XmlQualifiedName',
            ...(style === 'rpcLiteral' ? [] : ['XmlElement']),
          ]),
    ],
  ]);
}

const isList = (type) => (type.endsWith('[]') && type !== 'byte[]') || type.startsWith('List<');

/** The attributes that name a parameter; in documents also its form, and whether null is said. */
function attributesOf(random, { style, type, wire, kind, place }) {
  if (isEncoded(style)) {
    return `SoapElement("${wire}")`;
  }
  if (isList(type) && style === 'wrapped' && kind !== 'form' && random.chance(3) && !type.includes('[][]')) {
    return `XmlElement("${wire}")`;
  }
  const further = style === 'wrapped' && kind !== 'form' ? furtherOf(random, type, place) : '';
  return `${isList(type) ? 'XmlArray' : 'XmlElement'}("${wire}"${further})`;
}

/** Whether a value may be null, and so is left out. */
function isReference(pool, type) {
  return (
    !type.endsWith('?') &&
    (type.includes('[') ||
      type.includes('<') ||
      pool.classes.includes(type) ||
      ['string', 'object', 'XmlElement', 'XmlQualifiedName'].includes(type))
  );
}

function furtherOf(random, type, place) {
  const nullable = type === 'string' || type.startsWith('Class') ? ', IsNullable = true' : '';
  return random.weighted([
    [6, ''],
    [1, nullable],
    [1, `, Namespace = "urn:parameters${place}"`],
    [1, ', Form = XmlSchemaForm.Unqualified'],
  ]);
}

function codeOf(operation) {
  return [give(operation), operation.kind === 'oneWay' ? tell(operation) : echo(operation)].join('\n');
}

const webMethod = (kind) => (kind === 'form' ? '[WebMethod(Description = "form")]' : '[WebMethod]');

function headed({ header, number }, direction) {
  return header === undefined ? '' : ` [SoapHeader("header${number}", Direction = SoapHeaderDirection.${direction})]`;
}

/** Returns values: the first as the result, others as parameters. */
function give(operation) {
  const { style, number, parameters, kind, header } = operation;
  const [first, ...others] = parameters;
  const target = kind === 'oneWay' ? `Tell${number}` : `Echo${number}`;
  const seed = style === 'bare' ? `[XmlElement("Seed${number}")] int seed` : 'int seed';
  const outs = others.map(({ type, attributes }, i) => `, [${attributes}] out ${type} p${i + 1}`).join('');
  const sets = others.map(({ type }, i) => `p${i + 1} = (${type})all[${i + 1}];`).join(' ');
  const sendsHeader = header === undefined ? '' : `header${number} = (${header})all[${parameters.length}];`;
  return `${webMethod('values')} ${styleAttributes[style]}${headed(operation, 'Out')} [return: ${bareResult(operation, 'Give')}]
public ${first.type} Give${number}(${seed}${outs}) { var all = Harness.Give(this, "${target}", seed); ${sets} ${sendsHeader} return (${first.type})all[0]; }`;
}

/** The result of a bare method is an element of its own. */
function bareResult({ style, number, parameters: [first] }, stem) {
  return style === 'bare' ? first.attributes.replace(`Bare${number}`, `${stem}${number}Result`) : first.attributes;
}

function echo(operation) {
  const { style, number, parameters, kind, header } = operation;
  const declared = parameters.map(
    ({ type, attributes, echoed }, i) => `[${attributes}] ${echoed && i > 0 ? 'ref ' : ''}${type} p${i}`,
  );
  const names = parameters.map((_, i) => `p${i}`).concat(header === undefined ? [] : [`header${number}`]);
  // An array alone would be taken for all the arguments.
  return `${webMethod(kind)} ${styleAttributes[style]}${headed(operation, 'InOut')} [return: ${bareResult(operation, 'Echo')}]
public ${parameters[0].type} Echo${number}(${declared.join(', ')}) { Harness.Take("Echo${number}", new object[] { ${names.join(', ')} }); return p0; }`;
}

function tell({ number, parameters: [{ type, attributes }] }) {
  return `[WebMethod] [SoapDocumentMethod(OneWay = true)]
public void Tell${number}([${attributes}] ${type} p0) { Harness.Take("Tell${number}", new object[] { p0 }); }`;
}
