/** Prints the product beside bare Express and pg on the same database: medians of interleaved rounds, and their ratios. */
import { load, median } from './load.mjs';
import { openStage, seedTasks } from './stage.mjs';

const tasks = Number(process.env.BENCH_TASKS ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const millis = Number(process.env.BENCH_MILLIS ?? 2000);

const stage = await openStage();
try {
  await seedTasks(stage, tasks);
  const bare = await stage.startBare();
  const headers = { authorization: `Bearer ${stage.key}` };
  const any = () => 1 + Math.floor(Math.random() * tasks);
  const body = JSON.stringify({ title: 'Measured', project_id: stage.project.id });
  const operations = {
    'get by identifier': () => ({ method: 'GET', path: `/api/v1/tasks/by-identifier/BEN-${any()}`, headers }),
    'list 50': () => ({ method: 'GET', path: '/api/v1/tasks?limit=50', headers }),
    'create task': () => ({
      method: 'POST',
      path: '/api/v1/tasks',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    }),
  };
  console.log(`${tasks} tasks, 32 connections, median of ${rounds} interleaved rounds of ${millis} ms\n`);
  console.log(
    'operation           Tandem req/s   bare req/s   ratio   Tandem CPU s/1000   bare CPU s/1000   p99 ms (Tandem / bare)',
  );
  for (const [name, request] of Object.entries(operations)) {
    const results = { tandem: [], bare: [] };
    await load({ ...stage.api, request, millis: 1000 });
    await load({ ...bare, request, millis: 1000 });
    for (let round = 0; round < rounds; round++) {
      results.tandem.push(await load({ ...stage.api, request, millis }));
      results.bare.push(await load({ ...bare, request, millis }));
    }
    const of = (side, figure) => median(results[side].map((result) => result[figure]));
    const ratio = median(results.tandem.map((result, i) => result.perSecond / results.bare[i].perSecond));
    const cells = [
      name.padEnd(19),
      of('tandem', 'perSecond').toFixed(0).padStart(12),
      of('bare', 'perSecond').toFixed(0).padStart(12),
      ratio.toFixed(2).padStart(7),
      of('tandem', 'cpuPerThousand').toFixed(3).padStart(19),
      of('bare', 'cpuPerThousand').toFixed(3).padStart(17),
      `${of('tandem', 'p99').toFixed(0)} / ${of('bare', 'p99').toFixed(0)}`.padStart(24),
    ];
    console.log(cells.join(' '));
  }
} finally {
  await stage.close();
}
