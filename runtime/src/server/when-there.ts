/** What `use` makes of a value: at once, if the value is there. */
export function whenThere<T, U>(value: T | Promise<T>, use: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
