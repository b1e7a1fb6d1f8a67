/**
 * WSDLs of any size with the mix of published ones: a namespace an area of business, with abstract records and
 * their extensions, enumerations, arrays, choices, anonymous types, attributes and attribute groups, simple content, facets,
 * references between namespaces, a substitution group, documentation, headers, faults, and two bindings.
 */

const commonNamespace = 'urn:large:common';
const fieldTypes = [
  ['id', 'x:long'],
  ['number', 'c:Code'],
  ['title', 'x:string'],
  ['created', 'x:dateTime'],
  ['due', 'x:date'],
  ['rate', 'x:double'],
  ['quantity', 'x:int'],
  ['active', 'x:boolean'],
  ['total', 'c:Money'],
  ['discount', 'x:decimal'],
  ['address', 'c:Address'],
  ['owner', 'c:RecordRef'],
  ['content', 'x:base64Binary'],
  ['homepage', 'x:anyURI'],
];
const records = [
  'Invoice',
  'Order',
  'Customer',
  'Item',
  'Shipment',
  'Contract',
  'Payment',
  'Employee',
  'Project',
  'Task',
];
const documentationWords =
  'the value that was agreed with partner when record is created and may be changed later by an administrator until period closes'.split(
    ' ',
  );

/**
 * A WSDL of about `bytes` bytes.
 *
 * @param oneNamespace All types are in one namespace, as with some large publishers.
 */
export function largeWsdl(bytes, { oneNamespace = false } = {}) {
  const parts = { schemas: [common()], messages: [], operations: [], bound11: [], bound12: [] };
  for (let i = 0, size = 0; size < bytes; i++) {
    const added = area(i, oneNamespace);
    for (const [name, text] of Object.entries(added)) {
      parts[name].push(text);
      size += Buffer.byteLength(text) + 1;
    }
  }
  const join = (name) => parts[name].join('\n');
  const schemas = oneNamespace
    ? `${parts.schemas[0]}\n${openSchema('urn:large:area', commonNamespace)}\n${parts.schemas.slice(1).join('\n')}\n</x:schema>`
    : join('schemas');
  const port = (version) =>
    `<port name="Large${version}" binding="w:Large${version}"><soap${version}:address location="http://large.example/svc"/></port>`;
  const binding = (version, operations) =>
    `<binding name="Large${version}" type="w:Large"><soap${version}:binding transport="http://schemas.xmlsoap.org/soap/http"/>\n${operations}\n</binding>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:w="urn:large" xmlns:c="${commonNamespace}" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:soap11="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" targetNamespace="urn:large">
<types>
${schemas}
</types>
<message name="Session"><part name="session" element="c:session"/></message>
<message name="Failure"><part name="failure" element="c:failure"/></message>
${join('messages')}
<portType name="Large">
${join('operations')}
</portType>
${binding('11', join('bound11'))}
${binding('12', join('bound12'))}
<service name="Large">${port('11')}${port('12')}</service>
</definitions>
`;
}

function common() {
  return `${openSchema(commonNamespace)}
<x:simpleType name="Code"><x:restriction base="x:string"><x:maxLength value="20"/><x:pattern value="[A-Z0-9-]*"/></x:restriction></x:simpleType>
<x:simpleType name="Currency"><x:restriction base="x:string">${['EUR', 'USD', 'GBP'].map((code) => `<x:enumeration value="${code}"/>`).join('')}</x:restriction></x:simpleType>
<x:complexType name="Money"><x:simpleContent><x:extension base="x:decimal"><x:attribute name="currency" type="c:Currency" use="required"/></x:extension></x:simpleContent></x:complexType>
<x:complexType name="Address"><x:sequence>${['street', 'city', 'zip', 'country'].map((name) => `<x:element name="${name}" type="x:string" minOccurs="0"/>`).join('')}</x:sequence></x:complexType>
<x:complexType name="RecordRef"><x:sequence><x:element name="name" type="x:string" minOccurs="0"/></x:sequence><x:attribute name="internalId" type="x:string"/></x:complexType>
<x:complexType name="Record" abstract="true"><x:sequence><x:element name="nullFields" type="c:RecordRef" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType>
<x:attributeGroup name="Trace"><x:attribute name="version" type="x:int"/><x:attribute name="changed" type="x:dateTime"/></x:attributeGroup>
<x:element name="session"><x:complexType><x:sequence><x:element name="ticket" type="x:string"/><x:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType></x:element>
<x:element name="failure"><x:complexType><x:sequence><x:element name="code" type="c:Code"/><x:element name="message" type="x:string"/></x:sequence></x:complexType></x:element>
</x:schema>`;
}

