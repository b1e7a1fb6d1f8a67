import fc from 'fast-check';
import { itInAll } from '../../../tests/support/in-all.js';
import { thorough } from '../../../tests/support/thorough.js';
import * as xs from '../schema/xs.js';
import { formatTree, parseTree } from '../xml/trees/tree-io.js';
import type { DataRow, DataSet } from './model.js';
import { decodeName, encodeName } from './names.js';
import { readDataSet } from './read.js';
import { writeDataSet } from './write.js';

const schemaPrefixes =
  'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"';
const diffgr = 'xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"';

/** A message whose schema has some components in addition to the data set of one table, and its rows. */
function content(columns: string, rows: string, components = ''): unknown {
  const schema = `<xs:schema id="D" ${schemaPrefixes}><xs:element name="D" msdata:IsDataSet="true"><xs:complexType><xs:choice><xs:element name="T"><xs:complexType>${columns}</xs:complexType></xs:element></xs:choice></xs:complexType></xs:element>${components}</xs:schema>`;
  return {
    schema: parseTree(schema),
    $any: parseTree(`<diffgr:diffgram ${diffgr}><D>${rows}</D></diffgr:diffgram>`),
  };
}

const rowsOf = (value: unknown): readonly DataRow[] => readDataSet(value).tables.T?.rows ?? [];

describe('names of tables and columns', () => {
  it.each([
    ['First Name', 'First_x0020_Name'],
    ['2nd', '_x0032_nd'],
    ['a_x0020_b', 'a_x005F_x0020_b'],
    ['Größe', 'Größe'],
    ['a:b', 'a_x003A_b'],
  ])('%s is %s', (name, element) => {
    expect(encodeName(name)).toBe(element);
    expect(decodeName(element)).toBe(name);
  });

  it('are the same after writing and reading', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => decodeName(encodeName(name)) === name));
  });
});

describe('a DataSet that a program makes', () => {
  it('is written with a schema, and read as it was', () => {
    const made: DataSet = {
      name: 'Shop',
      namespace: 'urn:shop',
      tables: {
        'Order Line': {
          columns: {
            Id: { type: xs.long, required: true },
            Note: { type: xs.string },
            Amount: { type: xs.decimal, mapping: 'attribute' },
            __proto: { type: xs.int, mapping: 'hidden' },
          },
          rows: [
            { values: { Id: 1n, Note: null, Amount: '2.50' } },
            { values: { Id: 2n, Note: 'new' }, state: 'modified', original: { Id: 2n, Note: 'old' }, error: 'why?' },
          ],
          deleted: [{ values: { Id: 3n } }],
        },
      },
    };
    const { tables } = readDataSet(writeDataSet(made));
    expect(Object.keys(tables)).toEqual(['Order Line']);
    expect(tables['Order Line']?.columns).toMatchObject({ Id: { required: true }, Amount: { mapping: 'attribute' } });
    expect(tables['Order Line']?.rows).toMatchObject([
      { values: { Id: 1n, Note: null, Amount: '2.50' }, id: 'Order Line1', order: 0 },
      { values: { Note: 'new' }, state: 'modified', original: { Note: 'old' }, error: 'why?' },
    ]);
    expect(tables['Order Line']?.deleted).toMatchObject([{ values: { Id: 3n }, id: 'Order Line3' }]);
  });

  it('is written in the order of its columns, whatever the order of the values', () => {
    const columns = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, { type: xs.int }]));
    const rows = [{ values: { e: 1, b: 2, x: 3 } }, { values: { g: 1, f: 2, e: 3, d: 4, c: null, a: 5 } }];
    const { $any } = writeDataSet({ name: 'D', tables: { T: { columns, rows } } });
    const written = [...formatTree($any).matchAll(/<T .*?<\/T>/g)].map(([row]) => row.replace(/<\/.*?>|<T .*?>/g, ''));
    expect(written).toEqual(['<b>2<e>1', '<a>5<d>4<e>3<f>2<g>1']);
  });

  it('gives rows names that no other has', () => {
    const rows = [{ values: {}, id: 'T1' }, { values: {} }, { values: {} }];
    const { $any } = writeDataSet({ name: 'D', tables: { T: { columns: {}, rows } } });
    expect(readDataSet($any).tables.T?.rows.map(({ id }) => id)).toEqual(['T1', 'T2', 'T3']);
  });

  it('refuses values of other types, and tables of several namespaces without a schema', () => {
    const table = { columns: { a: { type: xs.int } }, rows: [{ values: { a: 'x' } }] };
    expect(() => writeDataSet({ name: 'D', tables: { T: table } })).toThrow('/DataSet/T[0]/a');
    const other = { columns: {}, rows: [], namespace: 'urn:other' };
    expect(() => writeDataSet({ name: 'D', tables: { T: other } })).toThrow('a namespace of its own');
  });
});

