import type { HttpParameterDescriptor } from './descriptor.js';

/** The property of the input that a parameter over GET or POST is. */
export function propertyOf({ name, property }: HttpParameterDescriptor): string {
  return property ?? name;
}