function openSchema(namespace, ...imported) {
  const imports = imported.map((other) => `<x:import namespace="${other}"/>`).join('');
  return `<x:schema xmlns:a="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">${imports}`;
}

/** The part for one area of business: about 60 KB. */
function area(i, oneNamespace) {
  const tag = oneNamespace ? String(i) : '';
  const own = oneNamespace ? 'urn:large:area' : `urn:large:area-${i}`;
  const before = Math.max(i - 1, 0);
  const earlier = oneNamespace
    ? { tag: String(before), namespace: own }
    : { tag: '', namespace: `urn:large:area-${before}` };
  const types = records.map((name, k) => record(name, tag, i * records.length + k, earlier)).join('\n');
  const heads = `<x:element name="note${tag}" type="a:Note${tag}"/>
<x:complexType name="Note${tag}"><x:sequence><x:element name="text" type="x:string"/></x:sequence></x:complexType>
${['mail', 'call', 'letter'].map((kind) => `<x:element name="${kind}${tag}" substitutionGroup="a:note${tag}"><x:complexType><x:complexContent><x:extension base="a:Note${tag}"><x:sequence><x:element name="${kind}At" type="x:dateTime"/></x:sequence></x:extension></x:complexContent></x:complexType></x:element>`).join('\n')}
<x:complexType name="Entity${tag}" abstract="true">${documentation(i)}<x:complexContent><x:extension base="c:Record"><x:sequence><x:element name="externalId" type="c:Code" minOccurs="0"/><x:element ref="a:note${tag}" minOccurs="0" maxOccurs="unbounded"/></x:sequence><x:attributeGroup ref="c:Trace"/></x:extension></x:complexContent></x:complexType>`;
  const schema = `${heads}\n${types}`;
  const operations = records.flatMap((name) => ['get', 'search', 'save'].map((verb) => `${verb}${name}`));
  const bound = (version) => operations.map((name) => boundOperation(`${name}${i}`, version)).join('\n');
  return {
    schemas: oneNamespace
      ? schema
      : `${openSchema(own, commonNamespace, ...(i > 0 ? [earlier.namespace] : []))}\n${schema}\n</x:schema>`,
    messages: operations.map((name) => messages(name, i, tag, own)).join('\n'),
    operations: operations.map((name) => operation(`${name}${i}`)).join('\n'),
    bound11: bound('11'),
    bound12: bound('12'),
  };
}

