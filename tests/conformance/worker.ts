import type { Task } from './cases.js';
import { runWsdl } from './wsdl-case.js';
import { runXsts } from './xsts-case.js';

/** A process that runs one task after the other. */
process.on('message', (task: Task) => {
  void (async () => {
    const outcomes = task.case.kind === 'xsts' ? await runXsts(task, task.case) : await runWsdl(task, task.case);
    process.send?.({ outcomes });
  })();
});
