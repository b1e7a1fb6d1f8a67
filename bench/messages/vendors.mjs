/**
 * Messages in the style of large services: many namespaces and types of many members, most of which are absent. They are made up; no document of these companies is in
 * here.
 */
import { field, many, optional, root, times, type } from '../lib/message-wsdl.mjs';

const words = (text) => text.split(' ');
const optionals = (names, of = 'xs:string') =>
  words(names)
    .map((name) => field(name, of, optional))
    .join('');
const host = 'http://vendor.example/';

/** A payment with an acknowledgement, errors and amounts with currencies, in three namespaces. */
const payment = {
  name: 'like PayPal',
  root: 'Answer',
  schemas: [
    [
      `${host}pay/`,
      root(
        'Answer',
        `${field('Ack', 'xs:string')}${field('Timestamp', 'xs:dateTime')}${field('CorrelationID', 'xs:string', optional)}${field('Errors', 'n2:Error', many)}${field('Details', 'n1:Details', many)}`,
      ),
    ],
    [
      `${host}pay/components/`,
      '<xs:complexType name="Amount"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currencyID" type="xs:string" use="required"/></xs:extension></xs:simpleContent></xs:complexType>' +
        type(
          'Address',
          optionals(
            'Name Street1 Street2 CityName StateOrProvince Country CountryName Phone PostalCode AddressID AddressOwner ExternalAddressID AddressStatus',
          ),
        ) +
        type(
          'Item',
          `${optionals('Name Number Options')}${field('Quantity', 'xs:int', optional)}${field('Tax', 'n1:Amount', optional)}${field('Amount', 'n1:Amount', optional)}`,
        ) +
        type(
          'Payer',
          `${optionals('Payer PayerID PayerStatus Salutation FirstName MiddleName LastName Suffix PayerCountry PayerBusiness ContactPhone')}${field('Address', 'n1:Address', optional)}`,
        ) +
        type(
          'Details',
          `${field('Token', 'xs:string')}${field('PayerInfo', 'n1:Payer')}${field('OrderTotal', 'n1:Amount')}${field('ItemTotal', 'n1:Amount', optional)}${field('ShippingTotal', 'n1:Amount', optional)}${field('HandlingTotal', 'n1:Amount', optional)}${field('TaxTotal', 'n1:Amount', optional)}${optionals('OrderDescription Custom InvoiceID ButtonSource NotifyURL NoteText TransactionId AllowedPaymentMethod')}${field('ShipToAddress', 'n1:Address', optional)}${field('Item', 'n1:Item', many)}`,
        ),
    ],
    [`${host}pay/types/`, type('Error', `${optionals('ShortMessage LongMessage ErrorCode SeverityCode')}`)],
  ],
  value: {
    Ack: 'Success',
    Timestamp: '2026-01-02T03:04:05Z',
    CorrelationID: '3f2a11b',
    Errors: [],
    Details: times(8, (i) => ({
      Token: `EC-${i}`,
      PayerInfo: {
        Payer: `buyer${i}@vendor.example`,
        PayerID: `ID${i}`,
        PayerStatus: 'verified',
        FirstName: 'Ada',
        LastName: 'Lovelace',
        PayerCountry: 'GB',
        Address: {
          Name: 'Ada Lovelace',
          Street1: '1 Main St',
          CityName: 'London',
          Country: 'GB',
          PostalCode: 'N1',
          AddressStatus: 'Confirmed',
        },
      },
      OrderTotal: { $value: `${i}9.95`, currencyID: 'USD' },
      ItemTotal: { $value: `${i}0.00`, currencyID: 'USD' },
      TaxTotal: { $value: '9.95', currencyID: 'USD' },
      InvoiceID: `INV-${i}`,
      Item: times(3, (k) => ({
        Name: `Item ${k}`,
        Number: `${k}`,
        Quantity: k,
        Tax: { $value: '1.10', currencyID: 'USD' },
        Amount: { $value: '10.00', currencyID: 'USD' },
      })),
    })),
  },
};

