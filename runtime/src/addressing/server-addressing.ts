import type { ServiceDescriptor } from '../service/descriptor.js';
import type { SoapHeaderExtension } from '../soap/extension.js';
import { asksForAddressing, isAddressing } from './asked.js';
import { ServerAddressingExtension } from './server-extension.js';
import type { ServerAddressingOptions } from './server-options.js';
import type { AddressingVersion } from './versions.js';

/** The options of a server that decide about WS-Addressing. */
interface Options {
  readonly addressing?: AddressingVersion | boolean | ServerAddressingOptions;
  readonly extensions?: readonly SoapHeaderExtension[];
}

/** The extensions of the server for the services at one address, that of WS-Addressing first. */
export function serverExtensions(
  { addressing, extensions = [] }: Options,
  services: readonly ServiceDescriptor[],
): readonly SoapHeaderExtension[] {
  const isOn = addressing === undefined ? isAsked(services) && !extensions.some(isAddressing) : addressing !== false;
  return isOn ? [new ServerAddressingExtension(optionsOf(addressing)), ...extensions] : extensions;
}

function optionsOf(option: Options['addressing']): ServerAddressingOptions {
  return typeof option === 'object' ? option : typeof option === 'string' ? { version: option } : {};
}

function isAsked(services: readonly ServiceDescriptor[]): boolean {
  return services.some(({ operations }) => asksForAddressing(Object.values(operations)));
}
