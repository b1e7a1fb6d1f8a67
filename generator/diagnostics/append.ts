/** Adds items to a list, however many there are: a call that spreads them as arguments fails for some hundred thousand. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) {
    list.push(item);
  }
}