/** A shipment with rates: enumerations, deep members, weights and surcharges. */
const shipment = {
  name: 'like FedEx',
  root: 'Answer',
  schemas: [
    [
      `${host}ship/`,
      '<xs:simpleType name="Severity"><xs:restriction base="xs:string"><xs:enumeration value="SUCCESS"/><xs:enumeration value="NOTE"/><xs:enumeration value="ERROR"/></xs:restriction></xs:simpleType>' +
        '<xs:simpleType name="Unit"><xs:restriction base="xs:string"><xs:enumeration value="KG"/><xs:enumeration value="LB"/></xs:restriction></xs:simpleType>' +
        type('Money', field('Currency', 'xs:string') + field('Amount', 'xs:decimal')) +
        type('Weight', field('Units', 't:Unit') + field('Value', 'xs:decimal')) +
        type(
          'Surcharge',
          `${field('SurchargeType', 'xs:string')}${optionals('Level Description')}${field('Amount', 't:Money')}`,
        ) +
        type(
          'RateDetail',
          `${field('RateType', 'xs:string')}${optionals('RateScale RateZone PricingCode RatedWeightMethod MinimumChargeType')}${field('DimDivisor', 'xs:int', optional)}${field('FuelSurchargePercent', 'xs:decimal', optional)}${field('TotalBillingWeight', 't:Weight', optional)}${words(
            'TotalBaseCharge TotalFreightDiscounts TotalNetFreight TotalSurcharges TotalNetFedExCharge TotalTaxes TotalNetCharge TotalRebates',
          )
            .map((name) => field(name, 't:Money', optional))
            .join('')}${field('Surcharges', 't:Surcharge', many)}`,
        ) +
        type('Notification', `${field('Severity', 't:Severity')}${optionals('Source Code Message LocalizedMessage')}`) +
        type(
          'Reply',
          `${optionals('ServiceType PackagingType DeliveryStation DestinationAirportId TransitTime SignatureOption')}${field('DeliveryTimestamp', 'xs:dateTime', optional)}${field('DestinationIsResidential', 'xs:boolean', optional)}${field('RatedShipmentDetails', 't:RateDetail', many)}`,
        ) +
        root(
          'Answer',
          `${field('HighestSeverity', 't:Severity')}${field('Notifications', 't:Notification', many)}${field('RateReplyDetails', 't:Reply', many)}`,
        ),
    ],
  ],
  value: {
    HighestSeverity: 'SUCCESS',
    Notifications: [{ Severity: 'SUCCESS', Source: 'crs', Code: '0', Message: 'Request was successfully processed.' }],
    RateReplyDetails: times(6, (i) => ({
      ServiceType: `SERVICE_${i}`,
      PackagingType: 'YOUR_PACKAGING',
      DeliveryStation: 'AGCA',
      DeliveryTimestamp: '2026-01-02T10:30:00',
      DestinationIsResidential: false,
      RatedShipmentDetails: times(2, (k) => {
        const money = (amount) => ({ Currency: 'USD', Amount: amount });
        return {
          RateType: `TYPE_${k}`,
          RateScale: '1234567',
          RateZone: '08',
          DimDivisor: 139,
          FuelSurchargePercent: '9.50',
          TotalBillingWeight: { Units: 'LB', Value: '20.0' },
          TotalBaseCharge: money('201.35'),
          TotalNetFreight: money('181.22'),
          TotalSurcharges: money('17.21'),
          TotalNetCharge: money('198.43'),
          Surcharges: times(3, (n) => ({
            SurchargeType: `FUEL_${n}`,
            Level: 'PACKAGE',
            Description: 'Fuel',
            Amount: money('17.21'),
          })),
        };
      }),
    })),
  },
};

/** Messages of a mailbox: a choice of kinds of items, attributes for identifiers, two namespaces. */
const mailbox = {
  name: 'like EWS',
  root: 'Answer',
  schemas: [
    [
      `${host}mail/messages/`,
      type(
        'Response',
        `${field('ResponseCode', 'xs:string')}${field('Items', 'n1:Items', optional)}`,
        '<xs:attribute name="ResponseClass" type="xs:string" use="required"/>',
      ) + root('Answer', field('ResponseMessage', 't:Response', many)),
    ],
    [
      `${host}mail/types/`,
      '<xs:complexType name="Id"><xs:attribute name="Id" type="xs:string" use="required"/><xs:attribute name="ChangeKey" type="xs:string"/></xs:complexType>' +
        '<xs:complexType name="BodyText"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="BodyType" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>' +
        type('Mailbox', optionals('Name EmailAddress RoutingType MailboxType')) +
        type('Recipients', field('Mailbox', 'n1:Mailbox', many)) +
        type(
          'Item',
          `${field('ItemId', 'n1:Id', optional)}${field('ParentFolderId', 'n1:Id', optional)}${optionals('ItemClass Subject Sensitivity')}${field('Body', 'n1:BodyText', optional)}${field('DateTimeReceived', 'xs:dateTime', optional)}${field('Size', 'xs:int', optional)}${optionals('Importance InReplyTo Culture DisplayCc DisplayTo')}${field('HasAttachments', 'xs:boolean', optional)}`,
        ) +
        `<xs:complexType name="Message"><xs:complexContent><xs:extension base="n1:Item"><xs:sequence>${field('ToRecipients', 'n1:Recipients', optional)}${field('CcRecipients', 'n1:Recipients', optional)}${field('From', 'n1:Recipients', optional)}${optionals('InternetMessageId ConversationTopic References')}${field('IsRead', 'xs:boolean', optional)}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>` +
        `<xs:complexType name="Items"><xs:choice ${many}>${field('Item', 'n1:Item')}${field('Message', 'n1:Message')}</xs:choice></xs:complexType>`,
    ],
  ],
  text: times(4, (r) => {
    const items = times(
      10,
      (i) =>
        `<t:Message><t:ItemId Id="AAMkAD${r}${i}" ChangeKey="CQAAABYA"/><t:Subject>Subject ${i}</t:Subject><t:Sensitivity>Normal</t:Sensitivity><t:Body BodyType="Text">Hello, this is the text of a message.</t:Body><t:DateTimeReceived>2026-01-02T03:04:05Z</t:DateTimeReceived><t:Size>4096</t:Size><t:HasAttachments>false</t:HasAttachments><t:ToRecipients><t:Mailbox><t:Name>Ada</t:Name><t:EmailAddress>ada@vendor.example</t:EmailAddress><t:RoutingType>SMTP</t:RoutingType></t:Mailbox></t:ToRecipients><t:From><t:Mailbox><t:Name>Bob</t:Name><t:EmailAddress>bob@vendor.example</t:EmailAddress></t:Mailbox></t:From><t:IsRead>true</t:IsRead></t:Message>`,
    ).join('');
    const types = `${host}mail/types/`;
    return `<ResponseMessage ResponseClass="Success"><ResponseCode>NoError</ResponseCode><Items xmlns:t="${types}">${items}</Items></ResponseMessage>`;
  }).join(''),
};

