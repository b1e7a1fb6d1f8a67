import type { Outcome, Task } from './cases.js';
import { runVocabulary } from './vocabularies.js';
import { runWsdl } from './wsdl-case.js';
import { runXsts } from './xsts-case.js';

/** A process that runs one task after the other. */
process.on('message', (task: Task) => {
  void (async () => {
    process.send?.({ outcomes: await outcomesOf(task) });
  })();
});

function outcomesOf(task: Task): Promise<readonly Outcome[]> {
  switch (task.case.kind) {
    case 'xsts':
      return runXsts(task, task.case);
    case 'wsdl':
      return runWsdl(task, task.case);
    case 'vocabulary':
      return runVocabulary(task, task.case);
  }
}
