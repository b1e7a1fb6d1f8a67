/**
 * A DataSet of System.Data as `IXmlSerializable.WriteXml` writes it: columns of each kind, a nested table, a table of attributes and text;
 * rows that are unchanged, modified, deleted and new, one of them with errors; an empty string, one of white space, and nulls.
 */

/** Its schema, as it is in the WSDL of a typed DataSet, and in the message of an untyped one. */
export const librarySchema: string =
  '<xs:schema id="Library" targetNamespace="http://library.example/Library.xsd" xmlns:mstns="http://library.example/Library.xsd" xmlns="http://library.example/Library.xsd" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" attributeFormDefault="qualified" elementFormDefault="qualified">' +
  '<xs:element name="Library" msdata:IsDataSet="true" msdata:UseCurrentLocale="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">' +
  '<xs:element name="Book"><xs:complexType><xs:sequence><xs:element name="Id" type="xs:long" msdata:Ordinal="0" /><xs:element name="Full_x0020_Title" type="xs:string" minOccurs="0" msdata:Ordinal="1" /><xs:element name="Price" type="xs:decimal" minOccurs="0" msdata:Ordinal="2" /><xs:element name="Bought" msdata:DateTimeMode="Utc" type="xs:dateTime" minOccurs="0" msdata:Ordinal="3" /><xs:element name="Loan" type="xs:duration" minOccurs="0" msdata:Ordinal="4" /><xs:element name="Key" msdata:DataType="System.Guid, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089" type="xs:string" minOccurs="0" msdata:Ordinal="5" /><xs:element name="Cover" type="xs:base64Binary" minOccurs="0" msdata:Ordinal="6" /><xs:element name="Mark" minOccurs="0" msdata:Ordinal="7"><xs:simpleType><xs:restriction base="xs:string"><xs:length value="1" /></xs:restriction></xs:simpleType></xs:element><xs:element name="Extra" msdata:DataType="System.Object, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089" type="xs:anyType" minOccurs="0" msdata:Ordinal="8" />' +
  '<xs:element name="Copy_x0020_of_x0020_Book" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="_x0032_nd" type="xs:int" minOccurs="0" />' +
  '<xs:element name="BookId" type="xs:long" minOccurs="0" /></xs:sequence></xs:complexType></xs:element></xs:sequence><xs:attribute name="Shelf" form="unqualified" type="xs:int" /><xs:attribute name="Secret" type="xs:int" use="prohibited" /></xs:complexType></xs:element>' +
  '<xs:element name="Remark" nillable="true"><xs:complexType><xs:simpleContent msdata:ColumnName="Text" msdata:Ordinal="1"><xs:extension base="xs:string"><xs:attribute name="by" form="unqualified" type="xs:string" /></xs:extension></xs:simpleContent></xs:complexType></xs:element></xs:choice></xs:complexType>' +
  '<xs:unique name="Constraint1" msdata:PrimaryKey="true"><xs:selector xpath=".//mstns:Book" /><xs:field xpath="mstns:Id" /></xs:unique>' +
  '<xs:keyref name="Copies" refer="Constraint1" msdata:IsNested="true"><xs:selector xpath=".//mstns:Copy_x0020_of_x0020_Book" /><xs:field xpath="mstns:BookId" /></xs:keyref></xs:element>' +
  '</xs:schema>';

/** Its rows. */
export const libraryDiffgram: string =
  '<diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1">' +
  '<Library xmlns="http://library.example/Library.xsd">' +
  '<Book diffgr:id="Book1" msdata:rowOrder="0" diffgr:hasErrors="true" Shelf="9" msdata:hiddenSecret="10"><Id>9007199254740993</Id><Full_x0020_Title>Dune &lt;1&gt;</Full_x0020_Title><Price>12.50</Price><Bought>2020-01-02T03:04:05Z</Bought><Loan>PT1H30M</Loan><Key>2fbf1c5e-8a6d-4a52-9c0d-3f8b6f0a7e11</Key><Cover>AQID</Cover><Mark>Z</Mark><Extra xsi:type="xs:int" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">42</Extra></Book>' +
  '<Book diffgr:id="Book2" msdata:rowOrder="1" diffgr:hasChanges="modified"><Id>2</Id><Full_x0020_Title>Emma 2</Full_x0020_Title>' +
  '<Copy_x0020_of_x0020_Book diffgr:id="Copy of Book1" msdata:rowOrder="0" diffgr:hasChanges="modified"><_x0032_nd>7</_x0032_nd><BookId>2</BookId></Copy_x0020_of_x0020_Book>' +
  '<Copy_x0020_of_x0020_Book diffgr:id="Copy of Book2" msdata:rowOrder="1"><_x0032_nd>2</_x0032_nd><BookId>2</BookId></Copy_x0020_of_x0020_Book></Book>' +
  '<Book diffgr:id="Book4" msdata:rowOrder="3"><Id>4</Id><Full_x0020_Title /></Book>' +
  '<Book diffgr:id="Book5" msdata:rowOrder="4"><Id>6</Id><Full_x0020_Title xml:space="preserve">  </Full_x0020_Title></Book>' +
  '<Book diffgr:id="Book6" msdata:rowOrder="5" diffgr:hasChanges="inserted"><Id>5</Id><Full_x0020_Title>Neu</Full_x0020_Title></Book>' +
  '<Remark diffgr:id="Remark1" msdata:rowOrder="0" by="me">read it</Remark>' +
  '</Library>' +
  '<diffgr:before>' +
  '<Book diffgr:id="Book2" msdata:rowOrder="1" xmlns="http://library.example/Library.xsd"><Id>2</Id><Full_x0020_Title>Emma</Full_x0020_Title></Book>' +
  '<Book diffgr:id="Book3" msdata:rowOrder="2" xmlns="http://library.example/Library.xsd"><Id>3</Id><Full_x0020_Title>Gone</Full_x0020_Title></Book>' +
  '<Copy_x0020_of_x0020_Book diffgr:id="Copy of Book1" msdata:rowOrder="0" xmlns="http://library.example/Library.xsd"><_x0032_nd>1</_x0032_nd><BookId>2</BookId></Copy_x0020_of_x0020_Book>' +
  '<Copy_x0020_of_x0020_Book diffgr:id="Copy of Book3" diffgr:parentId="Book3" msdata:rowOrder="2" xmlns="http://library.example/Library.xsd"><_x0032_nd>3</_x0032_nd><BookId>3</BookId></Copy_x0020_of_x0020_Book>' +
  '</diffgr:before>' +
  '<diffgr:errors>' +
  '<Book diffgr:id="Book1" diffgr:Error="bad row" xmlns="http://library.example/Library.xsd"><Full_x0020_Title diffgr:Error="too short" /></Book>' +
  '</diffgr:errors>' +
  '</diffgr:diffgram>';