/** A record: its enumeration, lines, array, type, a search by it, and the elements of its operations. */
function record(name, tag, seed, earlier) {
  const type = (own) => `a:${own}${tag}`;
  const status = Array.from(
    { length: 4 + (seed % 9) },
    (_, k) => `<x:enumeration value="${name.toLowerCase()}State${k}"/>`,
  );
  const fields = fieldTypes
    .filter((_, k) => (seed + k * 7) % 5 !== 0)
    .map(([own, of], k) => field(own, of, k % 3 === 0 ? '' : ' minOccurs="0"', k % 2 === 0 ? seed + k : undefined));
  const related = records[(seed * 3 + 1) % records.length];
  const lines = `<x:complexType name="${name}Line${tag}"><x:sequence>${field('item', 'c:RecordRef')}${field('amount', 'c:Money')}<x:choice>${field('pieces', 'x:int')}${field('weight', 'x:double')}</x:choice></x:sequence><x:attribute name="line" type="x:int" use="required"/></x:complexType>
<x:complexType name="ArrayOf${name}Line${tag}"><x:sequence>${field('line', type(`${name}Line`), ' minOccurs="0" maxOccurs="unbounded" nillable="true"')}</x:sequence></x:complexType>`;
  const content = `${fields.join('')}${field('status', type(`${name}Status`))}${field('lines', type(`ArrayOf${name}Line`), ' minOccurs="0"')}<x:element name="related" xmlns:e="${earlier.namespace}" type="e:${related}${earlier.tag}" minOccurs="0" maxOccurs="unbounded"/><x:element name="terms" minOccurs="0"><x:complexType><x:sequence>${field('days', 'x:int')}${field('clause', 'x:string', ' maxOccurs="unbounded"')}</x:sequence></x:complexType></x:element>`;
  const base = seed % 4 === 3 ? type(records[(records.indexOf(name) + 9) % records.length]) : type('Entity');
  const extension = base === type('Entity') ? content : field(`special${name}`, 'c:Money', ' minOccurs="0"');
  return `<x:simpleType name="${name}Status${tag}">${documentation(seed + 1)}<x:restriction base="x:string">${status.join('')}</x:restriction></x:simpleType>
${lines}
<x:complexType name="${name}${tag}">${documentation(seed)}<x:complexContent><x:extension base="${base}"><x:sequence>${extension}</x:sequence></x:extension></x:complexContent></x:complexType>
<x:complexType name="${name}Search${tag}"><x:sequence>${field('text', 'x:string', ' minOccurs="0"')}${field('status', type(`${name}Status`), ' minOccurs="0" maxOccurs="unbounded"')}${field('page', 'x:int', ' default="1" minOccurs="0"')}</x:sequence></x:complexType>
${wrapper(`get${name}${tag}`, field('id', 'c:RecordRef'))}
${wrapper(`get${name}Response${tag}`, field('result', type(name), ' minOccurs="0"'))}
${wrapper(`search${name}${tag}`, field('search', type(`${name}Search`)))}
${wrapper(`search${name}Response${tag}`, `${field('record', type(name), ' minOccurs="0" maxOccurs="unbounded"')}${field('pages', 'x:int')}`)}
${wrapper(`save${name}${tag}`, field('record', type(name)))}
${wrapper(`save${name}Response${tag}`, field('result', 'c:RecordRef'))}`;
}

function wrapper(name, content) {
  return `<x:element name="${name}"><x:complexType><x:sequence>${content}</x:sequence></x:complexType></x:element>`;
}

function field(name, type, more = '', seed = undefined) {
  const start = `<x:element name="${name}" type="${type}"${more}`;
  return seed === undefined ? `${start}/>` : `${start}>${documentation(seed)}</x:element>`;
}

function documentation(seed) {
  const words = Array.from(
    { length: 6 + (seed % 15) },
    (_, k) => documentationWords[(seed + k * 5) % documentationWords.length],
  );
  return `<x:annotation><x:documentation>${words.join(' ')}.</x:documentation></x:annotation>`;
}

function messages(operation, i, tag, namespace) {
  const message = (suffix) =>
    `<message name="${operation}${i}${suffix}"><part name="parameters" xmlns:a="${namespace}" element="a:${operation}${suffix}${tag}"/></message>`;
  return message('') + message('Response');
}

function operation(name) {
  return `<operation name="${name}"><input message="w:${name}"/><output message="w:${name}Response"/><fault name="failure" message="w:Failure"/></operation>`;
}

function boundOperation(name, version) {
  const soap = `soap${version}`;
  const body = `<${soap}:body use="literal"/>`;
  return `<operation name="${name}"><${soap}:operation soapAction="urn:large/${name}" style="document"/><input><${soap}:header message="w:Session" part="session" use="literal"/>${body}</input><output>${body}</output><fault name="failure"><${soap}:fault name="failure" use="literal"/></fault></operation>`;
}
