import type { Contract } from '../contract/model.js';
import { localOf } from '../diff/context.js';
import { typeSubject } from '../diff/subjects.js';
import { operationName } from '../diff/uses.js';
import { typesView } from '../emit/package-views.js';
import { clientView } from '../emit/service-views.js';
import type { TemplateSet } from '../emit/template-set.js';
import type { DeclarationView } from '../emit/views.js';
import { descriptorsOfBinding, type NamedDescriptors } from '../memory/descriptors.js';
import { bindPackage } from '../typescript/bind.js';
import { bindContext } from '../typescript/context/context.js';
import type { BindOptions } from '../typescript/names/options.js';
import type { BoundMethod, BoundPackage, BoundService } from '../typescript/services/bound-package.js';
import { documentRoots } from './places.js';
import { documentSample, operationSamples } from './samples.js';

/** One of two contracts that are compared, as TypeScript and in messages. What it gives are lines, by the subjects of changes. */
export class ContractSide {
  readonly #contract: Contract;
  readonly #bound: BoundPackage;
  readonly #templates: TemplateSet;
  readonly #methods = new Map<string, readonly [BoundService, BoundMethod]>();
  /** The clients as templates have them: each is made of all methods of a service. */
  readonly #clients = new Map<BoundService, ReturnType<typeof clientView>>();
  /** Names of declarations by subject, each with the path of its module. */
  readonly #declared = new Map<string, readonly (readonly [path: string, name: string])[]>();
  readonly #views = new Map<string, ReadonlyMap<string, DeclarationView>>();
  readonly #roots: ReadonlyMap<string, string>;
  #descriptors: NamedDescriptors | undefined;

  /** Binds a contract, as the package is bound that is generated from it. */
  constructor(contract: Contract, options: BindOptions, templates: TemplateSet) {
    this.#contract = contract;
    this.#templates = templates;
    [this.#bound] = bindPackage(contract, options);
    this.#roots = new Map(documentRoots(contract).map((name) => [`element ${localOf(name)}`, name]));
    const { names } = bindContext(contract, options);
    for (const type of contract.types) {
      const subject = typeSubject(type);
      const name = names.types.get(type.key);
      const more = name ? [[name.module.typesPath, name.name] as const] : [];
      this.#declared.set(subject, [...(this.#declared.get(subject) ?? []), ...more]);
    }
    for (const service of this.#bound.services) {
      for (const method of service.methods) {
        this.#methods.set(operationName(service.service, method.operation), [service, method]);
      }
    }
  }

  /** The declaration of a type, or the signature of a method, as the generated package has it. */
  code(subject: string): readonly string[] {
    const [service, method] = this.#methods.get(subject) ?? [];
    if (service && method) {
      const view = this.#client(service).methods[service.methods.indexOf(method)];
      return view ? `${view.key}(${view.parametersText}): Promise<${view.outputText}>`.split('\n') : [];
    }
    return (this.#declared.get(subject) ?? []).flatMap(([path, name]) => {
      const view = this.#view(path).get(name);
      const [text] = view
        ? this.#templates.render('types.ts', { header: [], imports: [], declarations: [view] })
        : [''];
      return text.trim() === ''
        ? []
        : text
            .trim()
            .split('\n')
            .map((line) => line.trimEnd());
    });
  }

  /** What there are samples of: operations, or in a contract without services the roots of documents. */
  get sampled(): readonly string[] {
    return [...this.#methods.keys(), ...this.#roots.keys()];
  }

  /** A request and its answer in the first binding of an operation, or a document; nothing where none can be made. */
  async sample(name: string): Promise<readonly string[]> {
    this.#descriptors ??= descriptorsOfBinding(this.#bound);
    const [service, method] = this.#methods.get(name) ?? [];
    const descriptor = service && this.#descriptors.services.get(service.names.descriptor);
    const [sample] = method && descriptor ? await operationSamples(descriptor, method.name) : [];
    const root = this.#descriptors.elements.get(this.#roots.get(name) ?? '');
    const document = root && documentSample(root, this.#contract, this.#descriptors);
    const texts = sample ? [sample.request, sample.answer] : [document];
    return texts.flatMap((text) => (text === undefined ? [] : [...text.split('\n'), ''])).slice(0, -1);
  }

  #client(service: BoundService): ReturnType<typeof clientView> {
    const client = this.#clients.get(service) ?? clientView(service, []);
    this.#clients.set(service, client);
    return client;
  }

  #view(path: string): ReadonlyMap<string, DeclarationView> {
    const known = this.#views.get(path);
    if (known) {
      return known;
    }
    const module = this.#bound.modules.find(({ module: each }) => each.typesPath === path);
    const declarations = module ? typesView(module, []).declarations : [];
    const views = new Map(declarations.map((each) => [each.name, each]));
    this.#views.set(path, views);
    return views;
  }
}
