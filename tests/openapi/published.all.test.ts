import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApi } from '@wsdl-codegen/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { descriptorsOf, readContract } from 'wsdl-codegen';
import { root } from '../architecture/imports.js';

/** The WSDLs of this repository, and those that others published, where they are there. */
const published = join(root, '../shared/conformance/wsdl');
const folders = [join(root, 'wsdl'), ...(existsSync(published) ? [published] : [])];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.wsdl'))
    .sort()
    .map((name) => join(folder, name)),
);

it.each(files)('%s gives a document of OpenAPI that is valid, with examples that its schemas take', async (file) => {
  const { contract, diagnostics } = await readContract({ inputs: [file], allowPaths: folders });
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    return;
  }
  const { services, nameOf } = await descriptorsOf(contract);
  const names = new Map([...services].map(([name, service]) => [service, name]));
  const serviceName = (service: object): string => names.get(service as never) ?? '';
  for (const options of [{}, { nameOf, members: 'camelCase' }] as const) {
    const document = openApi([...services.values()], { serviceName, ...options });
    const result = await new Validator().validate(structuredClone(document) as never);
    expect(result.errors ?? []).toEqual([]);
    expect(badExamples(document)).toEqual([]);
  }
});

/** Examples that the schemas beside them refuse. */
function badExamples(document: ReturnType<typeof openApi>): readonly string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...document, $id: 'https://d.example/d' } as object);
  const found: string[] = [];
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) {
      return;
    }
    const { schema, example } = value as { readonly schema?: object; readonly example?: unknown };
    if (
      schema !== undefined &&
      example !== undefined &&
      !ajv.validate({ $ref: `https://d.example/d#${at}/schema` }, example)
    ) {
      found.push(`${at}: ${ajv.errorsText()}`);
    }
    for (const [name, each] of Object.entries(value)) {
      visit(each, `${at}/${encodeURIComponent(name.replace(/~/g, '~0').replace(/\//g, '~1'))}`);
    }
  };
  visit(document.paths, '/paths');
  return found;
}
