import { fastLayer } from '#fast';
import { installFastLayer } from '../context/fast-layer.js';
import type { ComplexType, Lazy } from '../descriptor/descriptor.js';
import { resolve } from '../descriptor/resolve.js';

/** The properties of a complex type other than its name. */
export type ComplexTypeOptions = Omit<ComplexType, '~type' | 'kind' | 'namespace' | 'name' | 'engine'>;

/** A complex type, whose definition a function makes when it is first read; `engine` is for content that needs one. */
export function makeComplexType<T>(
  namespace: string,
  name: string,
  definition: Lazy<ComplexTypeOptions>,
  engine: object | undefined,
): ComplexType<T> {
  // Records have such types, so the layer is there in time; a bundle without them need not have it.
  installFastLayer(fastLayer);
  const data = { kind: 'complex', namespace, name, ...(engine && { engine }) } as const;
  let made: ComplexTypeOptions | undefined;
  const get = (_: object, property: string): unknown => {
    if (property in data) {
      return data[property as keyof typeof data];
    }
    made ??= resolve(definition);
    return made[property as keyof ComplexTypeOptions];
  };
  return new Proxy<ComplexType<T>>(data, { get });
}
