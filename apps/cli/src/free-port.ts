import { createServer } from 'node:net';
import type { Settings } from '@tandem/platform/settings/settings';

/** Fails in one line where a port cannot be listened on, before anything slow was started for nothing. */
export async function checkPorts(settings: Pick<Settings, 'PORT' | 'WORKER_PORT' | 'HOST'>): Promise<void> {
  for (const name of ['PORT', 'WORKER_PORT'] as const) await checkPort(name, settings[name], settings.HOST);
}

async function checkPort(name: string, port: number, host: string): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    await new Promise((resolve) => server.close(resolve));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Error(`${name} ${port} is already in use; set ${name} to another one`);
    if (code === 'EACCES')
      throw new Error(`${name} ${port} is not allowed to this user; set ${name} to one above 1023`);
    throw new Error(`HOST ${host} with ${name} ${port} cannot be listened on: ${message}`, { cause: error });
  }
}
