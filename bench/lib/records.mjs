/** The records of the service in `fixtures/Records.wsdl`: its values, and the contents of its messages. */
export const namespace = 'http://bench.example/records';
/** Records in a message of about 100 KB. */
export const recordsIn100kB = 350;

/** That many records. */
export const recordsOf = (count) =>
  Array.from({ length: count }, (_, i) => ({
    id: BigInt(i) * 4_294_967_296n,
    code: `R-${i}`,
    title: `Record number ${i} <of & many>`,
    amount: `${i}.50`,
    rate: i / 7,
    quantity: i,
    active: i % 2 === 0,
    created: '2026-01-02T03:04:05Z',
  }));

/** Values with texts in the place of what JSON and the package `soap` do not have. */
export const plain = (records) => records.map((record) => ({ ...record, id: String(record.id) }));

/** The parameter of `ping`. */
export const pingInput = { sessionId: 'session', id: 42, amount: 12.5, purse: 'Z123' };
/** The result of `ping`. */
export const pingResult = 7;
