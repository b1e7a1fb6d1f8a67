import type { Edit } from './shop.js';

/** Edits of the service, and the changes that they are: `level code subject`, and whom each breaks. */
export interface Case {
  readonly title: string;
  readonly edits: readonly Edit[];
  readonly changes: readonly string[];
}

export const cases: readonly Case[] = [
  {
    title: 'documentation',
    edits: [['<portType name="Shop">', '<portType name="Shop"><documentation>The shop.</documentation>']],
    changes: ['patch documentation-changed service Shop'],
  },
  {
    title: 'documentation of a type',
    edits: [
      [
        '<x:complexType name="Item">',
        '<x:complexType name="Item"><x:annotation><x:documentation>An item.</x:documentation></x:annotation>',
      ],
    ],
    changes: ['patch documentation-changed type Item'],
  },
  {
    title: 'documentation of a member',
    edits: [
      [
        '<x:element name="note" type="x:string" minOccurs="0"/>',
        '<x:element name="note" type="x:string" minOccurs="0"><x:annotation><x:documentation>A note.</x:documentation></x:annotation></x:element>',
      ],
    ],
    changes: ['patch documentation-changed type Order'],
  },
  {
    title: 'a new member with documentation, which is one change',
    edits: [
      [
        '<x:element name="note"',
        '<x:element name="extra" type="x:int" minOccurs="0"><x:annotation><x:documentation>New.</x:documentation></x:annotation></x:element><x:element name="note"',
      ],
    ],
    changes: ['minor element-added type Order (strict oldClients, strict newClients, strict json)'],
  },
  {
    title: 'a port with another name at the same address',
    edits: [['<port name="Shop"', '<port name="ShopSoap"']],
    changes: ['minor port-renamed service Shop'],
  },
  {
    title: 'an optional element in requests',
    edits: [['<x:element name="note"', '<x:element name="extra" type="x:int" minOccurs="0"/><x:element name="note"']],
    changes: ['minor element-added type Order (strict oldClients, strict newClients, strict json)'],
  },
  {
    title: 'an optional element in answers',
    edits: [
      ['<x:element name="remark"', '<x:element name="extra" type="x:int" minOccurs="0"/><x:element name="remark"'],
    ],
    changes: ['minor element-added type Receipt (strict oldClients, strict json)'],
  },
  {
    title: 'a required element in requests and answers',
    edits: [['<x:element name="note"', '<x:element name="extra" type="x:int"/><x:element name="note"']],
    changes: ['major element-added type Order (callers, oldClients, newClients, implementers, json)'],
  },
  {
    title: 'a required element in answers',
    edits: [['<x:element name="remark"', '<x:element name="extra" type="x:int"/><x:element name="remark"']],
    changes: ['minor element-added type Receipt (strict oldClients, newClients, implementers, strict json)'],
  },
  {
    title: 'an optional element removed from requests and answers',
    edits: [['<x:element name="note" type="x:string" minOccurs="0"/>', '']],
    changes: ['major element-removed type Order (callers, strict oldClients, strict newClients, implementers, json)'],
  },
  {
    title: 'a required element removed from answers',
    edits: [['<x:element name="number" type="x:long"/>', '']],
    changes: ['major element-removed type Receipt (callers, oldClients, strict newClients, implementers, json)'],
  },
  {
    title: 'an element with another name',
    edits: [['name="number"', 'name="serial"']],
    changes: ['major element-renamed type Receipt (callers, oldClients, newClients, implementers, json)'],
  },
  {
    title: 'an element that becomes optional in answers',
    edits: [['<x:element name="number" type="x:long"/>', '<x:element name="number" type="x:long" minOccurs="0"/>']],
    changes: ['major element-became-optional type Receipt (callers, oldClients, json)'],
  },
  {
    title: 'an element that becomes required in answers',
    edits: [['<x:element name="remark" type="x:string" minOccurs="0"/>', '<x:element name="remark" type="x:string"/>']],
    changes: ['minor element-became-required type Receipt (newClients, implementers)'],
  },
  {
    title: 'an element that becomes a list in answers',
    edits: [
      ['<x:element name="number" type="x:long"/>', '<x:element name="number" type="x:long" maxOccurs="unbounded"/>'],
    ],
    changes: ['major element-became-list type Receipt (callers, oldClients, implementers, json)'],
  },
  {
    title: 'a list that becomes a single element',
    edits: [['type="t:Item" minOccurs="0" maxOccurs="unbounded"', 'type="t:Item" minOccurs="0"']],
    changes: ['major element-became-single type Order (callers, oldClients, newClients, implementers, json)'],
  },
  {
    title: 'a list with fewer items',
    edits: [['minOccurs="0" maxOccurs="unbounded"', 'minOccurs="0" maxOccurs="5"']],
    changes: ['minor element-occurrence-changed type Order (strict oldClients, strict newClients, json)'],
  },
  {
    title: 'an element that may be nil in answers',
    edits: [['<x:element name="number" type="x:long"/>', '<x:element name="number" type="x:long" nillable="true"/>']],
    changes: ['major element-nillable-changed type Receipt (callers, oldClients, json)'],
  },
  {
    title: 'a number that becomes larger in answers',
    edits: [['<x:element name="number" type="x:long"/>', '<x:element name="number" type="x:integer"/>']],
    changes: ['major element-type-changed type Receipt (oldClients, json)'],
  },
  {
    title: 'a number of another TypeScript type in requests',
    edits: [
      [
        '<x:element name="Find"><x:complexType><x:sequence><x:element name="id" type="x:int"/>',
        '<x:element name="Find"><x:complexType><x:sequence><x:element name="id" type="x:long"/>',
      ],
    ],
    changes: ['major element-type-changed type of Find (callers, newClients, implementers, json)'],
  },
  {
    title: 'a value added to an enumeration',
    edits: [['<x:enumeration value="sent"/>', '<x:enumeration value="sent"/><x:enumeration value="lost"/>']],
    changes: ['major enumeration-value-added type Status (callers, oldClients, newClients, implementers, json)'],
  },
  {
    title: 'a value removed from an enumeration',
    edits: [['<x:enumeration value="sent"/>', '']],
    changes: ['major enumeration-value-removed type Status (callers, oldClients, newClients, implementers, json)'],
  },
  {
    title: 'an enumeration that takes any text',
    edits: [[/<x:enumeration value="open"\/>\s*<x:enumeration value="sent"\/>/, '']],
    changes: ['major enumeration-opened type Status (callers, oldClients, newClients, implementers, json)'],
  },
  {
    title: 'a longer text',
    edits: [['<x:maxLength value="10"/>', '<x:maxLength value="20"/>']],
    changes: ['minor facets-changed type Code (strict oldClients, strict newClients, strict json)'],
  },
  {
    title: 'an optional attribute',
    edits: [
      [
        '<x:attribute name="tag" type="x:string"/>',
        '<x:attribute name="tag" type="x:string"/><x:attribute name="kind" type="x:string"/>',
      ],
    ],
    changes: ['minor attribute-added type Item (strict oldClients, strict newClients, strict json)'],
  },
  {
    title: 'an attribute that becomes required',
    edits: [['<x:attribute name="tag" type="x:string"/>', '<x:attribute name="tag" type="x:string" use="required"/>']],
    changes: ['major attribute-became-required type Item (callers, oldClients, newClients, implementers, json)'],
  },
  {
    title: 'an attribute that is removed',
    edits: [['<x:attribute name="tag" type="x:string"/>', '']],
    changes: ['major attribute-removed type Item (callers, strict oldClients, strict newClients, implementers, json)'],
  },
  {
    title: 'another branch of a choice',
    edits: [
      [
        '<x:element name="phone" type="x:string"/>',
        '<x:element name="phone" type="x:string"/><x:element name="fax" type="x:string"/>',
      ],
    ],
    changes: ['major element-added type Order (callers, oldClients, newClients, implementers, json)'],
  },
  {
    title: 'a choice that becomes a sequence',
    edits: [
      ['<x:choice><x:element name="mail"', '<x:sequence><x:element name="mail"'],
      [
        '<x:element name="phone" type="x:string"/></x:choice>',
        '<x:element name="phone" type="x:string"/></x:sequence>',
      ],
    ],
    changes: [
      'major content-model-changed type Order (callers, oldClients, newClients, implementers, json)',
      'major element-became-required type Order (callers, oldClients, newClients, implementers, json)',
      'major element-became-required type Order (callers, oldClients, newClients, implementers, json)',
    ],
  },
  {
    title: 'elements in another order',
    edits: [[/(<x:element name="code"[^>]*>)\s*(<x:element name="count"[^>]*>)/, '$2$1']],
    changes: ['major elements-reordered type Item (oldClients, newClients)'],
  },
  {
    title: 'another derived type',
    edits: [
      [
        '<x:complexType name="Order">',
        '<x:complexType name="CashPayment"><x:complexContent><x:extension base="t:Payment"/></x:complexContent></x:complexType><x:complexType name="Order">',
      ],
    ],
    changes: ['major derived-type-added type CashPayment (callers, oldClients, newClients, implementers, json)'],
  },
  {
    title: 'an operation with another name, and all that is named for it',
    edits: [[/Place(?=["RIO])/g, 'PlaceOrder']],
    changes: ['major operation-renamed Shop.PlaceOrder (callers, oldClients, newClients, implementers, json)'],
  },
  {
    title: 'a type with another name',
    edits: [
      ['<x:complexType name="Receipt">', '<x:complexType name="Slip">'],
      ['type="t:Receipt"', 'type="t:Slip"'],
    ],
    changes: ['major type-renamed type Slip (callers, implementers)'],
  },
  {
    title: 'another name of a type that JSON names in $type',
    edits: [['<x:complexType name="CardPayment">', '<x:complexType name="CardFee">']],
    changes: ['major type-renamed type CardFee (callers, oldClients, newClients, implementers, json)'],
  },
  {
    title: 'another name of a type that others may stand in for',
    edits: [
      ['<x:complexType name="Payment">', '<x:complexType name="Fee">'],
      ['base="t:Payment"', 'base="t:Fee"'],
      ['type="t:Payment"', 'type="t:Fee"'],
    ],
    changes: ['major type-renamed type Fee (callers, implementers, json)'],
  },
  {
    title: 'a type that is no longer derived from another',
    edits: [[/<x:complexContent><x:extension base="t:Payment">(.*?)<\/x:extension><\/x:complexContent>/s, '$1']],
    changes: [
      'major derived-type-removed type CardPayment (callers, oldClients, newClients, implementers, json)',
      'minor element-removed type CardPayment',
      'patch base-changed type CardPayment',
    ],
  },
  {
    title: 'a default of a text',
    edits: [['<x:element name="mail" type="x:string"/>', '<x:element name="mail" type="x:string" default="none"/>']],
    changes: ['minor value-constraint-changed type Order (json)'],
  },
  {
    title: 'a default of a number',
    edits: [['<x:element name="count" type="x:int"/>', '<x:element name="count" type="x:int" default="1"/>']],
    changes: ['minor value-constraint-changed type Item'],
  },
  {
    title: 'a branch of a choice that is gone',
    edits: [['<x:element name="mail" type="x:string"/>', '']],
    changes: [
      'major element-became-required type Order (callers, oldClients, newClients, implementers, json)',
      'major element-removed type Order (callers, oldClients, newClients, implementers, json)',
    ],
  },
  {
    title: 'a second element of a result',
    edits: [
      [
        '<x:element name="order" type="t:Order" minOccurs="0"/>',
        '<x:element name="order" type="t:Order" minOccurs="0"/><x:element name="more" type="x:int" minOccurs="0"/>',
      ],
    ],
    changes: [
      'major typescript-shape-changed Shop.Find (callers, implementers, json)',
      'minor element-added type of FindResponse (strict oldClients, strict json)',
    ],
  },
  {
    title: 'another fault',
    edits: [
      [
        '<input message="t:PlaceIn"/><output message="t:PlaceOut"/>',
        '<input message="t:PlaceIn"/><output message="t:PlaceOut"/><fault name="Full" message="t:NotFoundFault"/>',
      ],
    ],
    changes: ['minor fault-added Shop.Place (strict oldClients, strict json)'],
  },
  {
    title: 'an element of another namespace',
    edits: [['<x:element name="number"', '<x:element form="unqualified" name="number"']],
    changes: ['major element-namespace-changed type Receipt (oldClients, newClients)'],
  },
  {
    title: 'a wildcard',
    edits: [
      [
        '<x:element name="hint" type="x:string" minOccurs="0"/>',
        '<x:element name="hint" type="x:string" minOccurs="0"/><x:any namespace="##other" processContents="lax" minOccurs="0"/>',
      ],
    ],
    changes: ['minor wildcard-added type Item (strict oldClients, strict newClients, strict json)'],
  },
  {
    title: 'another SOAPAction',
    edits: [['soapAction="urn:t/Find"', 'soapAction="urn:t/Search"']],
    changes: ['major soap-action-changed Shop.Find (oldClients, newClients)'],
  },
  {
    title: 'another address',
    edits: [['http://localhost/shop', 'http://localhost/store']],
    changes: ['minor port-address-changed service Shop'],
  },
  {
    title: 'a fault that is gone',
    edits: [
      ['<fault name="NotFound" message="t:NotFoundFault"/>', ''],
      ['<fault name="NotFound"><soap:fault name="NotFound" use="literal"/></fault>', ''],
    ],
    changes: ['major fault-removed Shop.Find (callers, implementers)'],
  },
  {
    title: 'an unused element',
    edits: [['<x:element name="NotFound">', '<x:element name="Unused" type="x:int"/><x:element name="NotFound">']],
    changes: ['unused global-element-added element Unused'],
  },
  {
    title: 'an operation that is gone',
    edits: [
      [/<operation name="Find"><input.*?<\/operation>/, ''],
      [/<operation name="Find"><soap.*?<\/operation>/, ''],
    ],
    changes: ['major operation-removed Shop.Find (callers, oldClients, json)'],
  },
  {
    title: 'another namespace',
    edits: [[/urn:t(?=["/])/g, 'urn:t:2']],
    changes: ['major namespace-renamed namespace urn:t (oldClients, newClients)'],
  },
];
