import type { Contract } from '../contract/model.js';
import type { EmitContext, Emitter } from '../emit/emitter.js';
import type { Describe } from '../memory/descriptions.js';
import type { DescriptorOptions, NamedDescriptors } from '../memory/descriptors.js';
import type { NamingStrategy } from '../typescript/names/naming.js';

/**
 * Version of the interface for plug-ins: the hooks, the bound model and the views of templates. It changes if part of them is
 * removed or changes its meaning; additions do not change it.
 */
export const pluginApiVersion = 1;

/** The context of the hook `contract`. */
export interface ContractContext {
  /** npm name of the generated package. */
  readonly packageName: string;
  /** Names of the inputs that have services. */
  readonly sources: readonly string[];
}

/** Descriptors with the names of their types, and what the contract says of them. */
export interface DescribedDescriptors extends NamedDescriptors {
  readonly describe: Describe;
}

/** The context of the hook `emit`: that of our own emitters, and the descriptors of the package. */
export interface PluginEmitContext extends EmitContext {
  /**
   * The descriptors that the package will have, with the names of its properties, as data. `modules` are the exports of modules that scalar mappings of the config name;
   * rejects with `TypeError` if one is missing.
   */
  readonly descriptors: (modules?: DescriptorOptions['modules']) => Promise<DescribedDescriptors>;
}

/** Changes the output: the contract before it is bound, names, further files. */
export interface Plugin {
  /** Names the plug-in in diagnostics and in the manifest; no two plug-ins of a package share it. */
  readonly name: string;
  /** Version of the interface that the plug-in was written for: 1. */
  readonly apiVersion: typeof pluginApiVersion;
  /**
   * Version of the plug-in, to be raised whenever its output may change. With it, `codegen check` can tell from the manifest that
   * nothing changed; without it, `codegen check` generates the package each time.
   */
  readonly version?: string;
  /**
   * Changes the contract before it is bound. It gets a copy of its own, which it may change and return. The order of types,
   * elements, attributes and services does not matter; `placeholders` is computed again.
   */
  contract?(contract: Contract, context: ContractContext): Contract | Promise<Contract>;
  /** Rules for names. They are synchronous, and are called once for each name. */
  readonly names?: Partial<NamingStrategy>;
  /** Further files of the package: this is the door that our own emitters go through. */
  readonly emit?: (context: PluginEmitContext) => ReturnType<Emitter['emit']>;
}

/** The plug-in itself: for its types. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
