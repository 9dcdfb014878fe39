/** Loaded with `--import`: on each message, reports to the parent which files ran since the previous one. */
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
process.on('message', async (message) => {
  if (message !== 'coverage') return;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result.filter(({ functions }) => functions.some(({ ranges: [body] }) => body.count > 0));
  process.send({ type: 'coverage', urls: ran.map(({ url }) => url) });
});
