import type { OperationDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import { escapeMarkup } from '../wording.js';

const style =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:0 auto;padding:1rem}' +
  'h1{font-size:1.5rem}li{margin:.5rem 0}code{font-family:ui-monospace,monospace}';

/** The page that lists the operations of the services at one address. `page` is the path that its links lead to. */
export function helpPage(services: readonly ServiceDescriptor[], page: string): string {
  const title = escapeMarkup(services.map(({ name }) => name).join(', '));
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} Web Service</title><style>${style}</style></head>`,
    '<body>',
    '<main>',
    ...services.map((service) => section(service, page)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function section(service: ServiceDescriptor, page: string): string {
  const lines = [
    `<h1>${escapeMarkup(service.name)}</h1>`,
    ...(service.documentation === undefined ? [] : [`<p>${escapeMarkup(service.documentation)}</p>`]),
    '<p>The following operations are supported.',
    ...(service.documents === undefined
      ? []
      : [`For a formal definition, please review the <a href="${escapeMarkup(page)}?WSDL">Service Description</a>.`]),
    '</p>',
    '<ul>',
    ...Object.values(service.operations).map(item),
    '</ul>',
  ];
  return lines.join('\n');
}

function item(operation: OperationDescriptor): string {
  const documentation = operation.documentation === undefined ? '' : `<br>${escapeMarkup(operation.documentation)}`;
  return `<li><code>${escapeMarkup(operation.name)}</code>${documentation}</li>`;
}
