/** The faults of a storm, a line each, and the number of runs that lost two workers in a row. */
export function checked(calm, stormy) {
  const runs = [...stormy.runs].map(([key, run]) => ({ ...run, key }));
  // A question may be lost on its way to the provider, which then knows nothing of it.
  const dearest = Math.max(0, ...[...stormy.ledger.values()].flat().map(({ most }) => most));
  // A run fails when it loses a second worker in a row.
  const lost = new Set(runs.filter(hasLostTwo).map(({ key }) => key));
  const faults = [
    ...(runs.length === calm.runs.size ? [] : [`there are ${runs.length} runs`]),
    ...(stormy.gaps.length === 0 ? [] : ['numbers of events have gaps']),
    ...runs.flatMap((run) => [
      ...(lost.has(run.key) ? [] : endFaults(run, calm.runs.get(run.key))),
      ...eventFaults(run),
      ...moneyFaults(run, stormy.ledger.get(run.key), dearest),
    ]),
    ...taskFaults(runs, stormy.tasks, lost),
    ...noteFaults(runs, stormy.notes, lost),
  ];
  return { faults, lost: lost.size };
}

const hasLostTwo = (run) => run.status === 'failed' && run.failure_category === 'worker_lost' && run.lost_in_row === 2;
const nameOf = ({ key, blueprint, attempt }) => `${key} (${blueprint}, attempt ${attempt})`;

function endFaults(run, undisturbed) {
  const { status, failure_category: category, steps } = run;
  const isSame = status === undisturbed.status && category === undisturbed.failure_category;
  return [
    ...(isSame ? [] : [`${nameOf(run)}: ${status} ${category}`]),
    ...(String(steps) === String(undisturbed.steps) ? [] : [`${nameOf(run)}: steps ${steps.join(', ')}`]),
  ];
}

function eventFaults(run) {
  const times = (type) => run.types.filter((one) => one === type).length;
  const ends = ['succeeded', 'failed', 'cancelled'].map((status) => times(`agent_run.${status}`));
  const began = times('agent_run.started');
  return [
    ...(times(`agent_run.${run.status}`) === 1 && ends.reduce((a, b) => a + b) === 1
      ? []
      : [`${nameOf(run)}: ended ${ends}`]),
    ...(began === run.attempt ? [] : [`${nameOf(run)}: began ${began} times`]),
  ];
}

/** A question costs what was served; with unknown outcome, the maximum it might have cost. */
function moneyFaults(run, requested = [], dearest = 0) {
  const [cost, reserved, budget] = [
    run.cost_micro_usd,
    run.reserved_micro_usd,
    (run.budget_usd_cents ?? 0) * 10_000,
  ].map(Number);
  const served = requested.reduce((sum, question) => sum + question.served, 0);
  const unknown = run.status === 'succeeded' ? run.attempt - 1 : run.attempt;
  const rules = [
    [reserved === 0, `${reserved} are still reserved`],
    [run.micros === cost, `steps cost ${run.micros}, the run ${cost}`],
    [cost >= served, `${served} were served, and ${cost} counted`],
    [cost <= budget, `${cost} of a budget of ${budget}`],
    [unknown > 0 || cost === served, `${cost} counted, ${served} served, and no outcome unknown`],
    [cost <= served + unknown * dearest, `${cost} counted, ${served} served, ${dearest} a question at most`],
    [requested.length <= 1 + run.attempt, `asked ${requested.length} questions in ${run.attempt} attempts`],
  ];
  return rules.filter(([holds]) => !holds).map(([, fault]) => `${nameOf(run)}: ${fault}`);
}

/**
 * Each assistant run creates two tasks; each triage run raises priorities. No effect happens twice, and only lost runs
 * lack some.
 */
function taskFaults(runs, tasks, lost) {
  const created = new Map();
  for (const { title } of tasks) created.set(title, (created.get(title) ?? 0) + 1);
  const isRight = (times, key) => times === 1 || (times === 0 && lost.has(key));
  const requested = runs.filter(({ blueprint }) => blueprint === 'assistant');
  const titles = requested.flatMap(({ key }) => ['a', 'b'].map((part) => ({ key, title: `${key} ${part}` })));
  const late = tasks.filter(({ title }) => title.includes('.'));
  return [
    ...titles
      .filter(({ key, title }) => !isRight(created.get(title) ?? 0, key))
      .map(({ title }) => `${title}: created ${created.get(title) ?? 0} times`),
    ...tasks
      .filter(({ created }) => created !== 1)
      .map(({ title, created }) => `task ${title}: reported ${created} times`),
    ...late
      .filter(({ title, updated }) => !isRight(updated, `run-${title.split('.')[0]}`))
      .map(({ title, updated, priority }) => `task ${title}: raised ${updated} times, to ${priority}`),
  ];
}

/** Each digest run creates exactly one note. */
function noteFaults(runs, notes, lost) {
  const digests = runs.filter(({ blueprint }) => blueprint === 'task-digest');
  const least = digests.filter(({ key }) => !lost.has(key)).length;
  const named = digests.flatMap(({ output }) => output?.note_id ?? []);
  return [
    ...(notes.length >= least && notes.length <= digests.length
      ? []
      : [`${notes.length} notes of ${digests.length} digests`]),
    ...(new Set(named).size === named.length ? [] : ['a note is named by two digests']),
    ...notes.filter(({ created }) => created !== 1).map(({ id, created }) => `note ${id}: reported ${created} times`),
  ];
}
