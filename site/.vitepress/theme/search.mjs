/** What a reader looks for first: pages that explain, before those that list. The order is that of the first match; every other page counts as it is. */
const weights = [
  [/\/(?:api|decisions)\/|\/changelog\.html/, 0.2],
  [
    /\/(?:examples|packages)\/|\/(?:architecture|benchmarks|conformance|contributing|engine|interop|robustness)\.html/,
    0.4,
  ],
  [/\/diagnostics\//, 0.7],
  [/\/guide\/|\/(?:tutorial|migration|xml)\.html/, 2],
  [/\/recipes\/|\/(?:at-a-glance|guide)\.html/, 1.5],
];

/** How much a section counts among the results of the search, by its address. */
export function boostOf(address) {
  return weights.find(([pages]) => pages.test(address))?.[1] ?? 1;
}