/** Records of a ledger: derived types named by `xsi:type`, references by attributes, lists of custom fields. */
const ledger = {
  name: 'like NetSuite',
  root: 'Answer',
  schemas: [
    [
      `${host}ledger/messages/`,
      root(
        'Answer',
        `${field('status', 'n1:Status')}${field('totalRecords', 'xs:int')}${field('recordList', 'n1:RecordList')}`,
      ),
    ],
    [
      `${host}ledger/core/`,
      '<xs:complexType name="Status"><xs:attribute name="isSuccess" type="xs:boolean" use="required"/></xs:complexType>' +
        '<xs:complexType name="RecordRef"><xs:sequence><xs:element name="name" type="xs:string" minOccurs="0"/></xs:sequence><xs:attribute name="internalId" type="xs:string"/><xs:attribute name="type" type="xs:string"/></xs:complexType>' +
        '<xs:complexType name="Record" abstract="true"><xs:sequence/></xs:complexType>' +
        type('RecordList', field('record', 'n1:Record', many)) +
        '<xs:complexType name="CustomField" abstract="true"><xs:attribute name="scriptId" type="xs:string"/></xs:complexType>' +
        `<xs:complexType name="StringCustomField"><xs:complexContent><xs:extension base="n1:CustomField"><xs:sequence>${field('value', 'xs:string')}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>` +
        type('CustomFieldList', field('customField', 'n1:CustomField', many)),
    ],
    [
      `${host}ledger/customers/`,
      `<xs:complexType name="Customer"><xs:complexContent><xs:extension base="n1:Record"><xs:sequence>${optionals('entityId altName companyName phone fax email url accountNumber vatRegNumber title printOnCheckAs')}${words(
        'customForm entityStatus parent category priceLevel territory currency terms salesRep subsidiary',
      )
        .map((name) => field(name, 'n1:RecordRef', optional))
        .join('')}${words('isPerson isInactive taxable giveAccess')
        .map((name) => field(name, 'xs:boolean', optional))
        .join('')}${words('balance overdueBalance unbilledOrders depositBalance creditLimit')
        .map((name) => field(name, 'xs:double', optional))
        .join(
          '',
        )}${field('dateCreated', 'xs:dateTime', optional)}${field('customFieldList', 'n1:CustomFieldList', optional)}</xs:sequence><xs:attribute name="internalId" type="xs:string"/></xs:extension></xs:complexContent></xs:complexType>`,
    ],
  ],
  value: {
    status: { isSuccess: true },
    totalRecords: 20,
    recordList: {
      record: times(20, (i) => ({
        $type: 'Customer',
        internalId: `${i}`,
        entityId: `CUST-${i}`,
        companyName: `Company ${i}`,
        phone: '555-0100',
        email: `c${i}@vendor.example`,
        entityStatus: { internalId: '13', name: 'CUSTOMER-Closed Won' },
        currency: { internalId: '1', name: 'USD' },
        subsidiary: { internalId: '2', name: 'Europe' },
        isPerson: false,
        isInactive: false,
        balance: i * 1.5,
        creditLimit: 1000,
        dateCreated: '2026-01-02T03:04:05.000-08:00',
        customFieldList: {
          customField: times(3, (k) => ({ $type: 'StringCustomField', scriptId: `custentity${k}`, value: `v${k}` })),
        },
      })),
    },
  },
};

export default [payment, shipment, mailbox, ledger];
