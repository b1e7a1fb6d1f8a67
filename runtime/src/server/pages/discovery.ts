import { isSoapKind } from '../../service/binding-kinds.js';
import type { ServiceDescriptor } from '../../service/descriptor.js';
import { fillPlaceholders } from '../../service/placeholders.js';
import { escapeMarkup } from '../wording.js';
import type { SamplePlace } from './sample.js';

/** The document of `?disco`, by which Visual Studio's older dialogues found the parts of a service. */
export function discoveryDocument(services: readonly ServiceDescriptor[], place: SamplePlace): string {
  const page = escapeMarkup(place.page);
  const lines = services.flatMap((service) => service.ports.map((port) => ({ service, port })));
  const soap = lines.filter(({ port }) => isSoapKind(port.binding));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<discovery xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://schemas.xmlsoap.org/disco/">',
    `  <contractRef ref="${page}?wsdl" docRef="${page}" xmlns="http://schemas.xmlsoap.org/disco/scl/" />`,
    ...soap.map(({ service, port }, index) => {
      const namespace = escapeMarkup(fillPlaceholders(service.namespace, place.namespaces));
      return `  <soap address="${page}" xmlns:q${index + 1}="${namespace}" binding="q${index + 1}:${escapeMarkup(port.name)}" xmlns="http://schemas.xmlsoap.org/disco/soap/" />`;
    }),
    '</discovery>',
  ].join('\r\n');
}