describe('readDataSet', () => {
  it('finds types through definitions by name, references and restrictions', () => {
    const columns =
      '<xs:sequence><xs:element name="a" type="Big"/><xs:element ref="b" minOccurs="0"/><xs:element name="c" minOccurs="0"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element></xs:sequence><xs:attribute name="d" type="xs:boolean"/>';
    const components =
      '<xs:simpleType name="Big"><xs:restriction base="Bigger"/></xs:simpleType><xs:simpleType name="Bigger"><xs:restriction base="xs:long"/></xs:simpleType><xs:element name="b" type="xs:float"/>';
    const [row] = rowsOf(content(columns, '<T d="1"><a>5</a><b>INF</b><c>1 2</c></T>', components));
    expect(row?.values).toEqual({ a: 5n, b: Number.POSITIVE_INFINITY, c: '1 2', d: true });
  });

  it('reads text where there is no schema, and columns that a schema does not know', () => {
    const columns = '<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>';
    expect(rowsOf(content(columns, '<T><a>1</a><more>2</more></T>'))[0]?.values).toEqual({ a: 1, more: '2' });
    const tree = parseTree(
      `<diffgr:diffgram ${diffgr}><D><T diffgr:id="T1"><a>1</a></T><T><a/></T></D></diffgr:diffgram>`,
    );
    expect(rowsOf(tree).map(({ values }) => values)).toEqual([{ a: '1' }, { a: '' }]);
    expect(rowsOf(parseTree('<D><T><a>1</a></T></D>'))[0]?.values).toEqual({ a: '1' });
  });

  it('has null for xsi:nil and for absent values', () => {
    const columns =
      '<xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence>';
    const nil = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"';
    expect(rowsOf(content(columns, `<T><a ${nil}/></T>`))[0]?.values).toEqual({ a: null, b: null });
  });

  it('accepts names that every object has', () => {
    const columns =
      '<xs:sequence><xs:element name="__proto__" type="xs:int"/><xs:element name="constructor" type="xs:int"/></xs:sequence>';
    const value = content(columns, '<T><__proto__>1</__proto__><constructor>2</constructor></T>');
    const values = rowsOf(value)[0]?.values;
    expect(Object.entries(values ?? {})).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
    expect(rowsOf(writeDataSet(readDataSet(value)))[0]?.values).toEqual(values);
  });

  it('names the place of an invalid value, and reports a missing DataSet', () => {
    const columns = '<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>';
    expect(() => rowsOf(content(columns, '<T><a>1</a></T><T><a>x</a></T>'))).toThrow('/DataSet/T[1]/a');
    expect(() => readDataSet({})).toThrow(TypeError);
    expect(() => readDataSet(undefined)).toThrow(TypeError);
  });

  it('is not led in circles by schemas that mean harm', () => {
    const columns =
      '<xs:sequence><xs:element ref="T"/><xs:element name="a" type="A"/><xs:element name="b" type="C"/></xs:sequence>';
    const circle =
      '<xs:element name="T" type="C"/><xs:complexType name="C"><xs:sequence><xs:element ref="T"/></xs:sequence></xs:complexType><xs:simpleType name="A"><xs:restriction base="A"/></xs:simpleType>';
    expect(rowsOf(content(columns, '<T><a>1</a><b><T/></b></T>', circle))[0]?.values).toMatchObject({ a: '1' });
    const chain = Array.from(
      { length: 20_000 },
      (_, i) =>
        `<xs:element name="e${i}"><xs:complexType><xs:sequence><xs:element ref="e${i + 1}"/></xs:sequence></xs:complexType></xs:element>`,
    ).join('');
    expect(rowsOf(content('<xs:sequence><xs:element ref="e0"/></xs:sequence>', '<T/>', chain))).toHaveLength(1);
  });

  it('adds nulls for absent columns, in proportion to the message', () => {
    const column = (i: number) => `<xs:element name="c${i}" type="xs:int" minOccurs="0"/>`;
    const columns = `<xs:sequence>${Array.from({ length: 2000 }, (_, i) => column(i)).join('')}</xs:sequence>`;
    const count = thorough ? 1000 : 250;
    const rows = rowsOf(content(columns, '<T/>'.repeat(count)));
    expect(Object.keys(rows[0]?.values ?? {})).toHaveLength(2000);
    const all = rows.reduce((sum, { values }) => sum + Object.keys(values).length, 0);
    expect(all).toBeLessThanOrEqual(100_000 + 16 * count);
    const usual = rowsOf(content(columns, `<T>${'<c7>1</c7>'.repeat(200)}</T>`.repeat(count)));
    expect(Object.keys(usual.at(-1)?.values ?? {})).toHaveLength(2000);
  });

  itInAll('uses memory for the content of the message, not for each column of each row', () => {
    const count = 30_000;
    const column = (i: number) => `<xs:element name="c${i}" type="xs:int" minOccurs="0"/>`;
    const declared = `<xs:sequence>${Array.from({ length: count }, (_, i) => column(i)).join('')}</xs:sequence>`;
    const rows = rowsOf(content(declared, `<T><c1>1</c1></T>${'<T/>'.repeat(count)}<T><c2>2</c2></T>`));
    expect(rows[0]?.values).toMatchObject({ c0: null, c1: 1 });
    expect(rows.at(-1)?.values).toEqual({ c2: 2 });

    const found = parseTree(`<D>${Array.from({ length: count }, (_, i) => `<T><c${i}>x</c${i}></T>`).join('')}</D>`);
    expect(rowsOf(found)).toHaveLength(count);
  });
});
