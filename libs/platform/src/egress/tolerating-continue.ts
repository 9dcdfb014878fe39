import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

const [cr, lf, two] = [13, 10, 50];
const interimStart = ['H', 'T', 'T', 'P', '/', '1', '.', '01', ' ', '1'].map((any) => Buffer.from(any));
const [tens, ones] = [Buffer.from('0'), Buffer.from('01')];

/** undici ends a connection that sends 100 or 101 (but see RFC 9110, 15.2): both become 102, which it skips. */
export const toleratingContinue =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...outcome) => {
      const [, socket] = outcome;
      if (socket) replaceContinue(socket);
      callback(...outcome);
    });

/** undici writes one request at a time, and reads the socket only through `read`. */
function replaceContinue(socket: Socket): void {
  const heads = new ResponseHeads();
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  socket.read = (size) => heads.replaceContinue(read(size));
  socket.write = (...given: unknown[]) => {
    heads.expect();
    return write(...given);
  };
}

/** Tracks interim responses, however they are split into chunks, up to the first byte of the final one. */
class ResponseHeads {
  private isFinal = false;
  private at = 0;
  private isLow = false;
  private isLineEmpty = true;

  expect(): void {
    this.isFinal = false;
    this.at = 0;
  }

  replaceContinue(chunk: Buffer | null): Buffer | null {
    for (let index = 0; chunk && index < chunk.length && !this.isFinal; index++)
      chunk[index] = this.replaced(chunk[index]!);
    return chunk;
  }

  private replaced(byte: number): number {
    if (this.at === 0 && (byte === cr || byte === lf)) return byte;
    const at = this.at++ - interimStart.length;
    if (at < 0) this.isFinal = !interimStart.at(at)!.includes(byte);
    else if (at === 0) this.isLow = tens.includes(byte);
    else if (at === 1) return this.isLow && ones.includes(byte) ? two : byte;
    else this.followLines(byte);
    return byte;
  }

  private followLines(byte: number): void {
    if (byte === lf && this.isLineEmpty) this.at = 0;
    if (byte !== cr) this.isLineEmpty = byte === lf;
  }
}
