import { createServer } from 'node:net';

/** Fails in one line where the port cannot be listened on, before anything slow was started for nothing. */
export async function checkPort(port: number, host: string): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    await new Promise((resolve) => server.close(resolve));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Error(`PORT ${port} is already in use; set PORT to another one`);
    if (code === 'EACCES') throw new Error(`PORT ${port} is not allowed to this user; set PORT to one above 1023`);
    throw new Error(`HOST ${host} with PORT ${port} cannot be listened on: ${message}`, { cause: error });
  }
}
