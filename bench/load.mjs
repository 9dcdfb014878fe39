import { Pool } from 'undici';
import { cpuSeconds } from './cpu.mjs';

/**
 * Sends requests over some connections for some time. Returns requests a second, latencies in milliseconds, and CPU
 * seconds per 1,000 requests of server and PostgreSQL.
 */
export async function load({ address, pid, postgres, request, connections = 32, millis = 2000 }) {
  const pool = new Pool(address, { connections, pipelining: 1 });
  const before = [cpuSeconds(pid), cpuSeconds(postgres)];
  const started = performance.now();
  const end = started + millis;
  let done = 0;
  const latencies = [];
  const loop = async () => {
    while (performance.now() < end) {
      const sent = performance.now();
      const { statusCode, body } = await pool.request(request());
      const text = await body.text();
      if (statusCode >= 300) throw new Error(`${statusCode}: ${text.slice(0, 300)}`);
      latencies.push(performance.now() - sent);
      done++;
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return {
    perSecond: done / seconds,
    cpu: ((cpuSeconds(pid) - before[0]) / done) * 1000,
    cpuOfPostgres: ((cpuSeconds(postgres) - before[1]) / done) * 1000,
    p50: median(latencies),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
  };
}

/** `part`: 1 for the maximum. */
export const percentile = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];
export const median = (values) => percentile(values, 0.5);

export const figures = (millis) => {
  const at = (part) => percentile(millis, part).toFixed(0).padStart(5);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`;
};
