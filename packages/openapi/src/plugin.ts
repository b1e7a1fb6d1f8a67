import { type OptionKinds, object, requireOptions, text } from '@wsdl-codegen/runtime/extend';
import { documentText, type OpenApiOptions, openApi, openApiOptionKinds } from './document.js';
import type { AnyService } from './routes.js';

/** How the plug-in writes its file. */
export interface OpenApiPluginOptions extends Omit<OpenApiOptions, 'serviceName'> {
  /** Path below the package. Default `openapi.json`. */
  readonly file?: string | undefined;
  /** The exports of modules that scalar mappings of the config name, by module. */
  readonly modules?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
}

const { serviceName: _, ...documentKinds } = openApiOptionKinds;
const kinds: OptionKinds<OpenApiPluginOptions> = { ...documentKinds, file: text, modules: object };

/** What the plug-in takes from its context. */
interface DescribedPackage {
  readonly version?: string;
  readonly descriptors: (modules?: OpenApiPluginOptions['modules']) => Promise<{
    readonly services: ReadonlyMap<string, AnyService>;
    readonly describe: NonNullable<OpenApiOptions['describe']>;
    readonly nameOf: NonNullable<OpenApiOptions['nameOf']>;
  }>;
}

/** A plug-in of wsdl-codegen, as far as this one is. */
export interface OpenApiPlugin {
  readonly name: string;
  readonly apiVersion: 1;
  emit(context: DescribedPackage): Promise<readonly { readonly path: string; readonly text: string }[]>;
}

/**
 * A plug-in for `plugins` of the config: the document of OpenAPI beside the code of a package, which `codegen check` compares as all its files. The version of the document
 * is that of the package, and services and schemas have the names of their TypeScript.
 */
export function openApiPlugin(options: OpenApiPluginOptions = {}): OpenApiPlugin {
  requireOptions('openApiPlugin', options, kinds);
  const { file = 'openapi.json', modules, ...given } = options;
  return {
    name: '@wsdl-codegen/openapi',
    apiVersion: 1,
    async emit({ version, descriptors }) {
      const { services, describe, nameOf } = await descriptors(modules);
      if (services.size === 0) {
        return [];
      }
      const names = new Map([...services].map(([name, service]) => [service, name]));
      const serviceName = (service: AnyService): string => names.get(service) ?? service.name;
      const document = openApi([...services.values()], {
        describe,
        nameOf,
        ...(version !== undefined && { version }),
        ...given,
        serviceName,
      });
      return [{ path: file, text: documentText(document) }];
    },
  };
}
