import { SoapFault, type XmlElement } from '@wsdl-codegen/runtime';
import type {
  AddressLocatorService,
  CheckPostIndex,
  CheckPostIndexResponse,
  GeoCode,
  GeoCodeResponse,
  Parse,
  ParseResponse,
  ParseWithHouse,
  ParseWithHouseResponse,
} from 'address-locator';

/** The deployment's namespace: open content has its names as they are on the wire. */
const namespace = 'http://geo.example/ns';

/**
 * Implements `AddressLocatorService`. This file is yours: when the service gets new operations,
 * codegen adds their methods at the end of the class, and leaves everything else as it is.
 */
export class AddressLocatorImplementation implements AddressLocatorService {
  async parse({ $any }: Parse): Promise<ParseResponse> {
    const [city = '', street = ''] = addressIn($any).split(',');
    return { $any: [element('City', city.trim()), element('Street', street.trim())] };
  }

  async parseWithHouse({ $any }: ParseWithHouse): Promise<ParseWithHouseResponse> {
    const [city = '', street = '', house = ''] = addressIn($any).split(',');
    return { $any: [element('City', city.trim()), element('Street', street.trim()), element('House', house.trim())] };
  }

  async geoCode({ $any }: GeoCode): Promise<GeoCodeResponse> {
    addressIn($any);
    return { $any: [element('Latitude', '55.757'), element('Longitude', '37.615')] };
  }

  async checkPostIndex({ $any }: CheckPostIndex): Promise<CheckPostIndexResponse> {
    return { $any: [element('Valid', String(/^\d{6}$/.test(textOf($any, 'postIndex'))))] };
  }
}

/** The contract leaves the fields open, so they are read and written as XML elements. */
function textOf(content: readonly XmlElement[] = [], name: string): string {
  const found = content.find((child) => child.name === name && child.namespace === namespace);
  return found?.children.filter((node) => typeof node === 'string').join('') ?? '';
}

function element(name: string, text: string): XmlElement {
  return { namespace, name, attributes: [], children: [text] };
}

function addressIn(content: readonly XmlElement[] | undefined): string {
  const address = textOf(content, 'address');
  if (address === '') throw new SoapFault('There is no address in the request.', { code: 'Client' });
  return address;
}
